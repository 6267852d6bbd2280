import { type APIChannel, AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { parentIdOf } from '../lookup.ts'
import { listeners } from '../messages/store.ts'
import { permission } from '../permissions.ts'
import { requireThread } from './membership.ts'

/** Needs MANAGE_THREADS. THREAD_DELETE carries ids alone. @throws DiscordError 10003, 50001, 50013 */
export function deleteThread(sandbox: Sandbox, actor: ActingUser, threadId: string): APIChannel {
  const state = requireThread(sandbox, actor.userId, threadId)
  const { channel, guildId, messages } = state
  const guild = requirePermission(sandbox, actor.userId, guildId, permission.ManageThreads, threadId)
  const audience = listeners(state)
  sandbox.world.channels.delete(threadId)
  guild.channelIds.delete(threadId)
  for (const messageId of messages.keys()) {
    sandbox.world.reactions.delete(messageId)
    sandbox.world.superReactions.delete(messageId)
  }
  sandbox.emit({
    type: GatewayDispatchEvents.ThreadDelete,
    data: { id: threadId, guild_id: guildId, parent_id: parentIdOf(channel) ?? null, type: channel.type },
    audience,
  })
  const changes = changesBetween<{ name?: unknown; type?: unknown }>({ ...channel }, {}, ['name', 'type'])
  audit(sandbox, actor, { guildId, type: AuditLogEvent.ThreadDelete, targetId: threadId, changes })
  return channel
}
