import { LRUCache } from 'lru-cache'
import { entryLimit } from './cache-capacity.ts'
import { waitLeft } from './clock.ts'

const minuteMs = 60_000
const mostKeys = 5000

/** A limit on how often something may be done within any minute, per key: a server, a person. */
export interface MinuteBudget {
  /** Whole seconds until it may be done again; 0 if it may be done now. */
  secondsLeft(key: string): number
  /** Counts one use. */
  spend(key: string): void
}

/** @param now in ms; times in the future, recorded by a clock that was ahead, are ignored */
export function createMinuteBudget(most: number, now: () => number): MinuteBudget {
  const spent = new LRUCache<string, number[]>(entryLimit(mostKeys))
  const lately = (key: string) => (spent.get(key) ?? []).filter(at => waitLeft(at, minuteMs, now()) > 0)
  return {
    secondsLeft(key) {
      const times = lately(key)
      const [first] = times
      return first === undefined || times.length < most ? 0 : Math.ceil(waitLeft(first, minuteMs, now()) / 1000)
    },
    spend: key => void spent.set(key, [...lately(key), now()]),
  }
}
