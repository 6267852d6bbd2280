import type { Services } from '#kernel/feature.ts'
import { compareStates, type Difference } from '../journal/compare.ts'
import { type ObjectKind, objectKinds, type ObjectState, type ServerState } from '../journal/objects.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import { everyKind, stateAt } from '../journal/state-at.ts'
import { byIdsOfBefore, type IdMap, idMap } from '../recovery/id-map.ts'
import { backOf } from '../recovery/same.ts'
import { numberIn } from '../recovery/steps.ts'
import { lastChanges } from './recorded.ts'

/** Who holds which roles is no structure; it comes back with the roles. */
export const structureKinds: readonly ObjectKind[] = everyKind.filter(kind => kind !== 'member')

/** A difference with who made it; everything by the first ids. */
export interface Found extends Difference {
  before: ObjectState | undefined
  after: ObjectState | undefined
  /** The ids of then, where it was made anew in between. */
  ids: { before: string; after: string } | undefined
  /** The fields that can be put back one by one. */
  settable: readonly string[]
  /** Whether the bot cannot see the channel at this moment. */
  hidden: boolean
  at: number
  actorId: string | null
  origin: 'gateway' | 'read' | 'ours' | 'gap'
}

export interface Differences {
  found: Found[]
  before: ServerState
  after: ServerState
  /** How many changes were recorded in between. */
  changes: number
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`

/** The ids of then by the first ones. */
const idsThen = (state: ServerState, { before }: IdMap): Map<string, string> =>
  new Map(structureKinds.flatMap(kind => [...state[kind].keys()].map(id => [keyOf({ kind, id: before(id) }), id])))

/** Beside whom something stands: siblings are ordered among each other only. */
const siblingsOf = (kind: ObjectKind, state: ObjectState | undefined): string =>
  kind === 'role'
    ? 'role'
    : `${String(state?.['parent_id'])} ${state?.['type'] === 4} ${[2, 13].includes(numberIn(state?.['type']))}`

/** The places among those that stand beside each other at both moments. */
function placesIn(kind: ObjectKind, one: ServerState, other: ServerState): Map<string, number> {
  const both = [...one[kind]].filter(([id, state]) => siblingsOf(kind, state) === siblingsOf(kind, other[kind].get(id)))
  const groups = Map.groupBy(both, ([, state]) => siblingsOf(kind, state))
  return new Map(
    [...groups.values()].flatMap(group =>
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
  fields.flatMap(({ field }) => (backOf(kind, field) === 'lost' ? [] : [field]))

/** What differs between two moments, by their cursors. */
export function differencesBetween(services: Services, guildId: string, from: number, to: number): Differences {
  const ids = idMap(services, guildId)
  const [rawBefore, rawAfter] = [from, to].map(cursor => stateAt(services, guildId, cursor, structureKinds)) as [
    ServerState,
    ServerState,
  ]
  const [before, after] = [byIdsOfBefore(rawBefore, ids), byIdsOfBefore(rawAfter, ids)]
  const [idBefore, idAfter] = [idsThen(rawBefore, ids), idsThen(rawAfter, ids)]
  const { rows, count } = lastChanges(services, guildId, from, to)
  const lasts = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const key = keyOf({ kind: row.kind, id: ids.before(row.id) })
    const known = lasts.get(key)
    if (!known || known.at <= row.at) lasts.set(key, row)
  }
  const differing = withoutPushed(compareStates(before, after), before, after)
  const known = new Set(differing.map(keyOf))
  // What was made anew and is as it was has another id all the same.
  const anew = structureKinds.flatMap(kind =>
    [...after[kind].keys()].flatMap((id): Difference[] => {
      const key = keyOf({ kind, id })
      const isAnew = idBefore.has(key) && idBefore.get(key) !== idAfter.get(key)
      return isAnew && !known.has(key) ? [{ kind, id, what: 'changed', fields: [], givesPower: false }] : []
    }),
  )
  const found = [...differing, ...anew].flatMap((one): Found[] => {
    const key = keyOf(one)
    const last = lasts.get(key)
    // Merely seen for the first time.
    if (!last) return []
    const [was, is] = [idBefore.get(key), idAfter.get(key)]
    return [
      {
        ...one,
        before: before[one.kind].get(one.id),
        after: after[one.kind].get(one.id),
        ids: was !== undefined && is !== undefined && was !== is ? { before: was, after: is } : undefined,
        hidden: one.kind === 'channel' && isHiddenNow(services, guildId, ids.now(one.id)),
        settable: one.what === 'changed' ? settableIn(one.kind, one) : [],
        at: last.at,
        actorId: last.actorId,
        origin: last.origin,
      },
    ]
  })
  return { found, before, after, changes: count }
}

/** Why something cannot be chosen; null when it can. */
export function whyItStays({ kind, what, before, after, settable, ids, hidden }: Found): string | null {
  if (hidden) return 'This channel is hidden from the bot.'
  if (what === 'changed' && settable.length > 0) return null
  if (what === 'changed') return ids ? 'Discord gave it a new id; that cannot go back.' : 'Nobody can set this.'
  const state = before ?? after
  if (kind === 'role' && state?.['managed'] === true) return 'It belongs to an app: it comes and goes with it.'
  return null
}

export const kindLabel = (kind: ObjectKind): string => objectKinds[kind].label
