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
import { cut, longest } from '#kit/template.ts'

/** How a command answers, whichever way it was called. */
export type CommandAnswer = Pick<CommandContext, 'reply' | 'defer'>

type Content = Exclude<ReplyContent, string>

const nobody: MessageMentionOptions = { parse: [], repliedUser: false }

const asContent = (content: ReplyContent): Content => (typeof content === 'string' ? { content } : content)

function plain(content: Content): Content {
  const embeds = (content.embeds ?? []).map((embed): APIEmbed => ('toJSON' in embed ? embed.toJSON() : embed))
  if (embeds.length === 0) return content
  const { embeds: _dropped, ...rest } = content
  return { ...rest, content: cut([content.content, embedsAsText(embeds)].filter(Boolean).join('\n'), longest.content) }
}

/** An answer to what was typed: below it, or on its own. */
interface TypedAnswer extends CommandAnswer {
  /** Without a reference to the message. */
  post(content: ReplyContent): Promise<Message>
}

/** Answers by replying to the message; without the reference where that is not permitted or the message was deleted. */
export function answerMessage(message: Message<true>): TypedAnswer {
  // Looked up once: a message no longer leads to its channel once that is deleted.
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

/** A slash answer that also meets Discord's deadline by itself. */
interface SlashAnswer extends CommandAnswer {
  /** Called when the command has ended: the interaction no longer needs to be kept open. */
  end(): void
}

/**
 * Waits until Discord has taken the first answer to an interaction. Where its own answer is lost, the library asks again
 * and is told that there is one already: then it was taken, too.
 * @param by what of the interaction says so to the library
 */
export async function taken<T>(
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

/** Discord drops an interaction after 3 seconds; half of that is left for sending the answer. */
export const patienceMs = 1500

/**
 * Answers a slash command or a menu: the first answer, or an edit of the deferred one, then follow-ups. Without an
 * answer for a while it defers by itself, and no sooner, so that others see nothing of what is refused at once; an answer
 * whose visibility differs from the deferred one replaces that.
 * @param usual whether an answer is ephemeral when it does not say
 */
export function answerInteraction(interaction: CommandInteraction<'cached'>, usual = false): SlashAnswer {
  let opened: Promise<unknown> | undefined
  let deferredAs: { ephemeral: boolean } | undefined
  /** What answers are that do not say, in whichever way it was deferred before the command said so. */
  let expected = usual

  const timer = setTimeout(() => {
    if (opened) return
    deferredAs = { ephemeral: expected }
    opened = taken(interaction, 'deferred', interaction.deferReply(expected ? { flags: MessageFlags.Ephemeral } : {}))
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
        const sending = taken(interaction, 'replied', interaction.reply({ ...options, withResponse: true }))
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
