import { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { type GuildChannel, isGuildChannel } from './kinds.ts'
import { channelsOf } from '../lookup.ts'
import type { ChannelState, GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'

/** Sends a channel event to every member, including those who cannot view the channel. */
export function announceChannel(
  sandbox: Sandbox,
  { channel, guildId }: ChannelState,
  type = GatewayDispatchEvents.ChannelUpdate,
): void {
  if (guildId !== undefined) emitToGuild(sandbox, guildId, type, channel)
}

/** Channels and categories, without threads. */
export const listed = (sandbox: Sandbox, state: GuildState): GuildChannel[] =>
  [...channelsOf(sandbox.world, state)].flatMap(({ channel }) => (isGuildChannel(channel) ? [channel] : []))

export const childrenOf = (sandbox: Sandbox, state: GuildState, parentId: string): ChannelState[] =>
  [...channelsOf(sandbox.world, state)].filter(
    ({ channel }) => 'parent_id' in channel && channel.parent_id === parentId,
  )
