/** Nothing else is sent for so long while Discord's edge has not answered what tries it (ms). */
const tryEveryMs = 1000

/**
 * Whether anything leaves at all. Whoever is banned by Discord's edge does not know for how long: after each pause one
 * request tries it, and the others follow once it was let through.
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
    /** Discord takes nothing until then. @param byEdge whether it is not known that it takes something afterwards */
    close(until: number, byEdge: boolean): void {
      pauseEndsAt = Math.max(pauseEndsAt, until)
      if (!byEdge) return
      isBanned = true
      isTrying = false
    },
    /** One has left. */
    left(at: number): void {
      if (!isBanned) return
      isTrying = true
      triesAgainAt = at + tryEveryMs
    },
    /**
     * Discord itself has answered something; a pause that it has asked for meanwhile stands.
     * @returns whether others may follow then
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
