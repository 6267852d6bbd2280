import { objectKey, type ObjectKind, objectKinds, type ObjectName, type ObjectState } from '../journal/objects.ts'
import { names, sameField, settableFields, backOf } from './compare-fields.ts'
import { partsIn, withParts } from './overwrite-parts.ts'
import type { Damage, Touched } from './steps.ts'

/** One object that is to be looked at, with what of it counts. */
export interface Repair extends ObjectName {
  now: ObjectState | undefined
  good: ObjectState | undefined
  /** What the fields are to be: those that counts, whether they differ or not. */
  wanted: ObjectState
  /** Those that differ. */
  differing: readonly string[]
}

/** There is one of each in a server, and it cannot be deleted. */
export const single: ReadonlySet<ObjectKind> = new Set(['guild', 'onboarding', 'welcome', 'widget'])
/** What goes with its channel. */
export const housed: readonly ObjectKind[] = ['webhook', 'invite', 'event']

/** What follows a channel goes with that one, too. */
const isHousedIn = (state: ObjectState, lost: ReadonlySet<string>): boolean =>
  [state['channel_id'], state['source_channel']].some(id => typeof id === 'string' && lost.has(id))

const kinds = Object.keys(objectKinds) as ObjectKind[]

/** What attacks touched, by kind and id, and of it which fields; undefined for all. */
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
 * What the attack destroyed: what it touched, and what followed from that without an action of its own, such as the
 * holders of a deleted role. Everything goes by the ids of before.
 * @param remade what was destroyed and has been made anew since
 */
export function damageOf(
  damage: Damage,
  remade: ReadonlySet<string> = new Set(),
): { junk: ObjectName[]; repairs: Repair[]; lost: Set<string> } {
  const { now, good, hidden = new Set() } = damage
  const touched = touchedFields(damage.touched)
  const named = damage.touched.map(({ kind, id }) => ({ kind, id }))
  const junk = named.filter(
    ({ kind, id }) => !single.has(kind) && kind !== 'member' && !good[kind].has(id) && now[kind].has(id),
  )
  const isGone = ({ kind, id }: ObjectName) =>
    !single.has(kind) && kind !== 'member' && good[kind].has(id) && !now[kind].has(id) && !hidden.has(id)
  const lost = new Set([
    ...named.filter(isGone).map(({ id }) => id),
    ...named.flatMap(({ id }) => (remade.has(id) ? [id] : [])),
  ])
  for (const kind of housed)
    for (const [id, state] of good[kind])
      if (isHousedIn(state, lost) && (!now[kind].has(id) || remade.has(id))) lost.add(id)

  const repairs: Repair[] = []
  for (const kind of kinds)
    for (const [id, before] of good[kind]) {
      if (hidden.has(id) || (kind === 'member' && damage.attackers.includes(id))) continue
      const current = now[kind].get(id)
      const wanted = wantedOf(kind, before, current, lost.has(id) ? undefined : touched.get(objectKey({ kind, id })), {
        whole:
          lost.has(id) || (touched.has(objectKey({ kind, id })) && touched.get(objectKey({ kind, id })) === undefined),
        lost,
      })
      if (Object.keys(wanted).length === 0) continue
      if (!current && !lost.has(id) && !single.has(kind) && kind !== 'member') continue
      const differing = Object.keys(wanted).filter(
        field => !current || !sameField(kind, field, current[field], wanted[field]),
      )
      repairs.push({ kind, id, now: current, good: before, wanted, differing })
    }
  return {
    junk: [...new Map(junk.map(one => [objectKey(one), one])).values()],
    repairs: [...repairs, ...followers(damage, repairs)],
    lost,
  }
}

/** What the fields that count are to be. */
function wantedOf(
  kind: ObjectKind,
  good: ObjectState,
  now: ObjectState | undefined,
  fields: ReadonlySet<string> | undefined,
  { whole, lost }: { whole: boolean; lost: ReadonlySet<string> },
): ObjectState {
  const entries = settableFields(kind).flatMap((field): [string, unknown][] => {
    if (good[field] === undefined) return []
    if (whole || fields?.has(field)) return [[field, good[field]]]
    const parts = field === 'permission_overwrites' && now ? partsIn(fields ?? []) : undefined
    if (parts?.size) return [[field, withParts(now?.[field], good[field], parts)]]
    if (backOf(kind, field) !== 'reference' || !now || !names(good[field], lost)) return []
    const merged = mended(now[field], good[field], lost)
    return merged === undefined ? [] : [[field, merged]]
  })
  return Object.fromEntries(entries)
}

const idOf = (one: unknown): unknown => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one)

/**
 * A value that named what was destroyed, as it is to be: what others made of it meanwhile stays.
 * @returns undefined where somebody has decided otherwise since
 */
export function mended(now: unknown, good: unknown, lost: ReadonlySet<string>): unknown {
  if (Array.isArray(good)) {
    const current: unknown[] = Array.isArray(now) ? now : []
    const entries: unknown[] = good
    const isList = entries.every(one => typeof idOf(one) === 'string')
    if (!isList) return good
    const isLost = (one: unknown) => lost.has(String(idOf(one)))
    const kept = current.filter(one => !isLost(one))
    const back = entries.filter(isLost)
    const known = new Set(kept.map(one => JSON.stringify(one)))
    const rest = entries.filter(one => !isLost(one))
    // In the old order, where nobody has changed the rest.
    return rest.length === kept.length && rest.every(one => known.has(JSON.stringify(one))) ? good : [...kept, ...back]
  }
  if (typeof good !== 'string') return good
  return now === null || now === undefined || now === good ? good : undefined
}

/**
 * Channels in sync with a category follow its overwrites, and follow them back: they are looked at, and only what has
 * not followed is changed.
 */
function followers({ now, good }: Damage, repairs: readonly Repair[]): Repair[] {
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
    const before = good.channel.get(id)
    if (!category || !before || known.has(objectKey({ kind: 'channel', id }))) return []
    const follows = sameField('channel', field, current[field], category.now?.[field])
    if (!follows || sameField('channel', field, current[field], before[field])) return []
    return [{ kind: 'channel', id, now: current, good: before, wanted: { [field]: before[field] }, differing: [] }]
  })
}
