import { ChannelFlags, OverwriteType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { isMaskedFor, subjectOf } from '../guard.ts'
import { overwritesOf, parentIdOf } from '../lookup.ts'
import { basePermissions, channelPermissions, has, permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { blankChannel, type GuildChannel } from './kinds.ts'
import { listed } from './store.ts'

/**
 * The channels of a guild that a member cannot view: without VIEW_CHANNEL and, of voice channels, not connected. A
 * category is viewable if any channel in it is. Source: Discord's documentation, "Obfuscated Channels".
 */
export function hiddenChannels(sandbox: Sandbox, state: GuildState, userId: string): Set<string> {
  const subject = subjectOf(sandbox, state, userId)
  const base = basePermissions(subject)
  if (has(base, permission.Administrator)) return new Set()
  const connected = state.voiceStates.get(userId)?.channel_id
  const channels = listed(sandbox, state)
  const viewable = channels.filter(channel => {
    const overwrites = overwritesOf(channel)
    // This runs for every channel of every server when a bot connects, and most channels have none.
    const granted = overwrites.length === 0 ? base : channelPermissions(subject, overwrites, channel.type)
    return channel.id === connected || has(granted, permission.ViewChannel)
  })
  const shown = new Set(viewable.flatMap(channel => [channel.id, parentIdOf(channel)]))
  return new Set(channels.flatMap(({ id }) => (shown.has(id) ? [] : [id])))
}

/**
 * The channels that REST lists for somebody. Hiding is not modeled for members' clients: they get all channels, as over
 * the gateway.
 */
export function listedFor(sandbox: Sandbox, state: GuildState, userId: string): GuildChannel[] {
  const all = listed(sandbox, state)
  if (!isMaskedFor(sandbox, userId)) return all
  const hidden = hiddenChannels(sandbox, state, userId)
  return all.filter(({ id }) => !hidden.has(id))
}

/**
 * Whether somebody can view a channel of the list. A category with a viewable channel in it, and the voice channel that
 * they are connected to, need no permission.
 */
export const isViewable = (sandbox: Sandbox, state: GuildState, userId: string, channelId: string): boolean =>
  listed(sandbox, state).some(({ id }) => id === channelId) && !hiddenChannels(sandbox, state, userId).has(channelId)

/** A channel as the gateway shows it to a bot that cannot view it: only its id, kind and place are real. */
export function masked(channel: GuildChannel): GuildChannel {
  const { id, type, position, guild_id = '' } = channel
  const parent_id = parentIdOf(channel) ?? null
  const blank = blankChannel(type, { id, guild_id, name: '___hidden___', position, parent_id })
  const unseen = { id: guild_id, type: OverwriteType.Role, allow: '0', deny: String(permission.ViewChannel) }
  return { ...blank, flags: ChannelFlags.ChannelObfuscated, permission_overwrites: [unseen] }
}
