import { AuditLogEvent } from 'discord-api-types/v10'
import type { Arena } from './arena.ts'

const gone = new Set([AuditLogEvent.MemberBanAdd, AuditLogEvent.MemberKick])

/** Everybody that the bot banned, kicked, timed out or took a role from, but those who attack. */
export function punished({ state, botId }: Arena, attackers: ReadonlySet<string>): string[] {
  const hit = state.auditLog.flatMap(({ action_type: type, user_id: by, target_id: target, changes = [] }) => {
    if (by !== botId || !target || attackers.has(target)) return []
    const keys = changes.map(({ key }) => String(key))
    const isPunished =
      gone.has(type) ||
      (type === AuditLogEvent.MemberRoleUpdate && keys.includes('$remove')) ||
      (type === AuditLogEvent.MemberUpdate && keys.includes('communication_disabled_until'))
    return isPunished ? [target] : []
  })
  return [...new Set(hit)]
}
