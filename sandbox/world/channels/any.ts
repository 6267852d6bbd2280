import type { APIChannel } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { type Actor, requireChannel } from '../guard.ts'
import { channelOf } from '../lookup.ts'
import { isThread } from '../permissions.ts'
import { deleteThread } from '../threads/delete.ts'
import { editThread } from '../threads/edit.ts'
import { deleteChannel } from './delete.ts'
import { editChannel } from './edit.ts'

/** One address serves channels, threads and direct messages. */

/** @throws DiscordError 10003, 50001 */
export function viewChannel(sandbox: Sandbox, viewerId: string, channelId: string): APIChannel {
  const { channel } = requireChannel(sandbox, viewerId, channelId)
  return 'recipients' in channel ? forViewer(channel, viewerId) : channel
}

/** @throws DiscordError as `editChannel` and `editThread` do */
export function editAnyChannel(sandbox: Sandbox, actor: Actor, channelId: string, body: unknown): APIChannel {
  const { channel } = channelOf(sandbox.world, channelId)
  return isThread(channel.type)
    ? editThread(sandbox, actor, channelId, body)
    : editChannel(sandbox, actor, channelId, body)
}

/** @throws DiscordError as `deleteChannel` and `deleteThread` do */
export function deleteAnyChannel(sandbox: Sandbox, actor: Actor, channelId: string): APIChannel {
  const { channel } = channelOf(sandbox.world, channelId)
  if ('recipients' in channel) return viewChannel(sandbox, actor.userId, channelId)
  return isThread(channel.type) ? deleteThread(sandbox, actor, channelId) : deleteChannel(sandbox, actor, channelId)
}

/** The recipients of a direct message are the others. */
function forViewer(channel: Extract<APIChannel, { recipients?: unknown }>, viewerId: string): APIChannel {
  return { ...channel, recipients: (channel.recipients ?? []).filter(user => user.id !== viewerId) }
}
