import type { APIEmbed, Message } from 'discord.js'
import { inert } from '#kernel/template.ts'
import type { Facts } from './facts.ts'
import type { Broken } from './judge.ts'

export const logColour = 0x36393f
const longestValue = 1024

/** A value of an embed, cut to what Discord takes. */
export const cut = (text: string, most = longestValue): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** What the moderation log shows of a message that was removed. */
export function logEmbed(
  message: Message<true>,
  facts: Facts,
  hits: readonly Broken[],
  strikes: string,
  deleted: boolean,
): APIEmbed {
  const { author, channelId, createdTimestamp } = message
  return {
    color: logColour,
    author: { name: 'Auto Moderation', icon_url: author.displayAvatarURL() },
    fields: [
      ...hits.map(({ rule, sentence }) => ({ name: rule.title, value: cut(inert(sentence)) })),
      { name: 'Channel', value: `<#${channelId}>`, inline: true },
      { name: 'Strikes', value: strikes, inline: true },
      ...(deleted ? [] : [{ name: 'Deleted', value: 'No: see what I lack with the doctor command.', inline: true }]),
      ...(facts.text === '' ? [] : [{ name: 'Content', value: cut(inert(facts.text)) }]),
    ],
    footer: { text: `${author.tag} · ${author.id}` },
    timestamp: new Date(createdTimestamp).toISOString(),
  }
}
