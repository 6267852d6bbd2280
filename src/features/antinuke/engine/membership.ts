import { type Services, state } from '#kernel/feature.ts'

type Known = Pick<Services, 'memory' | 'now'>

/** Who is a member, as plain ids: eight bytes for each. */
interface Membership {
  /** Everybody, in order, as they were last read; undefined until that was done once. */
  read: BigUint64Array | undefined
  /** How many held each role then. */
  holders: ReadonlyMap<string, number>
  joined: Set<string>
  /** When those left who did so lately (Unix ms). */
  left: Map<string, number>
}
const membershipOf = state(
  (): Membership => ({ read: undefined, holders: new Map(), joined: new Set(), left: new Map() }),
)

const mostLeft = 5000
/** What was done to a member may be told of so long after they are gone (ms). */
const lateMs = 10 * 60_000

/** All members were read, from the lowest id to the highest. @param holders how many hold each role */
export function noteAllMembers(
  services: Known,
  guildId: string,
  ids: BigUint64Array,
  holders: ReadonlyMap<string, number>,
): void {
  const membership = membershipOf(services, guildId)
  membership.read = ids
  membership.holders = holders
}

/** Whether all members were read once. */
export const hasReadMembers = (services: Known, guildId: string): boolean =>
  membershipOf(services, guildId).read !== undefined

/** How many of all members hold a role, from 0 to 1, as they were last read; 0 until then. */
export function shareOf(services: Known, guildId: string, roleId: string): number {
  const { read, holders } = membershipOf(services, guildId)
  if (roleId === guildId) return 1
  return read && read.length > 0 ? (holders.get(roleId) ?? 0) / read.length : 0
}

export function noteJoined(services: Known, guildId: string, userId: string): void {
  const { joined, left, read } = membershipOf(services, guildId)
  left.delete(userId)
  if (!includes(read, userId)) joined.add(userId)
}

export function noteLeft(services: Known, guildId: string, userId: string): void {
  const { joined, left } = membershipOf(services, guildId)
  joined.delete(userId)
  left.delete(userId)
  left.set(userId, services.now())
  for (const oldest of left.keys()) if (left.size > mostLeft) left.delete(oldest)
}

function includes(ids: BigUint64Array | undefined, userId: string): boolean {
  const id = BigInt(userId)
  let [low, high] = [0, ids?.length ?? 0]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids?.[middle] ?? 0n) < id) low = middle + 1
    else high = middle
  }
  return ids?.[low] === id
}

/**
 * Whether somebody is certainly no member, and was none a moment ago: banning them takes nobody away. Whoever joined while
 * the bot did not hear of it counts as no member, too, and joined lately.
 */
export function isStranger(services: Known, guildId: string, userId: string): boolean {
  const { read, joined, left } = membershipOf(services, guildId)
  if (!read || !/^\d{1,19}$/.test(userId)) return false
  const leftAt = left.get(userId)
  if (leftAt !== undefined) return services.now() - leftAt > lateMs
  return !joined.has(userId) && !includes(read, userId)
}

/** The first members by their ids, as far as they were read: those whom the library keeps are a few of them. */
export function someMembers(services: Known, guildId: string, most: number): string[] {
  const { read, joined, left } = membershipOf(services, guildId)
  const first = [...(read?.subarray(0, most + left.size) ?? [])].map(String)
  return [...first.filter(id => !left.has(id)), ...joined].slice(0, most)
}
