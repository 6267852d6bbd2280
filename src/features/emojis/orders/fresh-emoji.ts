import { type APIEmoji, DiscordAPIError, RESTJSONErrorCodes as Code, Routes } from 'discord.js'
import type { Services } from '#kernel/feature.ts'

type Reader = Pick<Services, 'client'>

/** Whether Discord answered that there is no such emoji. */
export const isUnknownEmoji = (error: unknown) => error instanceof DiscordAPIError && error.code === Code.UnknownEmoji

export const allEmojis = ({ client }: Reader, guildId: string): Promise<APIEmoji[]> =>
  client.rest.get(Routes.guildEmojis(guildId)) as Promise<APIEmoji[]>

/** An emoji, freshly read from Discord; undefined if it does not exist. */
export async function freshEmoji({ client }: Reader, guildId: string, emojiId: string): Promise<APIEmoji | undefined> {
  try {
    return (await client.rest.get(Routes.guildEmoji(guildId, emojiId))) as APIEmoji
  } catch (error) {
    if (isUnknownEmoji(error)) return undefined
    throw error
  }
}
