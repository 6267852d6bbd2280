import type { GuildMember } from 'discord.js'
import { everything, type Grant, type GrantLevel } from './contract.ts'

/** Whether a grant counts for a member now: theirs or of a role they hold, not over, and they are not timed out. */
const counts = ({ kind, id, expiresAt }: Grant, member: GuildMember, now: number) =>
  (expiresAt === null || expiresAt > now) && (kind === 'member' ? id === member.id : member.roles.cache.has(id))

/**
 * What a member was given in a feature. Whoever was given anything may visit the server.
 * @param feature undefined for the server as a whole
 * @param now Unix ms
 */
export function grantedLevel(
  grants: readonly Grant[],
  member: GuildMember,
  feature: string | undefined,
  now: number,
): GrantLevel | 'visit' | 'none' {
  if (grants.length === 0 || member.isCommunicationDisabled()) return 'none'
  const theirs = grants.filter(grant => counts(grant, member, now))
  const here = theirs.filter(grant => grant.feature === everything || grant.feature === feature)
  if (here.some(({ level }) => level === 'manage')) return 'manage'
  if (here.length > 0) return 'view'
  return theirs.length > 0 ? 'visit' : 'none'
}
