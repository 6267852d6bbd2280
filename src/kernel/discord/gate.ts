/** How long the next request waits while the one that tests Discord's edge has not been answered (ms). */
const tryEveryMs = 1000

/**
 * Decides whether any request may leave at all. How long a ban by Discord's edge lasts is unknown: after each pause one
 * request tests it, and the others follow when that was let through.
 */
export function createGate() {
  let pauseEndsAt = 0
  let triesAgainAt = 0
  let isBanned = false
  let isTrying = false
  const opensAt = () => Math.max(pauseEndsAt, triesAgainAt)
  return {
    opensAt,
    isOpen: (at: number): boolean => opensAt() <= at,
    /** Discord accepts nothing until then. @param byEdge whether it may refuse even after that */
    close(until: number, byEdge: boolean): void {
      pauseEndsAt = Math.max(pauseEndsAt, until)
      if (!byEdge) return
      isBanned = true
      isTrying = false
    },
    /** A request has left. */
    left(at: number): void {
      if (!isBanned) return
      isTrying = true
      triesAgainAt = at + tryEveryMs
    },
    /**
     * Discord itself, not its edge, has answered something; a pause that was requested in the meantime stays.
     * @returns whether other requests may follow now
     */
    letThrough(): boolean {
      if (!isTrying) return false
      isBanned = false
      isTrying = false
      triesAgainAt = 0
      return true
    },
  }
}
