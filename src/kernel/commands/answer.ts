import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type InteractionReplyOptions,
  type Message,
  MessageFlags,
  type MessageCreateOptions,
  type MessageMentionOptions,
  RESTJSONErrorCodes,
} from 'discord.js'
import type { APIEmbed } from 'discord.js'
import type { CommandContext, ReplyContent } from '../feature.ts'
import { embedsAsText } from '../notices.ts'

/** How a command answers, whichever way it was called. */
export type Answer = Pick<CommandContext, 'reply' | 'defer'>

type Content = Exclude<ReplyContent, string>

const nobody: MessageMentionOptions = { parse: [], repliedUser: false }

const asContent = (content: ReplyContent): Content => (typeof content === 'string' ? { content } : content)

function plain(content: Content): Content {
  const embeds = (content.embeds ?? []).map((embed): APIEmbed => ('toJSON' in embed ? embed.toJSON() : embed))
  if (embeds.length === 0) return content
  const { embeds: _dropped, ...rest } = content
  return { ...rest, content: [content.content, embedsAsText(embeds)].filter(Boolean).join('\n').slice(0, 2000) }
}

/** Answers by replying to the message; without the reference where that is not allowed or the message is gone. */
export function answerMessage(message: Message<true>): Answer {
  const send = (content: Content, withReference: boolean): Promise<Message> => {
    const permissions = message.channel.permissionsFor(message.client.user)
    const allowed = permissions?.has('EmbedLinks') ? content : plain(content)
    const options = { allowedMentions: nobody, ...allowed } as MessageCreateOptions
    const reference = { messageReference: message.id, failIfNotExists: false }
    const referable = withReference && permissions?.has('ReadMessageHistory')
    return message.channel.send(referable ? { ...options, reply: reference } : options)
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
    async defer() {
      await message.channel.sendTyping()
    },
  }
}

/** Discord's answers when a reply points to a message that is gone or that the bot may not quote. */
const referenceRefused: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.InvalidFormBodyOrContentType,
  RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory,
])

/** Answers a slash command: first answer, or into the deferred one, then follow-ups. */
export function answerInteraction(interaction: ChatInputCommandInteraction<'cached'>): Answer {
  return {
    async reply(content, { ephemeral = false } = {}) {
      const options = {
        allowedMentions: nobody,
        ...asContent(content),
        ...(ephemeral && { flags: MessageFlags.Ephemeral }),
      } as InteractionReplyOptions
      if (interaction.replied) return interaction.followUp(options)
      if (interaction.deferred) {
        const { flags: _fixedByDefer, ...edit } = options
        return interaction.editReply(edit)
      }
      const response = await interaction.reply({ ...options, withResponse: true })
      return response.resource?.message ?? interaction.fetchReply()
    },
    async defer({ ephemeral = false } = {}) {
      await interaction.deferReply(ephemeral ? { flags: MessageFlags.Ephemeral } : {})
    },
  }
}
