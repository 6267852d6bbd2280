import { AuditLogEvent } from 'discord.js'

/** Something a moderator did by hand. */
export interface ManualAction {
  kind: 'ban' | 'unban' | 'kick' | 'timeout' | 'untimeout'
  targetId: string
  /** When a timeout ends, Unix ms. */
  expiresAt: number | null
}

interface Entry {
  action: AuditLogEvent
  targetId: string | null
  changes: readonly { key: string; new?: unknown }[]
  /** Unix ms. */
  at: number
}

const plain = new Map<AuditLogEvent, ManualAction['kind']>([
  [AuditLogEvent.MemberBanAdd, 'ban'],
  [AuditLogEvent.MemberBanRemove, 'unban'],
  [AuditLogEvent.MemberKick, 'kick'],
])

/** What an audit log entry says was done to a member, if it is something that becomes a case. */
export function manualActionIn({ action, targetId, changes, at }: Entry): ManualAction | undefined {
  if (targetId === null) return undefined
  const kind = plain.get(action)
  if (kind) return { kind, targetId, expiresAt: null }
  const timeout = changes.find(({ key }) => key === 'communication_disabled_until')
  if (action !== AuditLogEvent.MemberUpdate || !timeout) return undefined
  const until = typeof timeout.new === 'string' ? Date.parse(timeout.new) : Number.NaN
  return until > at ? { kind: 'timeout', targetId, expiresAt: until } : { kind: 'untimeout', targetId, expiresAt: null }
}
