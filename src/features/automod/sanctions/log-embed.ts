import type { APIEmbed, User } from 'discord.js'
import { cut, inert, messageLimits } from '#kit/template.ts'

export const logColour = 0x36393f

/**
 * Makes what somebody wrote safe for an embed, but keeps mentions working. Embeds notify nobody, and a log of mentions
 * that shows only ids would be of little use to a moderator.
 */
export const safeQuote = (text: string): string => inert(text).replace(/<\u200B(?=(?:@[!&]?|#)\d{17,20}>)/g, '<')

/** A broken rule, as reported to the log and the author. */
export interface ReportedRule {
  title: string
  sentence: string
  /** A clause for the author: 'had a link'. */
  reason: string
}

export interface ReportedOffence {
  user: User
  channelId: string | null
  /** Unix ms. */
  at: number
  text: string
  hits: readonly ReportedRule[]
  deleted: boolean
  /** The URL of the message, if it is one. */
  url?: string
}

/** The moderation log entry about a message that broke rules. */
export function logEmbed(
  { user, channelId, at, text, hits, deleted, url }: ReportedOffence,
  strikes: string,
): APIEmbed {
  const standing = url === undefined ? 'No.' : `No: ${url}`
  return {
    color: logColour,
    author: { name: 'Auto Moderation', icon_url: user.displayAvatarURL() },
    fields: [
      { name: 'Member', value: `<@${user.id}>`, inline: true },
      ...hits.map(({ title, sentence }) => ({ name: title, value: cut(inert(sentence), messageLimits.fieldValue) })),
      ...(channelId === null ? [] : [{ name: 'Channel', value: `<#${channelId}>`, inline: true }]),
      { name: 'Strikes', value: strikes, inline: true },
      ...(deleted
        ? []
        : [{ name: 'Deleted', value: `${standing} The doctor command shows what I am missing.`, inline: true }]),
      ...(text === '' ? [] : [{ name: 'Content', value: cut(safeQuote(text), messageLimits.fieldValue) }]),
    ],
    footer: { text: `${user.tag} · ${user.id}` },
    timestamp: new Date(at).toISOString(),
  }
}
