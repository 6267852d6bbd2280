import { isRecord } from '#contract'
import type { Difference } from '#kernel/history/contract.ts'

const sorted = (_key: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value

/** Entries by their content. */
const byContent = (list: readonly unknown[]) => new Map(list.map(entry => [JSON.stringify(entry, sorted), entry]))

/**
 * Merges two people's versions of a list, each entry once: what either removed stays removed, what either added stays
 * added.
 * @param was the list both started from; anything else counts as empty
 * @returns undefined for anything that is not a list
 */
export function mergeLists(was: unknown, yours: unknown, theirs: unknown): unknown[] | undefined {
  if (!Array.isArray(yours) || !Array.isArray(theirs)) return undefined
  const [before, mine, others] = [byContent(Array.isArray(was) ? was : []), byContent(yours), byContent(theirs)]
  const kept = [...others].filter(([key]) => mine.has(key) || !before.has(key))
  const added = [...mine].filter(([key]) => !others.has(key) && !before.has(key))
  return [...kept, ...added].map(([, entry]) => entry)
}

/** What was added to and removed from a list, each entry as `textOf` writes it. */
export function listDifference(was: unknown, now: readonly unknown[], textOf: (entry: unknown) => string): Difference {
  const [before, after] = [byContent(Array.isArray(was) ? was : []), byContent(now)]
  const told = (all: typeof before, without: typeof before) =>
    [...all].filter(([key]) => !without.has(key)).map(([, entry]) => textOf(entry))
  const stayed = [...after.keys()].filter(key => before.has(key))
  const moved = [...before.keys()].filter(key => after.has(key)).some((key, place) => key !== stayed[place])
  return {
    kind: 'list',
    added: told(after, before),
    removed: told(before, after),
    changed: [],
    more: 0,
    moved,
    unchanged: stayed.length,
  }
}
