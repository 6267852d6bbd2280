/** The time, which never goes back here, and what is to happen later (ms). */
export interface Clock {
  now(): number
  /** @returns cancels it */
  later(run: () => void, ms: number): () => void
}

export const realClock: Clock = {
  now: () => performance.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
