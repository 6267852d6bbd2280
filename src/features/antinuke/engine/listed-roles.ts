import type { ActionFacts, AuditEntry } from './audit-entry.ts'
import { changeOf } from './audit-changes.ts'
import { danger, power } from './danger.ts'

/** The roles that a list in an entry names: `[{id, name}]`, or bare ids. */
export function rolesIn(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    const id: unknown = typeof one === 'object' && one !== null && 'id' in one ? one.id : one
    return typeof id === 'string' ? [id] : []
  })
}

/** The roles that an entry says somebody was given, and those that were taken from them. */
export const rolesChanged = (entry: AuditEntry): { added: string[]; removed: string[] } => ({
  added: rolesIn(changeOf(entry, '$add')?.new_value),
  removed: rolesIn(changeOf(entry, '$remove')?.new_value),
})

/** The roles that the answers of an onboarding question give. */
export const rolesOfAnswers = (options: unknown): string[] =>
  (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
    if (typeof option !== 'object' || option === null) return []
    const { role_ids: ids, roles } = option as { role_ids?: unknown; roles?: unknown }
    return [...rolesIn(ids), ...rolesIn(roles)]
  })

/**
 * The permissions of roles that can do harm and that not everybody has. The bypass role, which exempts its holders from
 * being counted, is power, too.
 */
export const dangerOf = (
  roles: readonly string[],
  { permissionsOf, everyone, bypassRole }: Pick<ActionFacts, 'permissionsOf' | 'everyone' | 'bypassRole'>,
): bigint =>
  roles.reduce((bits, id) => bits | (permissionsOf(id) & danger & ~everyone) | (id === bypassRole ? power : 0n), 0n)
