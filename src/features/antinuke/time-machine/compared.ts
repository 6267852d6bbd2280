import { everyKind } from '../journal/assembled-state.ts'
import { compareStates, type Difference } from '../journal/compare.ts'
import { objectKey, type ObjectKind, type ObjectState, type ServerState } from '../journal/objects.ts'
import { byIdsOfBefore, follow } from '../recovery/first-ids.ts'
import { differingParts } from '../recovery/overwrite-parts.ts'
import { backOf } from '../recovery/same.ts'
import { groupOf } from './groups.ts'

/** Who holds which roles is no structure; it comes back with the roles. */
export const structureKinds: readonly ObjectKind[] = everyKind.filter(kind => kind !== 'member')

/** What is shown of an object whatever differs in it. */
const facts = ['name', 'type', 'parent_id', 'managed', 'colors'] as const
export type Facts = { readonly [F in (typeof facts)[number]]?: unknown }

/** The last change of an object between two moments. */
export interface LastChange {
  kind: ObjectKind
  id: string
  at: number
  actorId: string | null
  origin: 'gateway' | 'read' | 'ours' | 'gap'
}

/** A difference with who made it; everything by the first ids. */
export interface Found extends Difference {
  before: Facts | undefined
  after: Facts | undefined
  /** The ids of then, where it was made anew in between. */
  ids: { before: string; after: string } | undefined
  /** The fields that can be put back one by one, overwrites by whom they are for. */
  settable: readonly string[]
  group: string
  at: number
  actorId: string | null
  origin: LastChange['origin']
}

export interface Compared {
  found: Found[]
  /** What everything is called, after the second moment rather than the first, by `kind id`. */
  names: Readonly<Record<string, string>>
  /** What is as it was, by its group: `kind id`. */
  same: Readonly<Record<string, readonly string[]>>
  /** How many changes were recorded in between. */
  changes: number
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The ids of then by the first ones. */
const idsThen = (state: ServerState, before: (id: string) => string): Map<string, string> =>
  new Map(structureKinds.flatMap(kind => [...state[kind].keys()].map(id => [objectKey({ kind, id: before(id) }), id])))

/** Beside whom something stands: siblings are ordered among each other only. */
const siblingsOf = (kind: ObjectKind, state: ObjectState | undefined): string =>
  kind === 'role'
    ? 'role'
    : `${String(state?.['parent_id'])} ${state?.['type'] === 4} ${[2, 13].includes(numberIn(state?.['type']))}`

/** The places among those that stand beside each other at both moments. */
function placesIn(kind: ObjectKind, one: ServerState, other: ServerState): Map<string, number> {
  const both = [...one[kind]].filter(([id, state]) => siblingsOf(kind, state) === siblingsOf(kind, other[kind].get(id)))
  const beside = Map.groupBy(both, ([, state]) => siblingsOf(kind, state))
  return new Map(
    [...beside.values()].flatMap(group =>
      group
        .toSorted(
          ([a, first], [b, second]) => numberIn(first['position']) - numberIn(second['position']) || (a < b ? -1 : 1),
        )
        .map(([id], place) => [id, place] as const),
    ),
  )
}

/** Whatever is made or deleted moves all below it: that is no difference of theirs. */
function withoutPushed(differences: readonly Difference[], before: ServerState, after: ServerState): Difference[] {
  const places = (kind: 'role' | 'channel') => [placesIn(kind, before, after), placesIn(kind, after, before)] as const
  const known = { role: places('role'), channel: places('channel') }
  return differences.flatMap((one): Difference[] => {
    if (one.what !== 'changed' || (one.kind !== 'role' && one.kind !== 'channel')) return [one]
    const [was, is] = known[one.kind]
    const isPushed = was.has(one.id) && was.get(one.id) === is.get(one.id)
    const fields = isPushed ? one.fields.filter(({ field }) => field !== 'position') : one.fields
    return fields.length === 0 ? [] : [{ ...one, fields }]
  })
}

const settableIn = (kind: ObjectKind, { fields }: Difference): string[] =>
  fields.flatMap(({ field, before, after }) => {
    if (backOf(kind, field) === 'lost') return []
    return field === 'permission_overwrites' ? differingParts(before, after) : [field]
  })

const factsOf = (state: ObjectState | undefined): Facts | undefined =>
  state && Object.fromEntries(facts.map(field => [field, state[field]]))

/**
 * What differs between two moments of a server.
 * @param renames pairs of ids, the former and the one that it was made anew under
 */
export function compared({
  states: [rawBefore, rawAfter],
  renames,
  changes: { rows, count },
}: {
  states: readonly [ServerState, ServerState]
  renames: readonly (readonly [from: string, to: string])[]
  changes: { rows: readonly LastChange[]; count: number }
}): Compared {
  const former = new Map(renames.map(([from, to]) => [to, from]))
  const first = (id: string) => follow(former, id)
  const [before, after] = [byIdsOfBefore(rawBefore, { before: first }), byIdsOfBefore(rawAfter, { before: first })]
  const [idBefore, idAfter] = [idsThen(rawBefore, first), idsThen(rawAfter, first)]
  const lasts = new Map<string, LastChange>()
  for (const row of rows) {
    const key = objectKey({ kind: row.kind, id: first(row.id) })
    const known = lasts.get(key)
    if (!known || known.at <= row.at) lasts.set(key, row)
  }
  const differing = withoutPushed(compareStates(before, after), before, after)
  const known = new Set(differing.map(objectKey))
  // What was made anew and is as it was has another id all the same.
  const anew = structureKinds.flatMap(kind =>
    [...after[kind].keys()].flatMap((id): Difference[] => {
      const key = objectKey({ kind, id })
      const isAnew = idBefore.has(key) && idBefore.get(key) !== idAfter.get(key)
      return isAnew && !known.has(key) ? [{ kind, id, what: 'changed', fields: [], givesPower: false }] : []
    }),
  )
  const found = [...differing, ...anew].flatMap((one): Found[] => {
    const key = objectKey(one)
    const last = lasts.get(key)
    // Merely seen for the first time.
    if (!last) return []
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
        at: last.at,
        actorId: last.actorId,
        origin: last.origin,
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
