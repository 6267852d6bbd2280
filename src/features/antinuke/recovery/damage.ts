import { objectKey, type ObjectKind, objectKinds, type ObjectName, type ObjectState } from '../journal/objects.ts'
import { mentionsAny, sameField, settableFields, backOf } from './compare-fields.ts'
import { partsIn, withParts } from './overwrite-parts.ts'
import type { Damage, Touched } from './steps.ts'

/** One object to be looked at, with the fields of it that count. */
export interface Repair extends ObjectName {
  now: ObjectState | undefined
  knownGood: ObjectState | undefined
  /** The wanted values of all fields that count, whether they differ or not. */
  wanted: ObjectState
  /** The fields that differ. */
  differing: readonly string[]
}

/** Kinds of which a server has exactly one, which cannot be deleted. */
export const singletonKinds: ReadonlySet<ObjectKind> = new Set(['guild', 'onboarding', 'welcome', 'widget'])
/** Kinds of objects that are deleted with their channel. */
export const deletedWithChannel: readonly ObjectKind[] = ['webhook', 'invite', 'event']

/** Whether an object was in a channel that was lost; webhooks that follow a channel are lost with that one, too. */
const wasInLostChannel = (state: ObjectState, lost: ReadonlySet<string>): boolean =>
  [state['channel_id'], state['source_channel']].some(id => typeof id === 'string' && lost.has(id))

const kinds = Object.keys(objectKinds) as ObjectKind[]

/** By kind and id: the fields of an object that attacks touched; undefined for all of them. */
export function touchedFields(touched: readonly Touched[]): Map<string, ReadonlySet<string> | undefined> {
  const all = new Map<string, ReadonlySet<string> | undefined>()
  for (const { fields, ...object } of touched) {
    const key = objectKey(object)
    const known = all.get(key)
    const whole = !fields || (all.has(key) && !known)
    all.set(key, whole ? undefined : new Set([...(known ?? []), ...fields]))
  }
  return all
}

/**
 * Works out what the attack destroyed: what it touched, and what followed from that without an action of its own, such
 * as the holders of a deleted role. Everything goes by its first id.
 * @param remade what was destroyed and has been recreated since
 */
export function damageOf(
  damage: Damage,
  remade: ReadonlySet<string> = new Set(),
): { junk: ObjectName[]; repairs: Repair[]; lost: Set<string> } {
  const { now, knownGood, hidden = new Set() } = damage
  const touched = touchedFields(damage.touched)
  const named = damage.touched.map(({ kind, id }) => ({ kind, id }))
  const junk = named.filter(
    ({ kind, id }) => !singletonKinds.has(kind) && kind !== 'member' && !knownGood[kind].has(id) && now[kind].has(id),
  )
  const isGone = ({ kind, id }: ObjectName) =>
    !singletonKinds.has(kind) && kind !== 'member' && knownGood[kind].has(id) && !now[kind].has(id) && !hidden.has(id)
  const lost = new Set([
    ...named.filter(isGone).map(({ id }) => id),
    ...named.flatMap(({ id }) => (remade.has(id) ? [id] : [])),
  ])
  for (const kind of deletedWithChannel)
    for (const [id, state] of knownGood[kind])
      if (wasInLostChannel(state, lost) && (!now[kind].has(id) || remade.has(id))) lost.add(id)

  const repairs: Repair[] = []
  for (const kind of kinds)
    for (const [id, before] of knownGood[kind]) {
      if (hidden.has(id) || (kind === 'member' && damage.attackers.includes(id))) continue
      const current = now[kind].get(id)
      const wanted = wantedOf(kind, before, current, lost.has(id) ? undefined : touched.get(objectKey({ kind, id })), {
        whole:
          lost.has(id) || (touched.has(objectKey({ kind, id })) && touched.get(objectKey({ kind, id })) === undefined),
        lost,
      })
      if (Object.keys(wanted).length === 0) continue
      if (!current && !lost.has(id) && !singletonKinds.has(kind) && kind !== 'member') continue
      const differing = Object.keys(wanted).filter(
        field => !current || !sameField(kind, field, current[field], wanted[field]),
      )
      repairs.push({ kind, id, now: current, knownGood: before, wanted, differing })
    }
  return {
    junk: [...new Map(junk.map(one => [objectKey(one), one])).values()],
    repairs: [...repairs, ...syncedChannels(damage, repairs)],
    lost,
  }
}

/** The wanted values of the fields that count. */
function wantedOf(
  kind: ObjectKind,
  knownGood: ObjectState,
  now: ObjectState | undefined,
  fields: ReadonlySet<string> | undefined,
  { whole, lost }: { whole: boolean; lost: ReadonlySet<string> },
): ObjectState {
  const entries = settableFields(kind).flatMap((field): [string, unknown][] => {
    if (knownGood[field] === undefined) return []
    if (whole || fields?.has(field)) return [[field, knownGood[field]]]
    const parts = field === 'permission_overwrites' && now ? partsIn(fields ?? []) : undefined
    if (parts?.size) return [[field, withParts(now?.[field], knownGood[field], parts)]]
    if (backOf(kind, field) !== 'reference' || !now || !mentionsAny(knownGood[field], lost)) return []
    const merged = restoredReferences(now[field], knownGood[field], lost)
    return merged === undefined ? [] : [[field, merged]]
  })
  return Object.fromEntries(entries)
}

const idOf = (one: unknown): unknown => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one)

/**
 * Returns what a value that named something destroyed should be: what others have changed in it since stays.
 * @returns undefined where somebody has decided otherwise since
 */
export function restoredReferences(now: unknown, knownGood: unknown, lost: ReadonlySet<string>): unknown {
  if (Array.isArray(knownGood)) {
    const current: unknown[] = Array.isArray(now) ? now : []
    const entries: unknown[] = knownGood
    const isList = entries.every(one => typeof idOf(one) === 'string')
    if (!isList) return knownGood
    const isLost = (one: unknown) => lost.has(String(idOf(one)))
    const kept = current.filter(one => !isLost(one))
    const back = entries.filter(isLost)
    const known = new Set(kept.map(one => JSON.stringify(one)))
    const rest = entries.filter(one => !isLost(one))
    // In the old order, unless somebody has changed the rest.
    return rest.length === kept.length && rest.every(one => known.has(JSON.stringify(one)))
      ? knownGood
      : [...kept, ...back]
  }
  if (typeof knownGood !== 'string') return knownGood
  return now === null || now === undefined || now === knownGood ? knownGood : undefined
}

/**
 * Channels in sync with a category follow its overwrites, and follow them back. They are looked at, too, and only those
 * that have not followed are changed.
 */
function syncedChannels({ now, knownGood }: Damage, repairs: readonly Repair[]): Repair[] {
  const field = 'permission_overwrites'
  const known = new Set(repairs.flatMap(one => (field in one.wanted ? [objectKey(one)] : [])))
  const categories = new Map(
    repairs.flatMap(one =>
      one.kind === 'channel' && one.now?.['type'] === 4 && one.differing.includes(field) ? [[one.id, one]] : [],
    ),
  )
  if (categories.size === 0) return []
  return [...now.channel].flatMap(([id, current]): Repair[] => {
    const category = categories.get(String(current['parent_id']))
    const before = knownGood.channel.get(id)
    if (!category || !before || known.has(objectKey({ kind: 'channel', id }))) return []
    const follows = sameField('channel', field, current[field], category.now?.[field])
    if (!follows || sameField('channel', field, current[field], before[field])) return []
    return [{ kind: 'channel', id, now: current, knownGood: before, wanted: { [field]: before[field] }, differing: [] }]
  })
}
