import type { GuildMember } from 'discord.js'
import { everything, type Grant, type GrantLevel } from './contract.ts'
import { isTimedOut } from '#kit/discord-time.ts'

/** @param now Unix ms */
export const isOver = ({ expiresAt }: Pick<Grant, 'expiresAt'>, now: number) => expiresAt !== null && expiresAt <= now

/** Whether a member has stayed in the server ever since the access was given. */
export const stayed = ({ joinedAt }: Pick<Grant, 'joinedAt'>, { joinedTimestamp }: GuildMember) =>
  joinedAt === null || (joinedTimestamp !== null && joinedTimestamp <= joinedAt)

/** Whether a grant applies to a member now: it is theirs or their role's, and has not expired. */
const counts = (grant: Grant, member: GuildMember, now: number) =>
  !isOver(grant, now) &&
  (grant.kind === 'member' ? grant.id === member.id && stayed(grant, member) : member.roles.cache.has(grant.id))

/**
 * Returns the level that a member was granted in a feature; none while they are timed out. Somebody who was granted
 * anything may visit the server.
 * @param feature undefined for the server as a whole
 * @param now Unix ms
 */
export function grantedLevel(
  grants: readonly Grant[],
  member: GuildMember,
  feature: string | undefined,
  now: number,
): GrantLevel | 'visit' | 'none' {
  if (grants.length === 0 || isTimedOut(member)) return 'none'
  const theirs = grants.filter(grant => counts(grant, member, now))
  const here = theirs.filter(grant => grant.feature === everything || grant.feature === feature)
  if (here.some(({ level }) => level === 'manage')) return 'manage'
  if (here.length > 0) return 'view'
  return theirs.length > 0 ? 'visit' : 'none'
}
