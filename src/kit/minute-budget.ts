import { LRUCache } from 'lru-cache'
import { upTo } from './cache-capacity.ts'
import { waitLeft } from './clock.ts'

const minuteMs = 60_000
const mostKeys = 5000

/** What may be done so many times within any minute, by a key: a server, a person. */
export interface MinuteBudget {
  /** Whole seconds until it may be done once more; 0 where it may be now. */
  secondsLeft(key: string): number
  /** Counts once. */
  spend(key: string): void
}

/** @param now in ms; a clock that was ahead is forgiven */
export function createMinuteBudget(most: number, now: () => number): MinuteBudget {
  const spent = new LRUCache<string, number[]>(upTo(mostKeys))
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
