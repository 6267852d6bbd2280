/**
 * Milliseconds since `at`. A time in the future was recorded by a clock that was ahead; it counts as long ago, so that
 * nobody waits for weeks once the clock is right again. All times are Unix ms, by this machine's clock: what Discord says
 * when somebody joined may be a moment ahead of it.
 */
export const since = (at: number, now: number): number => (at > now ? Infinity : now - at)

/** The rest of a wait of `lengthMs` that began at `at`; 0 when it is over. */
export const waitLeft = (at: number, lengthMs: number, now: number): number => Math.max(0, lengthMs - since(at, now))
