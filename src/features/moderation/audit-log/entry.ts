import { AuditLogEvent } from 'discord.js'
import { formatCount } from '#kit/numbers.ts'
import type { CaseKind } from '../contract.ts'

/** An action that a moderator took by hand. */
export interface ManualAction {
  kind: CaseKind
  /** Null for actions on messages, and for moves and disconnections, whose entries do not name the members. */
  targetId: string | null
  channelId: string | null
  /** When a timeout ends (Unix ms). */
  expiresAt: number | null
  /** How many messages were deleted, or people moved or disconnected. */
  count: number | null
  /** The nickname before and after; null if there was none. */
  nicknames: { before: string | null; after: string | null } | null
}

export interface AuditEntry {
  action: AuditLogEvent
  executorId: string | null
  targetId: string | null
  changes: readonly { key: string; old?: unknown; new?: unknown }[]
  channelId: string | null
  count: number | null
  /** Unix ms. */
  at: number
}

/** Entries that grow while the same moderator goes on, without another event. Source: discord/discord-api-docs issue 5911. */
export const growing: ReadonlySet<AuditLogEvent> = new Set([AuditLogEvent.MemberMove, AuditLogEvent.MemberDisconnect])

const plain = new Map<AuditLogEvent, CaseKind>([
  [AuditLogEvent.MemberBanAdd, 'ban'],
  [AuditLogEvent.MemberBanRemove, 'unban'],
  [AuditLogEvent.MemberKick, 'kick'],
])

const counted = new Map<AuditLogEvent, CaseKind>([
  [AuditLogEvent.MemberMove, 'move'],
  [AuditLogEvent.MemberDisconnect, 'disconnect'],
  [AuditLogEvent.MessageBulkDelete, 'purge'],
])

/** Returns how many messages or members it was about, in words. */
export const countedDetail = (kind: CaseKind, count: number): string =>
  formatCount(count, kind === 'purge' ? 'message' : 'member')

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

type Change = AuditEntry['changes'][number]

/** One entry can contain several changes: a client that saves a member's profile sends all of them at once. */
const memberChanges: Record<string, (change: Change, entry: AuditEntry) => Partial<ManualAction> | undefined> = {
  communication_disabled_until(change, { at }) {
    const until = typeof change.new === 'string' ? Date.parse(change.new) : Number.NaN
    return until > at ? { kind: 'timeout', expiresAt: until } : { kind: 'untimeout' }
  },
  // Renaming oneself is not a moderator's action.
  nick: (change, { executorId, targetId }) =>
    executorId === targetId
      ? undefined
      : { kind: 'nick', nicknames: { before: text(change.old), after: text(change.new) } },
  mute: change => ({ kind: change.new === true ? 'voice-mute' : 'voice-unmute' }),
  deaf: change => ({ kind: change.new === true ? 'deafen' : 'undeafen' }),
}

/** Returns the actions in an audit log entry that become cases. */
export function manualActionsIn(entry: AuditEntry): ManualAction[] {
  const { action, targetId, channelId, count } = entry
  const acted = (known: Partial<ManualAction>): ManualAction[] =>
    known.kind === undefined
      ? []
      : [{ targetId, channelId: null, expiresAt: null, count: null, nicknames: null, ...known, kind: known.kind }]
  const total = counted.get(action)
  if (action === AuditLogEvent.MessageBulkDelete)
    return acted({ kind: 'purge', targetId: null, channelId: targetId, count: count ?? 1 })
  if (total) return acted({ kind: total, targetId: null, channelId, count: count ?? 1 })
  if (targetId === null) return []
  const kind = plain.get(action)
  if (kind) return acted({ kind })
  if (action !== AuditLogEvent.MemberUpdate) return []
  return entry.changes.flatMap(change => acted(memberChanges[change.key]?.(change, entry) ?? {}))
}
