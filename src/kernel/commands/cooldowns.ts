/** Short waits between two uses, in memory only: a restart forgets them. Times are Unix ms. */
export interface Cooldowns {
  /** Takes the place when it is free. @returns 0, or how long it is still taken */
  reserve(key: string, seconds: number): number
  /** Gives it back, because the use came to nothing. */
  release(key: string): void
}

const entriesBetweenSweeps = 1000

export function createCooldowns(now: () => number): Cooldowns {
  const until = new Map<string, number>()
  let reserved = 0

  const dropExpired = () => {
    const time = now()
    for (const [key, end] of until) if (end <= time) until.delete(key)
  }

  return {
    reserve(key, seconds) {
      const left = (until.get(key) ?? 0) - now()
      if (left > 0) return left
      reserved += 1
      if (reserved % entriesBetweenSweeps === 0) dropExpired()
      until.set(key, now() + seconds * 1000)
      return 0
    },
    release(key) {
      until.delete(key)
    },
  }
}
