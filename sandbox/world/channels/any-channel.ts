import type { APIChannel } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { shownDirectMessages } from '../direct-messages.ts'
import { type ActingUser, requireChannel } from '../guard.ts'
import { channelOf } from '../lookup.ts'
import { isThread } from '../permissions.ts'
import { deleteThread } from '../threads/delete.ts'
import { editThread } from '../threads/edit.ts'
import { deleteChannel } from './delete.ts'
import { editChannel } from './edit.ts'
import { isViewable } from './obfuscation.ts'

/** One address serves channels, threads and direct messages. */

/** @throws DiscordError 10003, 50001 */
export function viewChannel(sandbox: Sandbox, viewerId: string, channelId: string) {
  const state = channelOf(sandbox.world, channelId)
  const guild = sandbox.world.guilds.get(state.guildId ?? '')
  if (!guild?.members.has(viewerId) || !isViewable(sandbox, guild, viewerId, channelId))
    requireChannel(sandbox, viewerId, channelId)
  return state.guildId === undefined ? shownDirectMessages(state, viewerId) : state.channel
}

/** @throws DiscordError as `editChannel` and `editThread` do */
export function editAnyChannel(sandbox: Sandbox, actor: ActingUser, channelId: string, body: unknown): APIChannel {
  const { channel } = channelOf(sandbox.world, channelId)
  const edit = isThread(channel.type) ? editThread : editChannel
  return edit(sandbox, actor, channelId, body)
}

/**
 * Direct messages cannot be deleted, only closed: they stay. @throws DiscordError as `deleteChannel` and `deleteThread`
 * do
 */
export function deleteAnyChannel(sandbox: Sandbox, actor: ActingUser, channelId: string) {
  const { channel, guildId } = channelOf(sandbox.world, channelId)
  if (guildId === undefined) return viewChannel(sandbox, actor.userId, channelId)
  const remove = isThread(channel.type) ? deleteThread : deleteChannel
  return remove(sandbox, actor, channelId)
}
