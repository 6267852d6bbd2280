import { damageOf } from './damage.ts'
import { createDraft } from './plan-draft.ts'
import { announceChannels, planChannels } from './plan-channels.ts'
import { planCommunitySettings } from './plan-community.ts'
import { planWebhooksInvitesEvents } from './plan-webhooks-invites-events.ts'
import { announceExpressions, planExpressions } from './plan-expressions.ts'
import { planCommunity, planGuild } from './plan-guild.ts'
import { planPeople } from './plan-people.ts'
import { announceRoles, isManaged, planRoles } from './plan-roles.ts'
import { type Ability, type Damage, numberIn, type RecoveryPlan } from './steps.ts'

/** The most roles and channels in a server. Source: Discord's errors 30005 and 30013. */
const most: Partial<Record<string, number>> = { role: 250, channel: 500 }

/**
 * Plans the requests that put a server back, in their order: what the attackers made is deleted, what is still there is
 * corrected, and what they destroyed is recreated. Everything goes by its first id, so a second plan contains only what
 * is left to do.
 * @param remade what was destroyed and has been recreated since, by first ids
 */
export function planSteps(damage: Damage, able: Ability, remade?: ReadonlySet<string>): RecoveryPlan {
  const { junk, repairs } = damageOf(damage, remade)
  const draft = createDraft(damage, able, repairs)
  announceRoles(draft)
  announceChannels(draft)
  announceExpressions(draft)
  for (const object of junk) {
    const { kind, id } = object
    const state = damage.now[kind].get(id)
    if (kind === 'channel' && damage.inUse?.has(id))
      draft.cannot(object, 'Others have written in it since: it stays. Delete it yourself if nobody needs it.')
    else if (kind === 'role' && (isManaged(state) || numberIn(state?.['position']) >= able.top))
      draft.cannot(
        object,
        isManaged(state) ? 'It belongs to an app: it is removed with the app.' : 'It is above my own role.',
      )
    else draft.add({ do: 'delete', kind, id })
  }
  const deletions = draft.steps.length
  planRoles(draft)
  planCommunity(draft)
  planChannels(draft)
  planGuild(draft)
  planPeople(draft)
  planCommunitySettings(draft)
  planWebhooksInvitesEvents(draft)
  planExpressions(draft)
  return {
    steps: roomFirst(draft.steps, damage, deletions),
    returning: draft.returning,
    impossible: draft.impossible,
    targets: [
      ...junk.map(object => ({ ...object, fields: [] })),
      ...repairs.map(({ kind, id, wanted }) => ({ kind, id, wanted, fields: Object.keys(wanted) })),
    ],
  }
}

/** If a server is full of what the attackers made, that has to be deleted before anything is recreated. */
function roomFirst(steps: RecoveryPlan['steps'], { now }: Damage, deletions: number): RecoveryPlan['steps'] {
  const made = new Map<string, number>()
  for (const { act } of steps) if (act.do === 'create') made.set(act.kind, (made.get(act.kind) ?? 0) + 1)
  return steps.map(step => {
    const { act } = step
    if (act.do !== 'create') return step
    const limit = most[act.kind] ?? Infinity
    if (now[act.kind].size + (made.get(act.kind) ?? 0) <= limit) return step
    const before = steps
      .slice(0, deletions)
      .flatMap(({ key, act: other }) => (other.do === 'delete' && other.kind === act.kind ? [key] : []))
    return { ...step, after: [...before, ...step.after] }
  })
}
