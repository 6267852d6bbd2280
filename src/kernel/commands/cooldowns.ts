import { waitLeft } from '#kit/clock.ts'

/** Short waits between two uses, in memory only: a restart clears them. Times are Unix ms. */
export interface Cooldowns {
  /** Starts the wait unless one is running. @returns 0, or how long is left of the running one (ms) */
  reserve(key: string, seconds: number): number
  /** Cancels the wait, because the use failed. */
  release(key: string): void
}

const entriesBetweenSweeps = 1000

export function createCooldowns(now: () => number): Cooldowns {
  const taken = new Map<string, { at: number; lengthMs: number }>()
  let reserved = 0

  const leftOf = (key: string, time: number): number => {
    const known = taken.get(key)
    return known ? waitLeft(known.at, known.lengthMs, time) : 0
  }

  const dropExpired = (time: number) => {
    for (const key of taken.keys()) if (leftOf(key, time) === 0) taken.delete(key)
  }

  return {
    reserve(key, seconds) {
      const time = now()
      const left = leftOf(key, time)
      if (left > 0) return left
      reserved += 1
      if (reserved % entriesBetweenSweeps === 0) dropExpired(time)
      taken.set(key, { at: time, lengthMs: seconds * 1000 })
      return 0
    },
    release(key) {
      taken.delete(key)
    },
  }
}
