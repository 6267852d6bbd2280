import { GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { userOf } from '../lookup.ts'
import { requireWritable } from './rights.ts'
import { listeners } from './store.ts'

/** Sends TYPING_START, which clients show for ten seconds. @throws DiscordError when the actor may not write here */
export function startTyping(sandbox: Sandbox, actorId: string, channelId: string): void {
  const state = requireWritable(sandbox, actorId, channelId)
  const member = state.guildId === undefined ? undefined : sandbox.world.guilds.get(state.guildId)?.members.get(actorId)
  sandbox.emit({
    type: GatewayDispatchEvents.TypingStart,
    data: {
      channel_id: channelId,
      user_id: actorId,
      timestamp: Math.floor(sandbox.now() / 1000),
      ...(member && { guild_id: state.guildId, member: { ...member, user: userOf(sandbox.world, actorId) } }),
    },
    audience: listeners(state),
  })
}
