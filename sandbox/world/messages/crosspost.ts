import { type APIMessage, ChannelType, MessageFlags } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { publishCopies } from '../webhooks/followers.ts'
import { has, permission } from '../permissions.ts'
import { requireWritable, rightsIn } from './rights.ts'
import { announceUpdate, messageOf } from './store.ts'

/**
 * Publishes a message of an announcement channel: every channel that follows it gets a copy. Someone else's needs
 * MANAGE_MESSAGES.
 * @throws DiscordError 10008, 40033, 50013, 50024
 */
export function crosspost(sandbox: Sandbox, actorId: string, channelId: string, messageId: string): APIMessage {
  const state = requireWritable(sandbox, actorId, channelId)
  const message = messageOf(state, messageId)
  if (state.channel.type !== ChannelType.GuildAnnouncement)
    throw new DiscordError(403, 50_024, 'Cannot execute action on this channel type')
  const isOwn = message.author.id === actorId
  if (!isOwn && !has(rightsIn(sandbox, actorId, state), permission.ManageMessages)) throw missingPermissions()
  const flags = message.flags ?? 0
  if ((flags & MessageFlags.Crossposted) !== 0)
    throw new DiscordError(400, 40_033, 'This message has already been crossposted')
  message.flags = flags | MessageFlags.Crossposted
  announceUpdate(sandbox, message)
  publishCopies(sandbox, message, state)
  return message
}
