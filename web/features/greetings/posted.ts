import type { z } from 'zod'
import type { Settings } from '#contract'
import greetings, { type Greeting, type Kind } from '#features/greetings/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { onOffWord } from '#web/app/settings-form/binding.ts'

export type Own = Settings<typeof greetings>
/** One section's values under the names of their settings. */
export type Edited = Record<string, unknown>

/** The settings of one section, as the contract declares them. */
export const fieldsOf = (kind: Kind): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(greetings.settings.shape).filter(([name]) => name.startsWith(`${kind}_`)))

/** From what GET shows of a section to what is edited. */
export function editedOf(kind: Kind, { embed, ping, ...plain }: Greeting & { ping?: boolean | undefined }): Edited {
  const { author, ...parts } = embed
  const named = {
    ...plain,
    ...(ping !== undefined && { ping }),
    ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [`embed_${name}`, value])),
    embed_author_name: author.name,
    embed_author_iconURL: author.iconURL,
  }
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [`${kind}_${name}`, value]))
}

/** A channel as the form posts it: `#name`, its id where several have that name, nothing for none. */
export function channelWord(channelId: unknown, channels: GuildCore['channels'] = []): string {
  const channel = channels.find(({ id }) => id === channelId)
  if (!channel) return typeof channelId === 'string' ? channelId : ''
  const namesakes = channels.filter(({ name, type }) => name === channel.name && type === channel.type)
  return namesakes.length === 1 ? `#${channel.name}` : channel.id
}

const escaped = (text: unknown) => String(text).replaceAll('\n', String.raw`\n`)

/** From what is edited to what POST carries. */
export function postedOf(kind: Kind, edited: Edited, channels: GuildCore['channels'] | undefined): Edited {
  const entries = Object.entries(edited).flatMap(([name, value]): [string, unknown][] => {
    if (name === `${kind}_enabled`) return []
    if (name === `${kind}_channel`) return [[name, channelWord(value, channels)]]
    if (name === `${kind}_content` || name === `${kind}_embed_description`) return [[name, escaped(value)]]
    return [[name, typeof value === 'boolean' ? onOffWord(value) : value]]
  })
  return Object.fromEntries(entries)
}
