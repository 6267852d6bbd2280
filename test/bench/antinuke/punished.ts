import { AuditLogEvent } from 'discord-api-types/v10'
import type { Arena } from './arena.ts'

const gone = new Set([AuditLogEvent.MemberBanAdd, AuditLogEvent.MemberKick])

/** Member lists still name deleted roles; leaving one of those out takes nothing from anybody. */
function takesRole({ state }: Arena, changes: readonly { key: unknown; new_value?: unknown }[]): boolean {
  const taken = changes
    .filter(({ key }) => key === '$remove')
    .flatMap(({ new_value: roles }) => roles as { id: string }[])
  return taken.some(({ id }) => state.roles.has(id))
}

/** Everybody except the attackers whom the bot banned, kicked, timed out or took a role from. */
export function punished(arena: Arena, attackers: ReadonlySet<string>): string[] {
  const { state, botId } = arena
  const hit = state.auditLog.flatMap(({ action_type: type, user_id: by, target_id: target, changes = [] }) => {
    if (by !== botId || !target || attackers.has(target)) return []
    const keys = changes.map(({ key }) => key as string)
    const isPunished =
      gone.has(type) ||
      (type === AuditLogEvent.MemberRoleUpdate && takesRole(arena, changes)) ||
      (type === AuditLogEvent.MemberUpdate && keys.includes('communication_disabled_until'))
    return isPunished ? [target] : []
  })
  return [...new Set(hit)]
}
