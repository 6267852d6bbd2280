import { type PlanDraft, isGone } from './plan-draft.ts'
import type { Repair } from './damage.ts'
import { isManaged } from './plan-roles.ts'
import { type Act, idsIn, numberIn, returnsForDays } from './steps.ts'

/** Plans people: roles back to those who held them, names, and lifted bans and timeouts. */
export function planPeople(draft: PlanDraft): void {
  const { damage } = draft
  planReturns(draft)
  planUnknown(draft)
  const returning = new Set(draft.returning.map(({ userId }) => userId))
  for (const repair of draft.repairs('member'))
    if (!isGone(repair)) planMember(draft, repair)
    else if (!returning.has(repair.id))
      draft.cannot(repair, 'They are no longer here: they have to join again themselves.')
  const attackers = new Set(damage.attackers)
  for (const id of new Set(damage.banned)) if (!attackers.has(id)) draft.add({ do: 'unban', id })
  for (const id of new Set(damage.unbanned)) if (!attackers.has(id)) draft.add({ do: 'ban', id })
  for (const id of new Set(damage.timedOut)) if (!attackers.has(id)) draft.add({ do: 'end-timeout', id })
  for (const id of new Set(damage.muted)) if (!attackers.has(id)) draft.add({ do: 'unmute', id })
  for (const id of new Set(damage.deafened)) if (!attackers.has(id)) draft.add({ do: 'undeafen', id })
}

/** Plans that people whom the attackers banned or kicked get back what they had as soon as they rejoin. */
function planReturns(draft: PlanDraft): void {
  const { now, knownGood, touched, attackers, banned = [] } = draft.damage
  const kicked = touched.flatMap(({ kind, id }) => (kind === 'member' && !now.member.has(id) ? [id] : []))
  for (const userId of new Set([...banned, ...kicked])) {
    const state = knownGood.member.get(userId)
    if (!state || attackers.includes(userId)) continue
    const [roles, nick] = [idsIn(state['roles']), typeof state['nick'] === 'string' ? state['nick'] : null]
    if (roles.length === 0 && nick === null) continue
    draft.returning.push({ userId, roles, nick })
    draft.cannot(
      { kind: 'member', id: userId },
      `They are no longer here. When they join again within ${returnsForDays} days, they get back their roles and their name.`,
    )
  }
}

/** Reports members with roles or a nickname whose earlier ones nobody knows: nothing is taken from them. */
function planUnknown(draft: PlanDraft): void {
  const { now, knownGood, touched, attackers } = draft.damage
  for (const { kind, id } of touched) {
    const state = now.member.get(id)
    if (kind !== 'member' || !state || knownGood.member.has(id) || attackers.includes(id)) continue
    if (idsIn(state['roles']).length > 0 || typeof state['nick'] === 'string')
      draft.cannot({ kind, id }, 'I did not know which roles and which name they had. Check them yourself.')
  }
}

function planMember(draft: PlanDraft, repair: Repair): void {
  const { id, now, wanted, differing } = repair
  const [is, was] = [idsIn(now?.['roles']), idsIn(wanted['roles'])]
  const roles = differing.includes('roles')
  const give = roles ? was.filter(role => !is.includes(role) && mayHandOut(draft, repair, role)) : []
  const take = roles
    ? is.filter(role => !was.includes(role) && draft.damage.now.role.has(role) && mayHandOut(draft, repair, role))
    : []
  const nick = differing.includes('nick') ? { nick: typeof wanted['nick'] === 'string' ? wanted['nick'] : null } : {}
  if (give.length + take.length === 0 && !('nick' in nick)) return
  const act: Act = { do: 'member', id, give, take, ...nick }
  draft.add(act, draft.makersOf(give))
}

/** Whether a role exists or comes back, and the bot may give and take it. */
function mayHandOut(draft: PlanDraft, repair: Repair, roleId: string): boolean {
  const { damage, able } = draft
  if (draft.made.has(roleId)) return true
  const role = damage.now.role.get(roleId)
  if (!role) return false
  if (!isManaged(role) && numberIn(role['position']) < able.top) return true
  draft.cannot(repair, `I can neither give nor take ${String(role['name'])}.`, 'roles')
  return false
}
