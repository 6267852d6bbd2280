/** A role's rank. Equal positions are ordered by id, the older role being the higher one. */
export interface RolePosition {
  id: string
  position: number
}

/** @returns a positive number when `left` is above `right`. Source: Discord's documentation, "Permission Hierarchy". */
export function comparePositions(left: RolePosition, right: RolePosition): number {
  if (left.position !== right.position) return left.position - right.position
  const [a, b] = [BigInt(left.id), BigInt(right.id)]
  return a === b ? 0 : a < b ? 1 : -1
}

export function highest<P extends RolePosition>(places: Iterable<P>): P | undefined {
  let top: P | undefined
  for (const place of places) if (!top || comparePositions(place, top) > 0) top = place
  return top
}

export interface Ranked {
  userId: string
  /** The highest role; @everyone for members without roles. */
  top: RolePosition
}

/** Whether `actor` may manage the role. The owner ranks above every role. */
export const standsAbove = (actor: Ranked, ownerId: string, role: RolePosition) =>
  actor.userId === ownerId || comparePositions(actor.top, role) > 0

/** Whether `actor` may kick, ban, rename or time out `target`. Nobody may touch the owner. */
export const outranks = (actor: Ranked, ownerId: string, target: Ranked) =>
  target.userId !== ownerId && standsAbove(actor, ownerId, target.top)
