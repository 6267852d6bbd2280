import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { missingPermissions } from '../errors.ts'
import { parseForm, snowflake } from '../form.ts'
import { type ActingUser, requireAbove, requireMember, requirePermission } from '../guard.ts'
import { memberStateOf, roleOf } from '../lookup.ts'
import { replaceMember } from '../members/store.ts'
import { permission } from '../permissions.ts'
import type { LinkRules } from '../state.ts'
import { replaceRole } from './edit.ts'

/*
 * Roles that people can take themselves once an application, or one of their accounts elsewhere, shows that they meet
 * the requirements. The routes are those of people's clients, which Discord does not document; discord-userdoccers
 * does.
 */

const requirement = z.object({
  connection_type: z.string(),
  connection_metadata_field: z.string().nullish(),
  operator: z.number().int().min(1).max(8).nullish(),
  value: z.string().nullish(),
  application_id: snowflake.optional(),
})

/** All requirements of at least one of the inner lists have to be met. */
const rulesForm = z.array(z.array(requirement).min(1)).max(10)

/** @throws DiscordError 10011, 50013 without MANAGE_ROLES or for a role that is not below, 50035 */
export function linkRole(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  roleId: string,
  body: unknown,
): LinkRules {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageRoles)
  const role = roleOf(state, roleId)
  requireAbove(state, actor.userId, role)
  const rules = parseForm(rulesForm, body ?? [])
  const { tags, ...bare } = role
  const { guild_connections: _, ...others } = tags ?? {}
  const after = rules.length > 0 ? { ...others, guild_connections: null } : others
  state.linkedRoles.set(roleId, rules)
  replaceRole(sandbox, state, { ...bare, ...(Object.keys(after).length > 0 && { tags: after }) })
  return rules
}

export const linkRules = (sandbox: Sandbox, actor: ActingUser, guildId: string, roleId: string): LinkRules =>
  requirePermission(sandbox, actor.userId, guildId, permission.ManageRoles).linkedRoles.get(roleId) ?? []

/**
 * Gives a linked role to a user who takes it. @throws DiscordError 10011, 50013 when they do not meet its requirements
 */
export function takeLinkedRole(sandbox: Sandbox, userId: string, guildId: string, roleId: string): void {
  const state = requireMember(sandbox, userId, guildId)
  roleOf(state, roleId)
  const rules = state.linkedRoles.get(roleId) ?? []
  if (!rules.some(all => all.every(one => fits(sandbox, userId, one)))) throw missingPermissions()
  const before = memberStateOf(state, userId)
  replaceMember(sandbox, state, userId, before, { ...before, roles: [...new Set([...before.roles, roleId])] })
}

/** @throws DiscordError 10011, 50013 for a role that is not linked */
export function leaveLinkedRole(sandbox: Sandbox, userId: string, guildId: string, roleId: string): void {
  const state = requireMember(sandbox, userId, guildId)
  roleOf(state, roleId)
  if (!state.linkedRoles.get(roleId)?.length) throw missingPermissions()
  const before = memberStateOf(state, userId)
  replaceMember(sandbox, state, userId, before, { ...before, roles: before.roles.filter(id => id !== roleId) })
}

type Requirement = LinkRules[number][number]

function fits({ world, now }: Sandbox, userId: string, one: Requirement): boolean {
  if (one.connection_type !== 'application')
    return (
      world.accounts.get(userId)?.connections?.some(({ type }) => (type as string) === one.connection_type) === true
    )
  const known = world.applications.get(one.application_id ?? '')?.roleConnections?.byUser.get(userId)
  if (!known || !one.connection_metadata_field) return known !== undefined
  const has = known.metadata[one.connection_metadata_field]
  return has !== undefined && one.operator ? compares[one.operator]?.(has, Number(one.value), now()) === true : false
}

const day = 86_400_000

/**
 * Comparisons by operator; dates are compared with the day that many days ago. Source: Discord's documentation,
 * "Application Role Connection Metadata Type".
 */
const compares: Record<number, (has: string, wanted: number, now: number) => boolean> = {
  1: (has, wanted) => Number(has) <= wanted,
  2: (has, wanted) => Number(has) >= wanted,
  3: (has, wanted) => Number(has) === wanted,
  4: (has, wanted) => Number(has) !== wanted,
  5: (has, wanted, now) => Date.parse(has) <= now - wanted * day,
  6: (has, wanted, now) => Date.parse(has) >= now - wanted * day,
  7: (has, wanted) => Number(has) === wanted,
  8: (has, wanted) => Number(has) !== wanted,
}
