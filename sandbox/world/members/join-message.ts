import { GuildSystemChannelFlags, MessageType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { userOf } from '../lookup.ts'
import { publishSystemMessage } from '../messages/system.ts'
import type { GuildState } from '../state.ts'

/** The join message in the system channel, for people and bots, unless the guild has disabled it. */
export function postJoinMessage(sandbox: Sandbox, state: GuildState, userId: string): void {
  const { system_channel_id, system_channel_flags } = state.guild
  if (system_channel_id === null || (system_channel_flags & GuildSystemChannelFlags.SuppressJoinNotifications) !== 0)
    return
  publishSystemMessage(sandbox, {
    channelId: system_channel_id,
    type: MessageType.UserJoin,
    author: userOf(sandbox.world, userId),
  })
}
