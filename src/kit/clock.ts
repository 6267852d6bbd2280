/**
 * Milliseconds since `at`, or Infinity if `at` is in the future: a clock that was ahead recorded that, and nobody
 * should wait for weeks once the clock is right again. All times are Unix ms by this machine's clock; the join times
 * that Discord reports may be slightly ahead of it.
 */
export const since = (at: number, now: number): number => (at > now ? Infinity : now - at)

/** How much is left (ms) of a wait of `lengthMs` that began at `at`; 0 once it is over. */
export const waitLeft = (at: number, lengthMs: number, now: number): number => Math.max(0, lengthMs - since(at, now))
