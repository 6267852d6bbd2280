import type { APIRole } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { optional, parseForm, snowflake, whole } from '../form.ts'
import { missingPermissions } from '../errors.ts'
import { type ActingUser, rankOf, requirePermission } from '../guard.ts'
import { comparePositions, type RolePosition, standsAbove } from '../hierarchy.ts'
import { roleOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { replaceRole } from './edit.ts'

const orderForm = z.array(z.object({ id: snowflake, position: optional(whole(0, 1_000)) })).max(250)

/**
 * Moves roles. Sends a GUILD_ROLE_UPDATE for every role whose position changes, and writes no audit entry.
 * @throws DiscordError 10011, 50013 for a role that is or would be at least as high as the actor's highest
 */
export function orderRoles(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): APIRole[] {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageRoles)
  const wishes = parseForm(orderForm, body).flatMap(({ id, position }) =>
    position === undefined ? [] : [{ id: roleOf(state, id).id, position }],
  )
  const reorder = sandbox.conditions.movedRoles === 'renumbered' ? reordered : asAsked
  const order = reorder([...state.roles.values()], wishes, guildId)
  requireRestAbove(state, actor, order)
  for (const { id, position } of order) {
    const role = roleOf(state, id)
    if (role.position !== position) replaceRole(sandbox, state, { ...role, position })
  }
  return [...state.roles.values()]
}

/** Requires that roles ranking at least as high as the actor stay on top, in their order. */
function requireRestAbove(state: GuildState, actor: ActingUser, order: readonly RolePosition[]): void {
  const before = reordered([...state.roles.values()], [], state.guild.id)
  const rank = rankOf(state, actor.userId)
  const resting = before.filter(({ id }) => !standsAbove(rank, state.guild.owner_id, roleOf(state, id)))
  const top = order.slice(order.length - resting.length)
  if (resting.some(({ id }, index) => id !== top[index]?.id)) throw missingPermissions()
}

/**
 * Renumbers positions from 1 without gaps; @everyone stays at 0. When positions are equal, a moved role goes above one
 * that was not moved.
 */
export function reordered(
  roles: readonly RolePosition[],
  wishes: readonly RolePosition[],
  everyoneId: string,
): RolePosition[] {
  const wished = new Map(wishes.map(wish => [wish.id, wish.position]))
  const place = ({ id, position }: RolePosition) => ({ id, position: wished.get(id) ?? position })
  return roles
    .filter(role => role.id !== everyoneId)
    .toSorted((left, right) => {
      const [a, b] = [place(left), place(right)]
      if (a.position !== b.position) return a.position - b.position
      if (wished.has(a.id) !== wished.has(b.id)) return wished.has(a.id) ? 1 : -1
      return comparePositions(a, b)
    })
    .map(({ id }, index) => ({ id, position: index + 1 }))
}

/** Positions exactly as requested, including ties; from the lowest role to the highest. */
function asAsked(roles: readonly RolePosition[], wishes: readonly RolePosition[], everyoneId: string): RolePosition[] {
  const wished = new Map(wishes.map(wish => [wish.id, wish.position]))
  return roles
    .filter(role => role.id !== everyoneId)
    .map(({ id, position }) => ({ id, position: wished.get(id) ?? position }))
    .toSorted(comparePositions)
}

/** How many members hold each role; @everyone is not counted. */
export function memberCounts(state: GuildState): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const id of state.roles.keys()) if (id !== state.guild.id) counts[id] = 0
  for (const { roles } of state.members.values()) for (const id of roles) counts[id] = (counts[id] ?? 0) + 1
  return counts
}
