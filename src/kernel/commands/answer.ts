import {
  type CommandInteraction,
  DiscordAPIError,
  type InteractionEditReplyOptions,
  type InteractionReplyOptions,
  type Message,
  MessageFlags,
  type MessageCreateOptions,
  type MessageMentionOptions,
  RESTJSONErrorCodes as Code,
} from 'discord.js'
import type { APIEmbed } from 'discord.js'
import type { CommandContext, ReplyContent } from '../feature.ts'
import { embedsAsText } from '#kit/notices.ts'
import { cut, messageLimits } from '#kit/template.ts'

/** How a command answers, however it was called. */
export type CommandAnswer = Pick<CommandContext, 'reply' | 'defer'>

type Content = Exclude<ReplyContent, string>

const nobody: MessageMentionOptions = { parse: [], repliedUser: false }

const asContent = (content: ReplyContent): Content => (typeof content === 'string' ? { content } : content)

function plain(content: Content): Content {
  const embeds = (content.embeds ?? []).map((embed): APIEmbed => ('toJSON' in embed ? embed.toJSON() : embed))
  if (embeds.length === 0) return content
  const { embeds: _dropped, ...rest } = content
  return {
    ...rest,
    content: cut([content.content, embedsAsText(embeds)].filter(Boolean).join('\n'), messageLimits.content),
  }
}

/** Answers a typed call: as a reply to the message, or as a message of its own. */
interface TypedAnswer extends CommandAnswer {
  /** Answers without a reply reference to the message. */
  post(content: ReplyContent): Promise<Message>
}

/**
 * Answers by replying to the message; without the reply reference when that is not permitted or the message was
 * deleted.
 */
export function answerMessage(message: Message<true>): TypedAnswer {
  // Looked up now: once the channel is deleted, the message no longer leads to it.
  const { channel } = message
  const send = (content: Content, withReference: boolean): Promise<Message> => {
    const permissions = channel.permissionsFor(message.client.user)
    const allowed = permissions?.has('EmbedLinks') ? content : plain(content)
    const options = { allowedMentions: nobody, ...allowed } as MessageCreateOptions
    const reference = { messageReference: message.id, failIfNotExists: false }
    const referable = withReference && permissions?.has('ReadMessageHistory')
    return channel.send(referable ? { ...options, reply: reference } : options)
  }
  return {
    async reply(content) {
      try {
        return await send(asContent(content), true)
      } catch (error) {
        if (!(error instanceof DiscordAPIError) || !referenceRefused.has(Number(error.code))) throw error
        return send(asContent(content), false)
      }
    },
    post: content => send(asContent(content), false),
    async defer() {
      await channel.sendTyping()
    },
  }
}

/** Discord's error codes for a reply to a message that was deleted or whose history the bot may not read. */
const referenceRefused: ReadonlySet<number> = new Set([
  Code.UnknownMessage,
  Code.InvalidFormBodyOrContentType,
  Code.CannotReplyWithoutPermissionToReadMessageHistory,
])

/** A slash answer that meets Discord's deadline by itself. */
interface SlashAnswer extends CommandAnswer {
  /** Called when the command has ended: the interaction no longer needs to be kept open. */
  end(): void
}

/**
 * Waits until Discord has accepted the first answer to an interaction. When Discord's response is lost, the library
 * repeats the request and gets the error that the interaction has been acknowledged already: then the answer was
 * accepted, too.
 * @param by the property of the interaction that records this for the library
 */
export async function untilAcknowledged<T>(
  interaction: { deferred: boolean; replied: boolean },
  by: 'deferred' | 'replied',
  answering: Promise<T>,
): Promise<T | undefined> {
  try {
    return await answering
  } catch (error) {
    const isOurs = error instanceof DiscordAPIError && error.code === Code.InteractionHasAlreadyBeenAcknowledged
    if (!isOurs) throw error
    interaction[by] = true
    return undefined
  }
}

/**
 * After this time without an answer, an interaction is deferred (ms). Discord drops it after 3 seconds; half of that is
 * left for the request.
 */
export const patienceMs = 1500

/**
 * Answers a slash command or a menu: with the first answer, or an edit of the deferred one, then with follow-ups. It
 * defers by itself after {@link patienceMs}, and no sooner, so that others see nothing of a call that is refused at
 * once. An answer whose visibility differs from the deferred one replaces it.
 * @param usual whether an answer is ephemeral unless it says otherwise
 */
export function answerInteraction(interaction: CommandInteraction<'cached'>, usual = false): SlashAnswer {
  let opened: Promise<unknown> | undefined
  let deferredAs: { ephemeral: boolean } | undefined
  /** Whether answers that do not say are ephemeral; `defer` sets it. */
  let expected = usual

  const timer = setTimeout(() => {
    if (opened) return
    deferredAs = { ephemeral: expected }
    opened = untilAcknowledged(
      interaction,
      'deferred',
      interaction.deferReply(expected ? { flags: MessageFlags.Ephemeral } : {}),
    )
    // An error surfaces when the answer itself is sent.
    opened.catch(() => undefined)
  }, patienceMs)

  return {
    end: () => clearTimeout(timer),
    async defer({ ephemeral = usual } = {}) {
      expected = ephemeral
    },
    async reply(content, { ephemeral = expected } = {}) {
      const plainOptions = { allowedMentions: nobody, ...asContent(content) } as InteractionEditReplyOptions
      const options = {
        ...plainOptions,
        ...(ephemeral && { flags: MessageFlags.Ephemeral }),
      } as InteractionReplyOptions
      if (!opened) {
        const sending = untilAcknowledged(interaction, 'replied', interaction.reply({ ...options, withResponse: true }))
        opened = sending
        // Discord refused this answer, so the interaction is still open for an error message.
        sending.catch(() => {
          opened = undefined
        })
        return (await sending)?.resource?.message ?? interaction.fetchReply()
      }
      await opened
      const deferred = deferredAs
      deferredAs = undefined
      if (deferred?.ephemeral === ephemeral) return interaction.editReply(plainOptions)
      if (deferred) await interaction.deleteReply()
      return interaction.followUp(options)
    },
  }
}
