import { type APIMessage, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingPermissions, unknown } from '../errors.ts'
import { permissionsIn, requireChannel } from '../guard.ts'
import { guildChannelOf, memberOf } from '../lookup.ts'
import { listeners } from '../messages/store.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { timestamp } from '../time.ts'

/** Source: Discord's documentation, "Threads". */
const maxMembers = 1000

/** Makes someone a member of a thread and announces it; does nothing when they are one already or it is no thread. */
export function enter(sandbox: Sandbox, state: ChannelState, userId: string): void {
  if (!('thread_metadata' in state.channel) || state.threadMembers.has(userId) || state.guildId === undefined) return
  if (state.threadMembers.size >= maxMembers)
    throw new DiscordError(400, 30_033, 'Maximum number of thread participants has been reached (1000)')
  const member = { id: state.channel.id, user_id: userId, join_timestamp: timestamp(sandbox), flags: 0 }
  state.threadMembers.set(userId, member)
  tellMembers(sandbox, state, {
    added_members: [{ ...member, member: memberOf(sandbox.world, state.guildId, userId), presence: null }],
  })
}

/** From so many members on, mentioning a role adds none of them. Source: discord-api-docs #6439, pycord #1033. */
const mostByRole = 100

/** A mention in a thread makes members of those who see the channel that it belongs to, if its author may invite. */
export function enterMentioned(sandbox: Sandbox, state: ChannelState, message: APIMessage): void {
  const { channel, guildId } = state
  const guild = sandbox.world.guilds.get(guildId ?? '')
  if (!guild || !('thread_metadata' in channel) || !channel.parent_id) return
  const { parent_id: parentId, owner_id: ownerId, thread_metadata: metadata } = channel
  const may = (userId: string, id: string, wanted: bigint) => has(permissionsIn(sandbox, userId, id), wanted)
  const { id: authorId } = message.author
  const invites =
    metadata?.invitable !== false || ownerId === authorId || may(authorId, parentId, permission.ManageThreads)
  if (!invites) return
  const holders = message.mention_roles.flatMap(roleId => {
    const all = [...guild.members].flatMap(([userId, { roles }]) => (roles.includes(roleId) ? [userId] : []))
    return all.length < mostByRole ? all : []
  })
  for (const userId of [...message.mentions.map(({ id }) => id), ...holders])
    if (guild.members.has(userId) && may(userId, parentId, permission.ViewChannel)) enter(sandbox, state, userId)
}

function leave(sandbox: Sandbox, state: ChannelState, userId: string): void {
  if (!state.threadMembers.delete(userId)) return
  tellMembers(sandbox, state, { removed_member_ids: [userId] })
}

function tellMembers(sandbox: Sandbox, state: ChannelState, change: Record<string, unknown>): void {
  if (!('thread_metadata' in state.channel)) return
  const count = Math.min(state.threadMembers.size, 50)
  state.channel.member_count = count
  sandbox.emit({
    type: GatewayDispatchEvents.ThreadMembersUpdate,
    data: { id: state.channel.id, guild_id: state.guildId, member_count: count, ...change },
    audience: listeners(state),
  })
}

/** @throws DiscordError 10003 when it is no thread, 50001 when the actor cannot see it */
export function requireThread(sandbox: Sandbox, actorId: string, threadId: string): ChannelState & { guildId: string } {
  requireChannel(sandbox, actorId, threadId)
  const state = guildChannelOf(sandbox.world, threadId)
  if (!('thread_metadata' in state.channel)) throw unknown.channel()
  return state
}

/** @throws DiscordError 50083 while it is archived */
function requireOpen({ channel }: ChannelState): void {
  if ('thread_metadata' in channel && channel.thread_metadata?.archived)
    throw new DiscordError(400, 50_083, 'Thread is archived')
}

/** @throws DiscordError 10003, 50001, 50083 */
export function joinThread(sandbox: Sandbox, actorId: string, threadId: string): void {
  const state = requireThread(sandbox, actorId, threadId)
  requireOpen(state)
  enter(sandbox, state, actorId)
}

/**
 * @throws DiscordError 10007 for someone who is no member of the guild, 50013 when the actor may not write in the
 * thread
 */
export function addToThread(sandbox: Sandbox, actorId: string, threadId: string, userId: string): void {
  const state = requireThread(sandbox, actorId, threadId)
  requireOpen(state)
  if (!has(permissionsIn(sandbox, actorId, threadId), permission.SendMessagesInThreads)) throw missingPermissions()
  memberOf(sandbox.world, state.guildId, userId)
  enter(sandbox, state, userId)
}

export function leaveThread(sandbox: Sandbox, actorId: string, threadId: string): void {
  const state = requireThread(sandbox, actorId, threadId)
  requireOpen(state)
  leave(sandbox, state, actorId)
}

/** Needs MANAGE_THREADS, or to have started a private thread. @throws DiscordError 50013 */
export function removeFromThread(sandbox: Sandbox, actorId: string, threadId: string, userId: string): void {
  const state = requireThread(sandbox, actorId, threadId)
  requireOpen(state)
  const startedIt = 'owner_id' in state.channel && state.channel.owner_id === actorId
  if (!startedIt && !has(permissionsIn(sandbox, actorId, threadId), permission.ManageThreads))
    throw missingPermissions()
  leave(sandbox, state, userId)
}
