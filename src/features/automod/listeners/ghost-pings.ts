import type { Message } from 'discord.js'
import { postModlog } from '#features/moderation/public.ts'
import type { Context } from '#kernel/feature.ts'
import { cut, inert, longest } from '#kit/template.ts'
import type automod from '../contract.ts'
import type { MessageFacts } from '../message/facts.ts'
import { logColour, quotedIn } from '../sanctions/log-embed.ts'
import { type State, stateOf } from '../state.ts'

/** Keeps a message that mentions somebody for a while, in case it is deleted: Discord then tells no more than its id. */
export function rememberMentions(state: State, message: Message<true>, { mentions, content, at }: MessageFacts): void {
  const everyone = message.mentions.everyone
  if (mentions.users + mentions.roles === 0 && !everyone) return
  const author = { id: message.author.id, name: message.author.tag }
  const { users, roles } = mentions
  state.mentioningMessages.set(message.id, {
    channelId: message.channelId,
    author,
    content: cut(content, longest.fieldValue),
    users,
    roles,
    everyone,
    at,
  })
}

/** Logs that a message with mentions was deleted. What this bot deleted for other reasons is in the log already. */
export function onMessageDelete(ctx: Context<typeof automod>, messageId: string): Promise<void> | undefined {
  if (!ctx.own.antiGhostping) return undefined
  const state = stateOf(ctx)
  const ping = state.mentioningMessages.get(messageId)
  if (!ping || state.handled.has(messageId)) return undefined
  state.mentioningMessages.delete(messageId)
  return postModlog(ctx, ctx.guild, {
    color: logColour,
    author: { name: 'Ghost Ping Detected' },
    description: `**Message**\n${quotedIn(ping.content)}`,
    fields: [
      { name: 'Author', value: `${inert(ping.author.name)} [${ping.author.id}]`, inline: true },
      { name: 'Channel', value: `<#${ping.channelId}>`, inline: true },
      { name: 'Members', value: String(ping.users), inline: true },
      { name: 'Roles', value: String(ping.roles), inline: true },
      { name: 'Everyone?', value: ping.everyone ? 'Yes' : 'No', inline: true },
    ],
    footer: { text: 'Posted' },
    timestamp: new Date(ping.at).toISOString(),
  })
}
