/** Restores lists that people order by hand: what was moved is put back among what stayed in place. */

/**
 * Puts what was moved back where it was, among what others have moved in the meantime.
 * @param now ids in their current order
 * @param knownGood ids in the order before, for what existed then
 * @param moved what is put back; everything else keeps its order
 */
export function putBack(now: readonly string[], knownGood: readonly string[], moved: ReadonlySet<string>): string[] {
  const rank = new Map(knownGood.map((id, index) => [id, index]))
  const order = now.filter(id => !moved.has(id) || !rank.has(id))
  const there = new Set(now)
  for (const id of knownGood)
    if (moved.has(id) && there.has(id)) order.splice(placeFor(rank.get(id) ?? 0, order, rank), 0, id)
  return order
}

/** The place with the fewest others on the wrong side; the highest of several such places. */
function placeFor(own: number, order: readonly string[], rank: ReadonlyMap<string, number>): number {
  const ranks = order.map(id => rank.get(id))
  let wrong = ranks.filter(other => other !== undefined && other < own).length
  let [best, fewest] = [0, wrong]
  for (const [index, other] of ranks.entries()) {
    if (other === undefined) continue
    wrong += other < own ? -1 : 1
    if (wrong <= fewest && other < own) [best, fewest] = [index + 1, wrong]
  }
  return best
}

export interface ChannelPlace {
  id: string
  type: number
  parentId: string | null
  position: number
}

const category = 4
const spoken: ReadonlySet<number> = new Set([2, 13])

/** Discord sorts text channels, voice channels and categories separately; equal positions are sorted by id. */
const sortOf = (type: number): string => (type === category ? 'categories' : spoken.has(type) ? 'voice' : 'text')

const byPosition = (a: ChannelPlace, b: ChannelPlace): number =>
  a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? -1 : a.id === b.id ? 0 : 1)

/**
 * Returns the positions that channels need so that those which were moved or recreated are where they were.
 * @param now all of the server's channels
 * @param knownGood their positions before, by id
 * @param oldId returns the id that a channel had before it was recreated
 */
export function channelPositions(
  now: readonly ChannelPlace[],
  knownGood: ReadonlyMap<string, number>,
  moved: ReadonlySet<string>,
  oldId: (id: string) => string = id => id,
): { id: string; position: number }[] {
  const isMoved = (id: string) => moved.has(oldId(id))
  const wishes = now.map(place => ({
    ...place,
    position: isMoved(place.id) ? (knownGood.get(oldId(place.id)) ?? place.position) : place.position,
  }))
  const groups = Map.groupBy(now, ({ type, parentId }) => `${sortOf(type)} ${parentId}`)
  const wanted = new Map<string, string[]>()
  let fits = true
  for (const [key, places] of groups) {
    const order = places.toSorted(byPosition).map(({ id }) => id)
    const before = places
      .flatMap(({ id }) => (knownGood.has(oldId(id)) ? [{ id, at: knownGood.get(oldId(id)) ?? 0 }] : []))
      .toSorted((a, b) => a.at - b.at || (BigInt(oldId(a.id)) < BigInt(oldId(b.id)) ? -1 : 1))
      .map(({ id }) => id)
    const back = putBack(order, before, new Set(order.filter(isMoved)))
    wanted.set(key, back)
    const asWished = wishes.filter(place => `${sortOf(place.type)} ${place.parentId}` === key).toSorted(byPosition)
    fits &&= asWished.every(({ id }, index) => id === back[index])
  }
  const after = fits ? wishes : counted(now, wanted)
  const before = new Map(now.map(({ id, position }) => [id, position]))
  return after.flatMap(({ id, position }) => (before.get(id) === position ? [] : [{ id, position }]))
}

/** Numbers channels without gaps, each kind from 0, through the categories in their order. */
function counted(
  now: readonly ChannelPlace[],
  wanted: ReadonlyMap<string, readonly string[]>,
): { id: string; position: number }[] {
  const categories = wanted.get('categories null') ?? []
  return ['categories', 'text', 'voice'].flatMap(sort =>
    [null, ...categories]
      .flatMap(parentId => wanted.get(`${sort} ${parentId}`) ?? [])
      .map((id, position) => ({ id, position })),
  )
}
