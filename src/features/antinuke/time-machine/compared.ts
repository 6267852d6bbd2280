import { everyKind } from '../journal/assembled-state.ts'
import { compareStates, type ObjectDifference } from '../journal/compare.ts'
import { movedIn } from '../journal/moved-objects.ts'
import { objectKey, type ObjectKind, type ObjectState, type ServerState } from '../journal/objects.ts'
import { byFirstIds, follow } from '../recovery/first-ids.ts'
import { differingParts } from '../recovery/overwrite-parts.ts'
import { backOf } from '../recovery/compare-fields.ts'
import { groupOf } from './groups.ts'

/** Who holds which roles is not part of the structure; it comes back with the roles. */
export const structureKinds: readonly ObjectKind[] = everyKind.filter(kind => kind !== 'member')

/** The fields of an object that are shown regardless of which of them differ. */
const facts = ['name', 'type', 'parent_id', 'managed', 'colors'] as const
type Facts = { readonly [F in (typeof facts)[number]]?: unknown }

/** A change of an object between two moments, with the person who made it. */
export interface KnownChange {
  kind: ObjectKind
  id: string
  at: number
  actorId: string | null
  origin: 'gateway' | 'read' | 'ours' | 'gap'
}

/** A difference, with the person who made it; everything goes by first ids. */
export interface FoundDifference extends ObjectDifference {
  before: Facts | undefined
  after: Facts | undefined
  /** The ids at the two moments, if the object was recreated in between. */
  ids: { before: string; after: string } | undefined
  /** The fields that can be put back one by one; overwrites by the person or role that each is for. */
  settable: readonly string[]
  group: string
  at: number
  actorId: string | null
  origin: KnownChange['origin']
}

export interface Compared {
  found: FoundDifference[]
  /** The name of every object, by `kind id`; where it was renamed, the one at the second moment. */
  names: Readonly<Record<string, string>>
  /** What did not change, by group: `kind id`. */
  same: Readonly<Record<string, readonly string[]>>
  /** How many changes were recorded in between. */
  changes: number
}

/** The ids at a moment, by first id. */
const idsThen = (state: ServerState, before: (id: string) => string): Map<string, string> =>
  new Map(structureKinds.flatMap(kind => [...state[kind].keys()].map(id => [objectKey({ kind, id: before(id) }), id])))

/**
 * Removes positions that changed only because something else was created, moved or deleted: that gives everything below
 * it another number.
 */
function withoutPushed(
  differences: readonly ObjectDifference[],
  before: ServerState,
  after: ServerState,
): ObjectDifference[] {
  const moved = {
    role: movedIn('role', before.role, after.role),
    channel: movedIn('channel', before.channel, after.channel),
  }
  return differences.flatMap((one): ObjectDifference[] => {
    if (one.what !== 'changed' || (one.kind !== 'role' && one.kind !== 'channel')) return [one]
    const isElsewhere = one.fields.some(({ field }) => field === 'parent_id' || field === 'type')
    const isPushed = !isElsewhere && !moved[one.kind].has(one.id)
    const fields = isPushed ? one.fields.filter(({ field }) => field !== 'position') : one.fields
    return fields.length === 0 ? [] : [{ ...one, fields }]
  })
}

const settableIn = (kind: ObjectKind, { fields }: ObjectDifference): string[] =>
  fields.flatMap(({ field, before, after }) => {
    if (backOf(kind, field) === 'lost') return []
    return field === 'permission_overwrites' ? differingParts(before, after) : [field]
  })

const factsOf = (state: ObjectState | undefined): Facts | undefined =>
  state && Object.fromEntries(facts.map(field => [field, state[field]]))

/**
 * Returns what differs between two moments of a server.
 * @param renames pairs of ids: the old one, and the one under which an object was recreated
 */
export function compared({
  states: [rawBefore, rawAfter],
  renames,
  changes: { firsts, lasts, count },
}: {
  states: readonly [ServerState, ServerState]
  renames: readonly (readonly [from: string, to: string])[]
  /** The first and the last change of every object. */
  changes: { firsts: readonly KnownChange[]; lasts: readonly KnownChange[]; count: number }
}): Compared {
  const former = new Map(renames.map(([from, to]) => [to, from]))
  const first = (id: string) => follow(former, id)
  const [before, after] = [byFirstIds(rawBefore, { before: first }), byFirstIds(rawAfter, { before: first })]
  const [idBefore, idAfter] = [idsThen(rawBefore, first), idsThen(rawAfter, first)]
  const byFirst = (rows: readonly KnownChange[], isRather: (one: KnownChange, other: KnownChange) => boolean) => {
    const all = new Map<string, KnownChange>()
    for (const row of rows) {
      const key = objectKey({ kind: row.kind, id: first(row.id) })
      const known = all.get(key)
      if (!known || isRather(row, known)) all.set(key, row)
    }
    return all
  }
  const earliest = byFirst(firsts, (one, other) => one.at < other.at)
  const latest = byFirst(lasts, (one, other) => one.at >= other.at)
  const differing = withoutPushed(compareStates(before, after), before, after)
  const known = new Set(differing.map(objectKey))
  // An object that was recreated and is otherwise unchanged has another id all the same.
  const anew = structureKinds.flatMap(kind =>
    [...after[kind].keys()].flatMap((id): ObjectDifference[] => {
      const key = objectKey({ kind, id })
      const isAnew = idBefore.has(key) && idBefore.get(key) !== idAfter.get(key)
      return isAnew && !known.has(key) ? [{ kind, id, what: 'changed', fields: [], givesPower: false }] : []
    }),
  )
  const found = [...differing, ...anew].flatMap((one): FoundDifference[] => {
    const key = objectKey(one)
    // A new object is attributed to the person who created it, regardless of later changes.
    const change = (one.what === 'created' ? earliest : latest).get(key)
    // The object was merely seen for the first time.
    if (!change) return []
    const [was, is] = [idBefore.get(key), idAfter.get(key)]
    const [had, has] = [before[one.kind].get(one.id), after[one.kind].get(one.id)]
    return [
      {
        ...one,
        before: factsOf(had),
        after: factsOf(has),
        ids: was !== undefined && is !== undefined && was !== is ? { before: was, after: is } : undefined,
        settable: one.what === 'changed' ? settableIn(one.kind, one) : [],
        group: groupOf(one.kind, one.id, has ?? had),
        at: change.at,
        actorId: change.actorId,
        origin: change.origin,
      },
    ]
  })
  const isFound = new Set(found.map(objectKey))
  const names: Record<string, string> = {}
  const same: Record<string, string[]> = {}
  for (const kind of structureKinds) {
    for (const [id, { name }] of [...before[kind], ...after[kind]])
      if (typeof name === 'string') names[objectKey({ kind, id })] = name
    for (const [id, state] of after[kind])
      if (!isFound.has(objectKey({ kind, id }))) (same[groupOf(kind, id, state)] ??= []).push(objectKey({ kind, id }))
  }
  return { found, names, same, changes: count }
}
