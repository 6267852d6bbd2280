import type { ObjectState } from './objects.ts'

type Ordered = 'role' | 'channel'
type Objects = ReadonlyMap<string, ObjectState>

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
const spoken: ReadonlySet<unknown> = new Set([2, 13])

/** The group in which something is ordered: only siblings are ordered among each other. */
const siblingsOf = (kind: Ordered, state: ObjectState | undefined): string =>
  kind === 'role' ? 'role' : `${String(state?.['parent_id'])} ${state?.['type'] === 4} ${spoken.has(state?.['type'])}`

/**
 * Ids in order, lowest first; of equal positions the older one first among channels, and last among roles, where it is
 * the higher one.
 */
const inOrder = (kind: Ordered, ids: readonly string[], of: Objects): string[] =>
  ids.toSorted(
    (a, b) =>
      numberIn(of.get(a)?.['position']) - numberIn(of.get(b)?.['position']) ||
      (a < b === (kind === 'channel') ? -1 : 1),
  )

/** More than a server has of anything, so that one unchanged number weighs more than any number of changed ones. */
const muchMore = 10_000

/**
 * Returns what was moved among its siblings, as few objects as possible: whatever is moved, created or deleted also
 * changes the numbers of others.
 */
export function movedIn(kind: Ordered, before: Objects, after: Objects): Set<string> {
  const both = [...before.keys()].filter(
    id => after.has(id) && siblingsOf(kind, before.get(id)) === siblingsOf(kind, after.get(id)),
  )
  const groups = Map.groupBy(both, id => siblingsOf(kind, before.get(id)))
  return new Set(
    [...groups.values()].flatMap(group => {
      const rank = new Map(inOrder(kind, group, before).map((id, place) => [id, place]))
      const stayed = heaviestRow(
        inOrder(kind, group, after).map(id => ({
          id,
          rank: rank.get(id) ?? 0,
          weight: before.get(id)?.['position'] === after.get(id)?.['position'] ? muchMore : 1,
        })),
      )
      return group.filter(id => !stayed.has(id))
    }),
  )
}

/** Of a row, the objects that are in their old order among each other and weigh the most together. */
function heaviestRow(row: readonly { id: string; rank: number; weight: number }[]): Set<string> {
  const best: { weight: number; last: number | undefined }[] = []
  for (const [place, { rank, weight }] of row.entries()) {
    let own: (typeof best)[number] = { weight, last: undefined }
    for (let earlier = 0; earlier < place; earlier += 1) {
      const sum = (best[earlier]?.weight ?? 0) + weight
      if ((row[earlier]?.rank ?? 0) < rank && sum > own.weight) own = { weight: sum, last: earlier }
    }
    best.push(own)
  }
  const most = Math.max(0, ...best.map(({ weight }) => weight))
  const stayed = new Set<string>()
  for (let at: number | undefined = best.findIndex(({ weight }) => weight === most); at !== undefined; ) {
    const one = row[at]
    if (one) stayed.add(one.id)
    at = best[at]?.last
  }
  return stayed
}
