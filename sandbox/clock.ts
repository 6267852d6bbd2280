/** The time of one sandbox, with its scheduled tasks. Moving the clock forward runs everything that becomes due. */
export interface Clock {
  /** Unix ms. */
  now(): number
  /** Runs `task` once, after `delayMs` on this clock; never within the call itself. */
  later(delayMs: number, task: () => void): void
  /** Moves the clock forward. Everything that becomes due has run by the time it returns. */
  advance(ms: number): void
  /** Drops all scheduled tasks. */
  clear(): void
}

/** Stops a task that keeps scheduling itself again without a delay. */
const mostRounds = 1000

/**
 * @param failed called when a task throws; the others still run
 * @param startsAt Unix ms; now by default
 */
export function createClock(failed: (error: unknown) => void, startsAt = Date.now()): Clock {
  let offset = startsAt - Date.now()
  let timer: NodeJS.Timeout | undefined
  let waiting: { due: number; task: () => void }[] = []
  const now = () => Date.now() + offset

  function arm() {
    clearTimeout(timer)
    timer = undefined
    const next = waiting[0]
    if (next) timer = setTimeout(runDue, Math.min(Math.max(0, next.due - now()), 2 ** 31 - 1))
  }

  function runDue() {
    const time = now()
    const due = waiting.filter(entry => entry.due <= time)
    waiting = waiting.filter(entry => entry.due > time)
    for (const { task } of due) {
      try {
        task()
      } catch (error) {
        failed(error)
      }
    }
    arm()
  }

  return {
    now,
    later(delayMs, task) {
      const entry = { due: now() + delayMs, task }
      const after = waiting.findIndex(other => other.due > entry.due)
      waiting.splice(after < 0 ? waiting.length : after, 0, entry)
      if (waiting[0] === entry) arm()
    },
    advance(ms) {
      offset += ms
      // A task may add others that are due at once.
      for (let round = 0; round < mostRounds && (waiting[0]?.due ?? Infinity) <= now(); round += 1) runDue()
      arm()
    },
    clear() {
      clearTimeout(timer)
      waiting = []
    },
  }
}
