import type { ObjectKind } from '../journal/objects.ts'
import type { StoredStep } from './store.ts'
import { type Act, isOfMember } from './steps.ts'
import { isChannelReference } from './premature-steps.ts'

/** The limit against which a step counts. */
export function bucketOf(act: Act): string {
  if (isOfMember(act)) return 'member'
  if (act.do === 'unban' || act.do === 'ban') return act.do
  if (act.do === 'order-roles' || act.do === 'order-channels') return act.do
  const isOwn = (act.kind === 'channel' || act.kind === 'webhook') && act.do !== 'create'
  const ofChannel = act.do === 'create' && act.kind === 'webhook'
  return `${act.do} ${act.kind}${isOwn ? ` ${act.id}` : ''}${ofChannel ? ` ${String(act.body['channel_id'])}` : ''}`
}

/**
 * Whether only one step of a limit may be under way at a time: changes to one channel or webhook, the order of all, and
 * members. A member is read first, and Discord takes so few member edits that more reads at once would be in vain.
 */
export const isSingle = (act: Act): boolean =>
  act.do === 'member' ||
  act.do === 'order-roles' ||
  act.do === 'order-channels' ||
  ('kind' in act && act.do !== 'create' && (act.kind === 'channel' || act.kind === 'webhook'))

/**
 * Kinds that wait: what people see and use comes first; what newcomers are shown, and the order, come when there is
 * time.
 */
const later: ReadonlySet<ObjectKind> = new Set(['event', 'onboarding', 'welcome'])
export const urgency = ({ act }: Pick<StoredStep, 'act'>): number =>
  act.do === 'order-roles' || act.do === 'order-channels' ? 2 : 'kind' in act && later.has(act.kind) ? 1 : 0

export const classOf = (act: Act): string => ('kind' in act ? `${act.do} ${act.kind}` : act.do)

/**
 * Sorts steps: first what people see and use, and of that first what the longest chain of steps waits for. A category
 * comes before a channel, and a channel with a webhook before one without.
 */
export function inOrder(steps: readonly StoredStep[]): StoredStep[] {
  const byKey = new Map(steps.map(step => [step.key, step]))
  const heights = new Map<string, number>()
  const raise = ({ after }: StoredStep, height: number): void => {
    for (const key of after) {
      const maker = byKey.get(key)
      if (!maker || (heights.get(key) ?? 0) >= height || height > steps.length) continue
      heights.set(key, height)
      raise(maker, height + 1)
    }
  }
  for (const step of steps) if (urgency(step) === 0) raise(step, 1)
  // What still exists can wait for what is gone, and may turn out to be gone, too, or to name more of what comes back.
  const isThere = (step: StoredStep) =>
    isChannelReference(step) ? 2 : Number(step.act.do === 'edit' && step.act.kind === 'channel')
  return steps.toSorted(
    (a, b) =>
      urgency(a) - urgency(b) || (heights.get(b.key) ?? 0) - (heights.get(a.key) ?? 0) || isThere(a) - isThere(b),
  )
}
