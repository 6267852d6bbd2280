import type { APIEmoji } from 'discord-api-types/v10'
import type { World } from '../state.ts'

/** An emoji by its id, of any guild or application. */
export function customEmoji({ guilds, applicationEmojis }: World, id: string): APIEmoji | undefined {
  for (const { emojis } of guilds.values()) if (emojis.has(id)) return emojis.get(id)
  for (const emojis of applicationEmojis.values()) if (emojis.has(id)) return emojis.get(id)
  return undefined
}
