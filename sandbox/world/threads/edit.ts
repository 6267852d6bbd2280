import { type APIChannel, AuditLogEvent, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween } from '../audit.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { optional, parseForm, snowflake, text, whole } from '../form.ts'
import { type ActingUser, permissionsIn } from '../guard.ts'
import { listeners } from '../messages/store.ts'
import { has, permission } from '../permissions.ts'
import { timestamp } from '../time.ts'
import { awaitSilence } from './auto-archive.ts'
import { requireThread } from './membership.ts'
import { archiveDuration } from './open.ts'

const form = z.object({
  name: optional(text(100, 1)),
  archived: optional(z.boolean()),
  locked: optional(z.boolean()),
  invitable: optional(z.boolean()),
  auto_archive_duration: optional(archiveDuration),
  rate_limit_per_user: optional(whole(0, 21_600)),
  flags: optional(whole(0, 2 ** 31 - 1)),
  applied_tags: optional(z.array(snowflake).max(5)),
})
type Change = z.output<typeof form>

/** The pinned post of a forum. */
const pinned = 1 << 1

/**
 * Changes a thread. Needs MANAGE_THREADS; unless it is locked, its owner may rename, archive and tag it and change
 * its archive duration, and everyone who may write in it may open it again.
 * @throws DiscordError 10003, 50001, 50013, 50083 for a change to an archived thread, 50035
 */
export function editThread(sandbox: Sandbox, actor: ActingUser, threadId: string, body: unknown): APIChannel {
  const state = requireThread(sandbox, actor.userId, threadId)
  const { channel } = state
  if (!('thread_metadata' in channel) || !channel.thread_metadata) return channel
  const change = parseForm(form, body)
  const metadata = channel.thread_metadata
  const rights = permissionsIn(sandbox, actor.userId, threadId)
  if (!isAllowed(change, rights, channel.owner_id === actor.userId, metadata.locked ?? false))
    throw missingPermissions()
  if (metadata.archived && change.archived !== false && Object.values(change).some(value => value !== undefined))
    throw new DiscordError(400, 50_083, 'Thread is archived')

  const before = { ...channel, ...metadata }
  const { archived, locked, invitable, auto_archive_duration, flags, ...own } = definedOf(change)
  Object.assign(channel, own, flags !== undefined && { flags: flags & pinned })
  Object.assign(metadata, definedOf({ archived, locked, auto_archive_duration }))
  if (invitable !== undefined && channel.type === ChannelType.PrivateThread) metadata.invitable = invitable
  if (archived !== undefined && archived !== before.archived) metadata.archive_timestamp = timestamp(sandbox)
  const changes = changesBetween<typeof before>(before, { ...channel, ...metadata }, logged)
  if (changes.length === 0) return channel
  if (changes.some(({ key }) => key === 'archived' || key === 'auto_archive_duration')) awaitSilence(sandbox, state)
  sandbox.emit({ type: GatewayDispatchEvents.ThreadUpdate, data: { ...channel }, audience: listeners(state) })
  audit(sandbox, actor, { guildId: state.guildId, type: AuditLogEvent.ThreadUpdate, targetId: threadId, changes })
  return channel
}

const logged = [
  'name',
  'archived',
  'locked',
  'invitable',
  'auto_archive_duration',
  'rate_limit_per_user',
  'flags',
  'applied_tags',
] as const

function isAllowed(change: Change, rights: bigint, isOwner: boolean, isLocked: boolean): boolean {
  if (has(rights, permission.ManageThreads)) return true
  const { archived, name, applied_tags, auto_archive_duration, ...rest } = change
  if (Object.values(rest).some(value => value !== undefined) || isLocked) return false
  const opensOnly = archived === false && [name, applied_tags, auto_archive_duration].every(one => one === undefined)
  return isOwner || (opensOnly && has(rights, permission.SendMessagesInThreads))
}

const definedOf = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>
