import { type PlanDraft, given, isGone, only } from './plan-draft.ts'
import type { Repair } from './damage.ts'

const incoming = 1
/** The type of a webhook that follows another channel's announcements. */
export const follower = 2
const guildOnly = 2

/** Plans webhooks, invites and events. */
export function planWebhooksInvitesEvents(draft: PlanDraft): void {
  for (const repair of draft.repairs('webhook'))
    if (isGone(repair)) createWebhook(draft, repair)
    else changeWebhook(draft, repair)
  for (const repair of draft.repairs('invite'))
    if (isGone(repair)) draft.cannot(repair, 'Discord never gives out the same code twice. Create a new invite.')
    else
      for (const field of repair.differing)
        draft.cannot(repair, 'Discord does not let anybody change an invite.', field)
  for (const repair of draft.repairs('event')) planEvent(draft, repair)
}

function createWebhook(draft: PlanDraft, repair: Repair): void {
  const { id, wanted, knownGood } = repair
  const channel = { channel_id: wanted['channel_id'] }
  if (wanted['type'] === follower) {
    const source = wanted['source_channel']
    if (typeof source === 'string') {
      const body = { ...channel, follow: source }
      const made = draft.add({ do: 'create', kind: 'webhook', id, body }, draft.makersOf(body))
      // Discord gives it the name and picture of the server that it follows.
      const avatar = draft.file(repair, 'avatar')
      const look = { ...given(wanted, ['name']), ...(avatar !== undefined && { avatar }) }
      draft.add({ do: 'edit', kind: 'webhook', id, body: look }, [made])
    } else draft.cannot(repair, 'The channel that it followed is not known.')
    return
  }
  if (wanted['type'] !== incoming || typeof knownGood?.['application_id'] === 'string') {
    draft.cannot(repair, 'It belongs to an app, which makes a new one when it needs it.')
    return
  }
  const avatar = draft.file(repair, 'avatar')
  const body = { ...channel, ...given(wanted, ['name']), ...(avatar && { avatar }) }
  draft.add({ do: 'create', kind: 'webhook', id, body }, draft.makersOf(channel))
  draft.cannot(repair, 'It has a new address: give it to everything that posts through it.', 'url')
}

function changeWebhook(draft: PlanDraft, repair: Repair): void {
  const { id, wanted, differing } = repair
  const body = only(
    wanted,
    ['name', 'channel_id'].filter(field => differing.includes(field)),
  )
  const avatar = differing.includes('avatar') ? draft.file(repair, 'avatar') : undefined
  if (avatar !== undefined) body['avatar'] = avatar
  if (Object.keys(body).length > 0) draft.add({ do: 'edit', kind: 'webhook', id, body }, draft.makersOf(body))
}

const setOfEvent = [
  'name',
  'description',
  'channel_id',
  'entity_type',
  'entity_metadata',
  'scheduled_start_time',
  'scheduled_end_time',
  'recurrence_rule',
] as const

/** The fields of a recurrence rule that people set; Discord works out the rest. */
function ruleOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const set = ['start', 'frequency', 'interval', 'by_weekday', 'by_n_weekday', 'by_month', 'by_month_day']
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => set.includes(key) && one !== null))
}

function planEvent(draft: PlanDraft, repair: Repair): void {
  const { id, wanted, differing } = repair
  const isPast = Date.parse(String(wanted['scheduled_start_time'])) <= draft.able.at
  if (isGone(repair)) {
    if (isPast) {
      draft.cannot(repair, 'Its start time has passed, and Discord does not accept events in the past.')
      return
    }
    const image = draft.file(repair, 'image')
    const body: Record<string, unknown> = {
      ...given(wanted, setOfEvent),
      privacy_level: guildOnly,
      ...(image && { image }),
    }
    if ('recurrence_rule' in body) body['recurrence_rule'] = ruleOf(body['recurrence_rule'])
    draft.add({ do: 'create', kind: 'event', id, body }, draft.makersOf(body))
    draft.cannot(repair, 'People who were interested have to say so again.', 'subscribers')
    return
  }
  const body = only(
    wanted,
    setOfEvent.filter(field => differing.includes(field)),
  )
  if ('recurrence_rule' in body) body['recurrence_rule'] = ruleOf(body['recurrence_rule'])
  const image = differing.includes('image') ? draft.file(repair, 'image') : undefined
  if (image !== undefined) body['image'] = image
  if (Object.keys(body).length > 0) draft.add({ do: 'edit', kind: 'event', id, body }, draft.makersOf(body))
}
