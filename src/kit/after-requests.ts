/**
 * Runs `work` soon, but after what was asked of Discord in this turn has left: the HTTP client hands out the bytes at the
 * end of the turn, after everything that has been put off until then already.
 * @returns calls it off
 */
export function afterRequests(work: () => void): () => void {
  let next = setImmediate(() => (next = setImmediate(work)))
  return () => clearImmediate(next)
}

/** A request has its connection in the tick after it was made, and its bytes leave in it; the last one is for who watches. */
const ticksUntilSent = 3

/**
 * Runs `work` before anything else that has arrived is taken in, but after what was sent in these ticks on a connection
 * that is open.
 */
export function onceSent(work: () => void, ticks = ticksUntilSent): void {
  process.nextTick(() => (ticks > 1 ? onceSent(work, ticks - 1) : work()))
}
