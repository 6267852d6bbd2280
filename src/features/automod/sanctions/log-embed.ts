import type { APIEmbed, User } from 'discord.js'
import { cut, inert, longest } from '#kit/template.ts'

export const logColour = 0x36393f

/**
 * What somebody wrote, for an embed. Embeds notify nobody, so members, roles and channels keep their names there: a
 * log of mentions that shows only ids is of little use to a moderator.
 */
export const quotedIn = (text: string): string => inert(text).replace(/<\u200B(?=(?:@[!&]?|#)\d{17,20}>)/g, '<')

/** A broken rule, as the log and the author are told of it. */
export interface ReportedRule {
  title: string
  sentence: string
  /** For the author: 'had a link'. */
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
  /** The message, where it is one. */
  url?: string
}

/** What the moderation log shows of a message that broke rules. */
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
      ...hits.map(({ title, sentence }) => ({ name: title, value: cut(inert(sentence), longest.fieldValue) })),
      ...(channelId === null ? [] : [{ name: 'Channel', value: `<#${channelId}>`, inline: true }]),
      { name: 'Strikes', value: strikes, inline: true },
      ...(deleted
        ? []
        : [{ name: 'Deleted', value: `${standing} The doctor command shows what I am missing.`, inline: true }]),
      ...(text === '' ? [] : [{ name: 'Content', value: cut(quotedIn(text), longest.fieldValue) }]),
    ],
    footer: { text: `${user.tag} · ${user.id}` },
    timestamp: new Date(at).toISOString(),
  }
}
