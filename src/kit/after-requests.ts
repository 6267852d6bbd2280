/**
 * Runs `work` soon, but after what was asked of Discord in this turn has left: the HTTP client hands out the bytes at the
 * end of the turn, after everything that has been put off until then already.
 * @returns calls it off
 */
export function afterRequests(work: () => void): () => void {
  let next = setImmediate(() => (next = setImmediate(work)))
  return () => clearImmediate(next)
}
