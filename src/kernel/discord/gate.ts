/** Nothing else is sent for so long while Discord's edge has not answered what tries it (ms). */
const tryEveryMs = 1000

/**
 * Whether anything leaves at all. Whoever is banned by Discord's edge does not know for how long: after each pause one
 * request tries it, and the others follow once it was let through.
 */
export function createGate() {
  let opensAt = 0
  let isBanned = false
  let isTrying = false
  return {
    opensAt: () => opensAt,
    isOpen: (at: number): boolean => opensAt <= at,
    /** Discord takes nothing until then. @param byEdge whether it is not known that it takes something afterwards */
    close(until: number, byEdge: boolean): void {
      opensAt = Math.max(opensAt, until)
      if (!byEdge) return
      isBanned = true
      isTrying = false
    },
    /** One has left. */
    left(at: number): void {
      if (!isBanned) return
      isTrying = true
      opensAt = at + tryEveryMs
    },
    /** Discord itself has answered something. @returns whether others may follow now */
    letThrough(): boolean {
      if (!isTrying) return false
      isBanned = false
      isTrying = false
      opensAt = 0
      return true
    },
  }
}
