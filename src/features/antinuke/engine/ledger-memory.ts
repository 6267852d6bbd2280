import { since } from '#kit/clock.ts'
import { type Counted, hourMs, insertByTime } from './count.ts'

export const dayMs = 24 * hourMs
/** For how long it is kept what limits look at (ms): an hour around each entry, and entries are late. */
export const keptMs = 2 * hourMs
/** Of each actor and module; an attack is over long before. */
const mostCounted = 2000

/** What counted lately in a server; made of the rows again after a restart. */
export interface Ledger {
  /** Since when this process has been told who does what (Unix ms). */
  since: number
  /** When what happened whose entries are counted (Unix ms). */
  seen: Map<string, number>
  /** What happened before was dropped (Unix ms): rows alone tell whether it was counted. */
  droppedUntil: number
  tidiedAt: number
  /** Whether entries of hours ago came in since: they count together until they have all come. */
  isCatchingUp: boolean
  /** By actor and module. */
  counted: Map<string, Counted[]>
  /** By whoever is at the root of it and module: what everybody did together who has power from them. */
  together: Map<string, Counted[]>
  /** The same of what counts less than one each time, and gives nobody anything. */
  little: Map<string, Counted[]>
  /** By actor: administrators whom they made, each as much as it counts of somebody who has long been there. */
  appointed: Map<string, Counted[]>
  made: Map<string, { actorId: string | null; at: number; counted: Counted; entry: string; named: string | null }>
  /** By actor, kind, place and name: when they gave it (Unix ms). */
  named: Map<string, number[]>
  adders: Map<string, { by: string; at: number }>
}

export const freshLedger = (since: number): Ledger => ({
  since,
  seen: new Map(),
  droppedUntil: -Infinity,
  tidiedAt: since,
  isCatchingUp: false,
  counted: new Map(),
  together: new Map(),
  little: new Map(),
  appointed: new Map(),
  made: new Map(),
  named: new Map(),
  adders: new Map(),
})

/** A key's list, which is made where there is none. */
export const listOf = <T>(map: Map<string, T[]>, key: string): T[] => {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

/** Adds what counts to a sum, in the order of time; of the oldest no more is kept than limits look at. */
export function addTo(map: Map<string, Counted[]>, key: string, counted: Counted): void {
  const { at } = counted
  const list = listOf(map, key)
  insertByTime(list, counted)
  if (list.length > mostCounted || (list[0]?.at ?? at) < at - keptMs)
    list.splice(
      0,
      Math.max(
        list.length - mostCounted,
        list.findIndex(one => one.at >= at - keptMs),
      ),
    )
}

/** Drops what no limit looks at any more, once an hour; the rows are deleted in prune.ts. */
export function tidy(ledger: Ledger, now: number): void {
  if (since(ledger.tidiedAt, now) < hourMs) return
  ledger.tidiedAt = now
  const { isCatchingUp, seen, made, adders, named } = ledger
  ledger.isCatchingUp = false
  if (isCatchingUp) return
  const from = now - keptMs
  // What a clock that was ahead has dropped is looked for in the rows, or it would count twice.
  ledger.droppedUntil = Math.max(ledger.droppedUntil, from)
  for (const [key, at] of seen) if (at < from) seen.delete(key)
  for (const map of [made, adders]) for (const [key, { at }] of map) if (at < now - dayMs) map.delete(key)
  for (const map of [ledger.counted, ledger.together, ledger.little, ledger.appointed])
    keepOf(map, ({ at }) => at >= from)
  keepOf(named, at => at >= from)
}

function keepOf<T>(map: Map<string, T[]>, counts: (one: T) => boolean): void {
  for (const [key, list] of map) {
    const kept = list.filter(counts)
    if (kept.length > 0) map.set(key, kept)
    else map.delete(key)
  }
}
