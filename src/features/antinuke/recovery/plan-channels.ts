import type { ObjectState } from '../journal/objects.ts'
import { type PlanDraft, given, isGone, only, willMake } from './plan-draft.ts'
import type { Repair } from './damage.ts'
import type { Raw } from './raw.ts'
import { channelPositions, type ChannelPlace } from './restore-order.ts'
import { idsIn, numberIn } from './steps.ts'

const manageRoles = 1n << 28n
const viewChannel = 1n << 10n
const category = 4
/** Types of channels that only communities have: announcements and stages. */
const communal: ReadonlySet<unknown> = new Set([5, 13])
/** Types of channels in which people write, so that what they wrote is lost with the channel. */
const written: ReadonlySet<unknown> = new Set([0, 2, 5, 13, 15, 16])
/** The flags that people set: spoiler, tags required, no downloads. */
export const flagsOfPeople = (1 << 4) | (1 << 15) | (1 << 21)

export function announceChannels(draft: PlanDraft): void {
  for (const repair of draft.repairs('channel')) if (isGone(repair)) willMake(draft, repair)
}

/**
 * Reports touched channels that the bot cannot see. Nobody can change a channel they cannot see: Discord refuses with
 * 50001, Missing Access.
 */
function tellHidden(draft: PlanDraft): void {
  const { touched, hidden } = draft.damage
  for (const id of new Set(touched.flatMap(one => (one.kind === 'channel' && hidden?.has(one.id) ? [one.id] : []))))
    draft.cannot(
      { kind: 'channel', id },
      'It is hidden from me, so I can put nothing back in it. Give me Administrator, or View Channel there, and put it back on the Time machine page.',
    )
}

/** Plans categories, then the channels in them, then one request for the order. */
export function planChannels(draft: PlanDraft): void {
  tellHidden(draft)
  const repairs = draft.repairs('channel')
  const isCategory = ({ knownGood }: Repair) => knownGood?.['type'] === category
  const inOrder = [...repairs.filter(isCategory), ...repairs.filter(one => !isCategory(one))]
  for (const repair of inOrder)
    if (isGone(repair)) createChannel(draft, repair)
    else editChannel(draft, repair)
  orderChannels(draft)
}

function createChannel(draft: PlanDraft, repair: Repair): void {
  const { wanted } = repair
  const fields = Object.keys(wanted).filter(field => field !== 'flags')
  const body = { ...given(wanted, fields), ...overwritesOf(draft, repair), ...tagsOf(wanted) }
  const makers = draft.makersOf(body)
  const community = communal.has(wanted['type']) && draft.community !== undefined ? [draft.community] : []
  const made = draft.add({ do: 'create', kind: 'channel', id: repair.id, body }, [...makers, ...community])
  const flags = numberIn(wanted['flags']) & flagsOfPeople
  if (flags !== 0) draft.add({ do: 'edit', kind: 'channel', id: repair.id, body: { flags } }, [made])
  if (written.has(wanted['type']))
    draft.cannot(repair, 'What was written there is gone for good, threads included.', 'messages')
}

/** Names and topics have a limit of their own, so they are changed separately and do not hold up the rest. */
const seldom: readonly string[] = ['name', 'topic']

function editChannel(draft: PlanDraft, repair: Repair): void {
  const { id, wanted, now } = repair
  const fields = repair.differing.filter(field => field !== 'position')
  if (fields.length === 0) return
  const isExchange = [wanted['type'], now?.['type']].every(type => type === 0 || type === 5)
  if (fields.includes('type') && !isExchange) {
    draft.cannot(repair, 'Discord does not let this kind of channel become another.', 'type')
    fields.splice(fields.indexOf('type'), 1)
  }
  const parts = [fields.filter(field => !seldom.includes(field)), fields.filter(field => seldom.includes(field))]
  for (const part of parts) {
    if (part.length === 0) continue
    const body = only(wanted, part)
    if (part.includes('permission_overwrites')) Object.assign(body, overwritesOf(draft, repair))
    if (part.includes('available_tags')) Object.assign(body, tagsOf(wanted))
    const community =
      part.includes('type') && wanted['type'] === 5 && draft.community !== undefined ? [draft.community] : []
    // A channel that follows its category is set once the category has been.
    const parent = `edit channel ${String(now?.['parent_id'])}`
    const first = draft.steps.some(({ key }) => key === parent) ? [parent] : []
    draft.add({ do: 'edit', kind: 'channel', id, body }, [
      ...draft.makersOf(body),
      ...community,
      ...first,
      ...onboardingBefore(draft, id, body),
    ])
  }
}

/**
 * The steps that must come before a channel is closed to everyone: Discord refuses that (350003) while onboarding gives
 * the channel to newcomers.
 */
function onboardingBefore(
  { able, damage, repairs }: PlanDraft,
  id: string,
  { permission_overwrites: list }: Raw,
): string[] {
  const isClosing = (one: unknown) =>
    isOverwrite(one) && one.id === able.guildId && (BigInt(one.deny) & viewChannel) !== 0n
  if (!Array.isArray(list) || !list.some(isClosing)) return []
  const shown = [...damage.now.onboarding.values()].some(one => idsIn(one['default_channel_ids']).includes(id))
  return shown ? repairs('onboarding').map(one => `edit onboarding ${one.id}`) : []
}

const isOverwrite = (one: unknown): one is { id: string; type: number; allow: string; deny: string } =>
  typeof one === 'object' && one !== null && 'id' in one && 'type' in one && 'allow' in one && 'deny' in one

/** The overwrites that the bot can set: for roles that exist or come back, with permissions that it has itself. */
function overwritesOf(draft: PlanDraft, repair: Repair): { permission_overwrites?: object[] } {
  const list = repair.wanted['permission_overwrites']
  if (!Array.isArray(list)) return {}
  const { able, damage } = draft
  const isAdministrator = (able.permissions & 8n) !== 0n
  const allowed = able.permissions & ~manageRoles
  let cut = false
  const own = (bits: string) => {
    const kept = isAdministrator ? BigInt(bits) : BigInt(bits) & allowed
    cut ||= kept !== BigInt(bits)
    return String(kept)
  }
  const permission_overwrites = list.filter(isOverwrite).flatMap(({ id, type, allow, deny }) => {
    const isThere = type !== 0 || damage.now.role.has(id) || draft.made.has(id)
    return isThere ? [{ id, type, allow: own(allow), deny: own(deny) }] : []
  })
  if (cut) draft.cannot(repair, 'Its overwrites have permissions that I do not have myself.', 'permission_overwrites')
  return { permission_overwrites }
}

/** Tags get new ids. */
function tagsOf({ available_tags: tags }: ObjectState): { available_tags?: object[] } {
  if (!Array.isArray(tags)) return {}
  const list = tags.filter((tag): tag is object => typeof tag === 'object' && tag !== null)
  return {
    available_tags: list.map(tag =>
      Object.fromEntries(Object.entries(tag).filter(([key, value]) => key !== 'id' && value !== null)),
    ),
  }
}

export const placeOf = (id: string, state: ObjectState): ChannelPlace => ({
  id,
  type: numberIn(state['type']),
  parentId: typeof state['parent_id'] === 'string' ? state['parent_id'] : null,
  position: numberIn(state['position']),
})

/** The positions of all channels. */
export const goodPositions = (channels: ReadonlyMap<string, ObjectState>): Record<string, number> =>
  Object.fromEntries([...channels].map(([id, state]) => [id, numberIn(state['position'])]))

/** The channels that are put in their place: recreated, moved to another category, or moved within one. */
export function movedChannels(repairs: readonly Repair[]): string[] {
  return repairs
    .filter(
      ({ now, wanted, differing }) =>
        !now || differing.includes('parent_id') || ('position' in wanted && differing.includes('position')),
    )
    .map(({ id }) => id)
}

function orderChannels(draft: PlanDraft): void {
  const { damage } = draft
  const repairs = draft.repairs('channel')
  const moved = movedChannels(repairs)
  if (moved.length === 0) return
  const knownGood = goodPositions(damage.knownGood.channel)
  const isMoved = new Set(moved)
  const makers = draft.steps.flatMap(({ key, act }) =>
    'kind' in act && act.kind === 'channel' && isMoved.has(act.id) ? [key] : [],
  )
  const now = [...damage.now.channel].map(([id, state]) => placeOf(id, state))
  const isRight =
    makers.length === 0 && channelPositions(now, new Map(Object.entries(knownGood)), new Set(moved)).length === 0
  if (!isRight) draft.add({ do: 'order-channels', moved, good: knownGood }, makers)
}
