/** A monotonic clock with timers (ms). */
export interface Clock {
  now(): number
  /** Runs something later. @returns a function that cancels it */
  later(run: () => void, ms: number): () => void
}

export const realClock: Clock = {
  now: () => performance.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
