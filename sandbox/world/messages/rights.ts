import { ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { permissionsIn, requireChannel } from '../guard.ts'
import { has, permission, speechBit } from '../permissions.ts'
import type { ChannelState } from '../state.ts'

const silent = new Set([ChannelType.GuildForum, ChannelType.GuildMedia, ChannelType.GuildCategory])

/** In direct messages everyone has these, as Discord's clients assume. */
const directRights =
  permission.ViewChannel |
  permission.SendMessages |
  permission.ReadMessageHistory |
  permission.EmbedLinks |
  permission.AttachFiles |
  permission.AddReactions |
  permission.UseExternalEmojis |
  permission.PinMessages

/** What somebody may do in a channel, which may be one of direct messages. */
export const rightsIn = (sandbox: Sandbox, actorId: string, state: ChannelState): bigint =>
  state.guildId === undefined ? directRights : permissionsIn(sandbox, actorId, state.channel.id)

/** @throws DiscordError 10003, 50001, or 50013 when a bit is missing */
export function requireRights(sandbox: Sandbox, actorId: string, channelId: string, wanted = 0n): ChannelState {
  const state = requireChannel(sandbox, actorId, channelId)
  if (!has(rightsIn(sandbox, actorId, state), wanted)) throw missingPermissions()
  return state
}

/**
 * Requires that someone may write here now.
 * @throws DiscordError 20016 while slow mode lasts, or as `requireWritable` does
 */
export function requireSpeech(sandbox: Sandbox, actorId: string, channelId: string): ChannelState {
  const state = requireWritable(sandbox, actorId, channelId)
  if (state.guildId !== undefined) requireSlowModeOver(sandbox, actorId, state)
  return state
}

/**
 * Requires that someone may write here at all, regardless of slow mode.
 * @throws DiscordError 50008 in a channel without messages, 50001 or 50013 for want of permission, 50083 in a locked
 * thread, 50007 or 50278 when a direct message cannot be delivered
 */
export function requireWritable(sandbox: Sandbox, actorId: string, channelId: string): ChannelState {
  const state = requireChannel(sandbox, actorId, channelId)
  const { channel } = state
  if (silent.has(channel.type)) throw new DiscordError(400, 50_008, 'Cannot send messages in a non-text channel')
  if (state.guildId === undefined) {
    requireDeliverable(sandbox, actorId, state)
    return state
  }
  const rights = rightsIn(sandbox, actorId, state)
  if (!has(rights, speechBit(channel.type))) throw missingPermissions()
  requireOpenThread(state, rights)
  return state
}

function requireOpenThread({ channel }: ChannelState, rights: bigint): void {
  if (!('thread_metadata' in channel) || !channel.thread_metadata?.locked) return
  if (!has(rights, permission.ManageThreads)) throw new DiscordError(400, 50_083, 'Thread is archived')
}

/** Slow mode binds people, not bots, unless they may bypass it. */
function requireSlowModeOver(sandbox: Sandbox, actorId: string, state: ChannelState): void {
  const seconds = 'rate_limit_per_user' in state.channel ? (state.channel.rate_limit_per_user ?? 0) : 0
  const account = sandbox.world.accounts.get(actorId)
  if (seconds === 0 || account?.bot) return
  if (has(rightsIn(sandbox, actorId, state), permission.BypassSlowmode)) return
  const last = [...state.messages.values()].findLast(message => message.author.id === actorId)
  if (!last) return
  const left = Date.parse(last.timestamp) + seconds * 1000 - sandbox.now()
  if (left <= 0) return
  const message = 'This action cannot be performed due to slowmode rate limit'
  throw new DiscordError(429, 20_016, message, undefined, { retry_after: left / 1000, global: false })
}

function requireDeliverable(sandbox: Sandbox, actorId: string, state: ChannelState): void {
  const recipients = 'recipients' in state.channel ? (state.channel.recipients ?? []) : []
  const other = recipients.find(user => user.id !== actorId)
  if (!other) return
  if (sandbox.world.accounts.get(other.id)?.directMessagesClosed)
    throw new DiscordError(403, 50_007, 'Cannot send messages to this user')
  if (!shareGuild(sandbox, actorId, other.id))
    throw new DiscordError(403, 50_278, 'Cannot send messages to this user due to having no mutual guilds')
}

function shareGuild(sandbox: Sandbox, oneId: string, otherId: string): boolean {
  for (const { members } of sandbox.world.guilds.values()) if (members.has(oneId) && members.has(otherId)) return true
  return false
}
