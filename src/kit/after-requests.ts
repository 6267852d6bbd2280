/**
 * Runs `work` soon, but after the requests to Discord made in this turn of the event loop have been sent: the HTTP
 * client writes their bytes at the end of the turn, after everything already scheduled for then.
 * @returns a function that cancels it
 */
export function afterRequests(work: () => void): () => void {
  let next = setImmediate(() => (next = setImmediate(work)))
  return () => clearImmediate(next)
}

/**
 * A request gets its connection in the tick after it was made, and its bytes leave in that tick; the third tick is for
 * code that observes the sending.
 */
const ticksUntilSent = 3

/**
 * Runs `work` before any other incoming data is processed, but after whatever is sent on an open connection within this
 * many ticks.
 */
export function onceSent(work: () => void, ticks = ticksUntilSent): void {
  process.nextTick(() => (ticks > 1 ? onceSent(work, ticks - 1) : work()))
}
