import type { APIEmbed, User } from 'discord.js'
import { inert } from '#kernel/template.ts'

export const logColour = 0x36393f
const longestValue = 1024

/** A value of an embed, cut to what Discord takes. */
export const cut = (text: string, most = longestValue): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** A rule that was broken, as it is told. */
export interface Told {
  title: string
  sentence: string
  /** For the author: 'had a link'. */
  reason: string
}

export interface Offence {
  user: User
  channelId: string | null
  /** Unix ms. */
  at: number
  text: string
  hits: readonly Told[]
  deleted: boolean
}

/** What the moderation log shows of a message that broke rules. */
export function logEmbed({ user, channelId, at, text, hits, deleted }: Offence, strikes: string): APIEmbed {
  return {
    color: logColour,
    author: { name: 'Auto Moderation', icon_url: user.displayAvatarURL() },
    fields: [
      ...hits.map(({ title, sentence }) => ({ name: title, value: cut(inert(sentence)) })),
      ...(channelId === null ? [] : [{ name: 'Channel', value: `<#${channelId}>`, inline: true }]),
      { name: 'Strikes', value: strikes, inline: true },
      ...(deleted ? [] : [{ name: 'Deleted', value: 'No: see what I lack with the doctor command.', inline: true }]),
      ...(text === '' ? [] : [{ name: 'Content', value: cut(inert(text)) }]),
    ],
    footer: { text: `${user.tag} · ${user.id}` },
    timestamp: new Date(at).toISOString(),
  }
}
