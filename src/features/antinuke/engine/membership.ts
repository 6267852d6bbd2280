import { type Services, state } from '#kernel/feature.ts'

type Known = Pick<Services, 'memory' | 'now'>

/** Who is a member, as ids of eight bytes each. */
interface Membership {
  /** All members in order of their ids, as they were last read; undefined until they were read once. */
  read: BigUint64Array | undefined
  /** When they were read (Unix ms). */
  readAt: number
  /** How many members hold each role: counted when they were read, and corrected by what the audit log has said since. */
  holders: Map<string, number>
  /** Recent entries that have been counted: Discord is asked for them again when something is not explained. */
  noted: Set<string>
  /** When a member was last seen with each role (Unix ms): onboarding gives roles without an entry. */
  seen: Map<string, number>
  /** Who has joined since they were read; below, how many of those who were read have left. */
  joined: Set<string>
  gone: number
  /** When those who left recently did so (Unix ms). */
  left: Map<string, number>
}
const membershipOf = state(
  (): Membership => ({
    read: undefined,
    readAt: -Infinity,
    holders: new Map(),
    noted: new Set(),
    seen: new Map(),
    joined: new Set(),
    gone: 0,
    left: new Map(),
  }),
)

const mostNoted = 2000
const mostLeft = 5000
/** How long after somebody left the entry about what was done to them may arrive (ms). */
const lateMs = 10 * 60_000

/**
 * Stores that all members were read, from the lowest id to the highest.
 * @param holders how many hold each role
 * @param begunAt Unix ms: members who were seen with a role since then may not be among them
 */
export function noteAllMembers(
  services: Known,
  guildId: string,
  ids: BigUint64Array,
  { holders, begunAt }: { holders: Map<string, number>; begunAt: number },
): void {
  const membership = membershipOf(services, guildId)
  membership.read = ids
  membership.readAt = services.now()
  membership.holders = holders
  membership.gone = 0
  for (const [role, at] of membership.seen) if (at < begunAt) membership.seen.delete(role)
  for (const id of membership.joined) if (includes(ids, id)) membership.joined.delete(id)
}

/**
 * Counts roles that somebody was given or lost.
 * @param by the entry that says so, which may arrive again, and when it was written (Unix ms): what happened before all
 * members were read is known already
 */
export function noteRoles(
  services: Known,
  guildId: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
  { entryId, at }: { entryId: string; at: number },
): void {
  const { holders, readAt, noted } = membershipOf(services, guildId)
  if (at < readAt || noted.has(entryId)) return
  noted.add(entryId)
  for (const oldest of noted) if (noted.size > mostNoted) noted.delete(oldest)
  for (const id of added) holders.set(id, (holders.get(id) ?? 0) + 1)
  for (const id of removed) holders.set(id, Math.max(0, (holders.get(id) ?? 0) - 1))
}

/** Notes that a member was seen with these roles. */
export function noteHeld(services: Known, guildId: string, roles: readonly string[]): void {
  const { seen } = membershipOf(services, guildId)
  for (const id of roles) seen.set(id, services.now())
}

/** Whether it is certain that nobody holds a role. */
export function isHeldByNobody(services: Known, guildId: string, roleId: string): boolean {
  const { read, holders, seen } = membershipOf(services, guildId)
  return read !== undefined && (holders.get(roleId) ?? 0) === 0 && !seen.has(roleId)
}

/** Whether a role that nobody is known to hold has members: onboarding gave it, which no entry reports. */
export function isHeldByUnknown(services: Known, guildId: string, roleId: string): boolean {
  const { holders, seen } = membershipOf(services, guildId)
  return (holders.get(roleId) ?? 0) === 0 && seen.has(roleId)
}

/** Whether all members have been read once. */
export const hasReadMembers = (services: Known, guildId: string): boolean =>
  membershipOf(services, guildId).read !== undefined

/** The share of all members who hold a role, from 0 to 1; 0 until they were read once. */
export function shareOf(services: Known, guildId: string, roleId: string): number {
  const { read, holders, joined, gone } = membershipOf(services, guildId)
  if (roleId === guildId) return 1
  const all = (read?.length ?? 0) + joined.size - gone
  return read && all > 0 ? Math.min(1, (holders.get(roleId) ?? 0) / all) : 0
}

/** Fewer holders are a team, even in a server where they are half of all members. */
const fewest = 20

/** Whether giving something to a role gives it to nearly everybody. */
export const isForMost = (services: Known, guildId: string, roleId: string): boolean =>
  shareOf(services, guildId, roleId) > 0.5 && (membershipOf(services, guildId).holders.get(roleId) ?? 0) >= fewest

export function noteJoined(services: Known, guildId: string, userId: string): void {
  const membership = membershipOf(services, guildId)
  const { joined, left, read } = membership
  const wasGone = left.delete(userId)
  if (!includes(read, userId)) joined.add(userId)
  else if (wasGone) membership.gone = Math.max(0, membership.gone - 1)
}

export function noteLeft(services: Known, guildId: string, userId: string): void {
  const membership = membershipOf(services, guildId)
  const { joined, left, read } = membership
  joined.delete(userId)
  if (!left.delete(userId) && includes(read, userId)) membership.gone += 1
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
 * Whether somebody is certainly no member, and was none a moment ago, so that banning them takes nobody away. People
 * who joined while the bot did not hear of it count as no members, too: they joined recently.
 */
export function isStranger(services: Known, guildId: string, userId: string): boolean {
  const { read, joined, left } = membershipOf(services, guildId)
  if (!read || !/^\d{1,19}$/.test(userId)) return false
  const leftAt = left.get(userId)
  if (leftAt !== undefined) return Math.abs(services.now() - leftAt) > lateMs
  return !joined.has(userId) && !includes(read, userId)
}

/** The first members in order of their ids, as far as they were read; the library keeps only a few of them. */
export function someMembers(services: Known, guildId: string, most: number): string[] {
  const { read, joined, left } = membershipOf(services, guildId)
  const first = [...(read?.subarray(0, most + left.size) ?? [])].map(String)
  return [...first.filter(id => !left.has(id)), ...joined].slice(0, most)
}
