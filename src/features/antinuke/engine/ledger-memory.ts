import { since } from '#kit/clock.ts'
import { type Counted, hourMs, insertByTime } from './count.ts'

export const dayMs = 24 * hourMs
/** How long what limits look at is kept (ms): limits look at an hour around each entry, and entries may be late. */
export const keptMs = 2 * hourMs
/** The most items for each actor and module; an attack is over long before. */
const mostCounted = 2000

/** Recent actions that count toward the limits of a server; rebuilt from stored rows after a restart. */
export interface Ledger {
  /** When this process began to receive audit log entries (Unix ms). */
  since: number
  /** By counted entry: when what it is about happened (Unix ms). */
  seen: Map<string, number>
  /** Entries from before this have been dropped from `seen` (Unix ms): only the rows tell whether they were counted. */
  droppedUntil: number
  tidiedAt: number
  /** Whether entries that are hours old have arrived: they count together until all of them have arrived. */
  isCatchingUp: boolean
  /** By actor, or the person who added that bot, and module. */
  counted: Map<string, Counted[]>
  /** By root account and module: what everybody who has power from that account did together. */
  together: Map<string, Counted[]>
  /** The part of `together` that counts less than one each time and gives nobody anything. */
  minor: Map<string, Counted[]>
  /** By actor: administrators whom they made, each with the weight of somebody who has long been a member. */
  appointed: Map<string, Counted[]>
  made: Map<string, { actorId: string | null; at: number; counted: Counted; entry: string; named: string | null }>
  /** By actor, kind, place and name: when the actor gave that name (Unix ms). */
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
  minor: new Map(),
  appointed: new Map(),
  made: new Map(),
  named: new Map(),
  adders: new Map(),
})

/** Returns the list of a key, which is created if there is none. */
export const listOf = <T>(map: Map<string, T[]>, key: string): T[] => {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

/** Adds an item to a list in order of time, and drops the oldest ones that no limit looks at. */
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

/** Drops what no limit looks at any more, once an hour; prune.ts deletes the rows. */
export function tidy(ledger: Ledger, now: number): void {
  if (since(ledger.tidiedAt, now) < hourMs) return
  ledger.tidiedAt = now
  const { isCatchingUp, seen, made, adders, named } = ledger
  ledger.isCatchingUp = false
  if (isCatchingUp) return
  const from = now - keptMs
  // After the clock was ahead, too much has been dropped: that is looked up in the rows, or it would count twice.
  ledger.droppedUntil = Math.max(ledger.droppedUntil, from)
  for (const [key, at] of seen) if (at < from) seen.delete(key)
  for (const map of [made, adders]) for (const [key, { at }] of map) if (at < now - dayMs) map.delete(key)
  for (const map of [ledger.counted, ledger.together, ledger.minor, ledger.appointed])
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
