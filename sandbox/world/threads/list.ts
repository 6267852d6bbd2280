import { type APIThreadMember, ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { unknown } from '../errors.ts'
import { permissionsIn, requireMember, requirePermission } from '../guard.ts'
import { channelsOf, guildChannelOf, memberOf, parentIdOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { requireThread } from './membership.ts'

interface ThreadList {
  threads: ChannelState['channel'][]
  /** The caller's own membership in them. */
  members: APIThreadMember[]
  has_more: boolean
}

function listOf(states: readonly ChannelState[], viewerId: string, hasMore: boolean): ThreadList {
  return {
    threads: states.map(({ channel }) => channel),
    members: states.flatMap(({ threadMembers }) => threadMembers.get(viewerId) ?? []),
    has_more: hasMore,
  }
}

const metadataOf = ({ channel }: ChannelState) => ('thread_metadata' in channel ? channel.thread_metadata : undefined)

/** The threads of the guild that are not archived and that the viewer can see. @throws DiscordError 50001 */
export function activeThreads(sandbox: Sandbox, viewerId: string, guildId: string): ThreadList {
  const guild = requireMember(sandbox, viewerId, guildId)
  const open = [...channelsOf(sandbox.world, guild)]
    .filter(state => metadataOf(state)?.archived === false)
    .filter(({ channel }) => has(permissionsIn(sandbox, viewerId, channel.id), permission.ViewChannel))
  return listOf(open, viewerId, false)
}

export interface ArchivedPage {
  kind: 'public' | 'private' | 'joined'
  /** ISO 8601, exclusive; for `joined` a thread's id. */
  before?: string | undefined
  limit: number
}

/** Latest archived first. Private ones of others need MANAGE_THREADS. @throws DiscordError 50001, 50013 */
export function archivedThreads(
  sandbox: Sandbox,
  viewerId: string,
  channelId: string,
  { kind, before, limit }: ArchivedPage,
): ThreadList {
  const parent = guildChannelOf(sandbox.world, channelId)
  const wanted = permission.ReadMessageHistory | (kind === 'private' ? permission.ManageThreads : 0n)
  const guild = requirePermission(sandbox, viewerId, parent.guildId, wanted, channelId)
  const all = [...channelsOf(sandbox.world, guild)]
    .filter(state => parentIdOf(state.channel) === channelId && metadataOf(state)?.archived === true)
    .filter(({ channel }) => (channel.type === ChannelType.PrivateThread) === (kind !== 'public'))
    .filter(({ threadMembers }) => kind !== 'joined' || threadMembers.has(viewerId))
    .filter(state => before === undefined || isBefore(state, kind, before))
    .sort((left, right) => archivedAt(right) - archivedAt(left))
  return listOf(all.slice(0, limit), viewerId, all.length > limit)
}

const archivedAt = (state: ChannelState) => Date.parse(metadataOf(state)?.archive_timestamp ?? '')

const isBefore = (state: ChannelState, kind: ArchivedPage['kind'], before: string) =>
  kind === 'joined' ? BigInt(state.channel.id) < BigInt(before) : archivedAt(state) < Date.parse(before)

/** @throws DiscordError 10003, 50001 */
export function threadMembers(sandbox: Sandbox, viewerId: string, threadId: string, withMember: boolean) {
  const state = requireThread(sandbox, viewerId, threadId)
  return [...state.threadMembers.values()].map(member => shownMember(sandbox, state.guildId, member, withMember))
}

/** @throws DiscordError 10007 for someone who is not in the thread */
export function threadMember(
  sandbox: Sandbox,
  viewerId: string,
  threadId: string,
  userId: string,
  withMember: boolean,
) {
  const state = requireThread(sandbox, viewerId, threadId)
  const member = state.threadMembers.get(userId)
  if (!member) throw unknown.member()
  return shownMember(sandbox, state.guildId, member, withMember)
}

function shownMember(sandbox: Sandbox, guildId: string, member: APIThreadMember, withMember: boolean) {
  return withMember ? { ...member, member: memberOf(sandbox.world, guildId, member.user_id ?? '') } : member
}
