import {
  type APIAuditLogChange,
  type APIAuditLogEntry,
  type APIAuditLogOptions,
  type APIUser,
  AuditLogEvent,
  GatewayDispatchEvents,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { snowflakeTime } from '../snowflake.ts'
import type { ActingUser } from './guard.ts'
import { guildOf } from './lookup.ts'

interface AuditRecord {
  guildId: string
  /** A documented number, or one that only Discord's API description has. */
  type: AuditLogEvent | 200 | 201 | 202
  targetId?: string | null
  /** Whether Discord leaves out who it was. */
  nameless?: boolean
  changes?: readonly AuditChange[]
  /** Values are strings, as in Discord's. */
  options?: APIAuditLogOptions & { event_exception_id?: string }
}

/** The actor of an audit entry; none for requests made with only a webhook's token. */
type AuditActor = Omit<ActingUser, 'userId'> & { userId: string | null }

export interface AuditChange {
  key: string
  old_value?: unknown
  new_value?: unknown
}

/** How long entries of the same kind are merged into one (ms). */
const aggregationMs = 5 * 60_000

/** Discord writes one growing entry for these and sends its event only the first time. */
const aggregated = new Set<AuditLogEvent>([
  AuditLogEvent.MessageDelete,
  AuditLogEvent.MemberMove,
  AuditLogEvent.MemberDisconnect,
])

/**
 * Writes an audit log entry and sends GUILD_AUDIT_LOG_ENTRY_CREATE, both `conditions.auditLagMs` later: after the state
 * event, as Discord does. An entry that says nothing (an update without changes) is not written.
 */
export function audit(sandbox: Sandbox, actor: AuditActor, record: AuditRecord): void {
  if (record.changes?.length === 0) return
  const id = sandbox.nextId()
  const at = sandbox.now()
  const { auditExecutors, auditLagMs, auditTrouble } = sandbox.conditions
  const fate = fateOf(sandbox, auditTrouble)
  const entry: APIAuditLogEntry = {
    id,
    action_type: record.type as AuditLogEvent,
    user_id: auditExecutors === 'null' || fate.nameless || record.nameless ? null : actor.userId,
    target_id: record.targetId ?? null,
    // The documented union says which keys there are, not that all of them fit one literal type.
    ...(record.changes && { changes: record.changes as APIAuditLogChange[] }),
    ...(record.options && { options: record.options }),
    ...(actor.reason && { reason: actor.reason }),
  }
  sandbox.later(auditLagMs + fate.lateMs, () => {
    const state = sandbox.world.guilds.get(record.guildId)
    if (!state || grewAnother(state.auditLog, entry, at)) return
    state.auditLog.push(entry)
    if (auditExecutors === 'withheld') return
    for (let time = 0; time < fate.times; time += 1)
      sandbox.emit({
        type: GatewayDispatchEvents.GuildAuditLogEntryCreate,
        data: { ...entry, guild_id: record.guildId },
        audience: { guildId: record.guildId, anyPermission: PermissionFlagsBits.ViewAuditLog },
      })
  })
}

/**
 * Draws what goes wrong with one entry. Each draw has a stream of its own, so that changing one kind of trouble does
 * not affect the others.
 */
function fateOf({ random }: Sandbox, { jitterMs, lost, doubled, nameless }: Sandbox['conditions']['auditTrouble']) {
  return {
    lateMs: jitterMs > 0 ? random('audit late') * jitterMs : 0,
    times: random('audit lost') < lost ? 0 : random('audit doubled') < doubled ? 2 : 1,
    nameless: random('audit nameless') < nameless,
  }
}

/** What differs between two states of a thing, key by key; null and undefined count as absent. */
export function changesBetween<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  keys: readonly (keyof T & string)[],
): AuditChange[] {
  return keys.flatMap(key => {
    const [from, to] = [before[key] ?? undefined, after[key] ?? undefined]
    if (JSON.stringify(from) === JSON.stringify(to)) return []
    return [{ key, ...(from !== undefined && { old_value: from }), ...(to !== undefined && { new_value: to }) }]
  })
}

/** Renames the keys of changes: some fields are logged under a different key, such as a picture's hash. */
export const renamed = (changes: readonly AuditChange[], keys: Record<string, string>): AuditChange[] =>
  changes.map(change => ({ ...change, key: keys[change.key] ?? change.key }))

interface AuditFilter {
  userId?: string | undefined
  targetId?: string | undefined
  actionType?: AuditLogEvent | undefined
  before?: string | undefined
  after?: string | undefined
  limit: number
}

/** Newest first; oldest first when `after` is used. */
export function auditEntries(sandbox: Sandbox, guildId: string, filter: AuditFilter): APIAuditLogEntry[] {
  const found = guildOf(sandbox.world, guildId)
    .auditLog.filter(
      entry =>
        (filter.userId === undefined || entry.user_id === filter.userId) &&
        (filter.targetId === undefined || entry.target_id === filter.targetId) &&
        (filter.actionType === undefined || entry.action_type === filter.actionType) &&
        (filter.before === undefined || BigInt(entry.id) < BigInt(filter.before)) &&
        (filter.after === undefined || BigInt(entry.id) > BigInt(filter.after)),
    )
    .sort((left, right) => (BigInt(left.id) < BigInt(right.id) ? 1 : -1))
  return (filter.after === undefined ? found : found.toReversed()).slice(0, filter.limit)
}

/** The users that the entries name. */
export function auditUsers(sandbox: Sandbox, ids: Iterable<string | null>): APIUser[] {
  return [...ids].flatMap(id => (id === null ? [] : (sandbox.world.accounts.get(id)?.user ?? [])))
}

function grewAnother(log: APIAuditLogEntry[], entry: APIAuditLogEntry, at: number): boolean {
  if (!aggregated.has(entry.action_type)) return false
  const earlier = log.findLast(
    one =>
      one.action_type === entry.action_type &&
      one.user_id === entry.user_id &&
      one.target_id === entry.target_id &&
      one.options?.channel_id === entry.options?.channel_id &&
      at - snowflakeTime(one.id) < aggregationMs,
  )
  if (!earlier?.options) return false
  earlier.options = {
    ...earlier.options,
    count: String(Number(earlier.options.count ?? 1) + Number(entry.options?.count ?? 1)),
  }
  return true
}
