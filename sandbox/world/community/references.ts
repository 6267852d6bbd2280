import type { Sandbox } from '../../context.ts'
import { invalidForm } from '../errors.ts'
import type { GuildState } from '../state.ts'

/** @throws DiscordError 50035 when it is no channel of this guild */
export function requireChannelHere(sandbox: Sandbox, { guild }: GuildState, channelId: string, path: string): void {
  if (sandbox.world.channels.get(channelId)?.guildId !== guild.id)
    throw invalidForm([{ path, code: 'CHANNEL_INVALID', message: 'Channel does not exist' }])
}

/** @returns the same ids @throws DiscordError 50035 for one that is no channel of this guild */
export function channelsHere(sandbox: Sandbox, state: GuildState, channelIds: string[], path: string): string[] {
  for (const [at, id] of channelIds.entries()) requireChannelHere(sandbox, state, id, `${path}.${at}`)
  return channelIds
}

interface EmojiFields {
  emoji_id?: string | undefined
  emoji_name?: string | undefined
}

/**
 * An emoji of this guild, one of Unicode, or none, as the settings of a community show it.
 * @throws DiscordError 50035 for an emoji that the guild does not have
 */
export function settingsEmoji(state: GuildState, fields: EmojiFields, path: string) {
  const { emoji_id: id, emoji_name: name } = fields
  if (id === undefined) return { id: null, name: name ? name : null, animated: false }
  const emoji = state.emojis.get(id)
  if (!emoji) throw invalidForm([{ path: `${path}.emoji_id`, code: 'EMOJI_INVALID', message: 'Invalid Emoji' }])
  return { id, name: emoji.name, animated: emoji.animated === true }
}
