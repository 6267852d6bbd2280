import { type Draft, isGone } from './draft.ts'
import type { Repair } from './damage.ts'
import { isManaged } from './plan-roles.ts'
import { type Act, idsIn, numberIn } from './steps.ts'

/** Roles back to who held them, names, bans and timeouts lifted. */
export function planPeople(draft: Draft): void {
  const { damage } = draft
  for (const repair of draft.repairs('member'))
    if (isGone(repair)) draft.cannot(repair, 'They are no longer here: they have to join again themselves.')
    else planMember(draft, repair)
  const attackers = new Set(damage.attackers)
  for (const id of new Set(damage.banned)) if (!attackers.has(id)) draft.add({ do: 'unban', id })
  for (const id of new Set(damage.unbanned)) if (!attackers.has(id)) draft.add({ do: 'ban', id })
  for (const id of new Set(damage.timedOut)) if (!attackers.has(id)) draft.add({ do: 'end-timeout', id })
}

function planMember(draft: Draft, repair: Repair): void {
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

/** Whether the role is there and the bot may give and take it. */
function mayHandOut(draft: Draft, repair: Repair, roleId: string): boolean {
  const { damage, able } = draft
  if (draft.made.has(roleId)) return true
  const role = damage.now.role.get(roleId)
  if (!role) return false
  if (!isManaged(role) && numberIn(role['position']) < able.top) return true
  draft.cannot(repair, `I can neither give nor take ${String(role['name'])}.`, 'roles')
  return false
}
