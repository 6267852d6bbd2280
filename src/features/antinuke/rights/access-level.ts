import type { Guild, GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import type { AntinukeSettings } from '../contract.ts'
import type { AccessLevel, UserAccess } from './contract.ts'

type Lists = Pick<AntinukeSettings, 'extraOwners' | 'whitelist' | 'allowances'>

/** Whether somebody has a place on the whitelist that has not ended. @param now Unix ms */
export const isWhitelisted = ({ whitelist, allowances }: Lists, userId: string, now: number): boolean =>
  whitelist.includes(userId) &&
  !allowances.some(({ id, expiresAt }) => id === userId && expiresAt !== null && expiresAt <= now)

/** Returns somebody's access level. @param now Unix ms */
export function standingOf({ ownerId }: Pick<Guild, 'ownerId'>, own: Lists, userId: string, now: number): AccessLevel {
  if (userId === ownerId) return 'owner'
  if (own.extraOwners.includes(userId)) return 'extra_owner'
  return isWhitelisted(own, userId, now) ? 'whitelist' : 'none'
}

/** The access level of a member. */
export const standingIn = ({ guild, own, now }: Context<typeof antinuke>, { id }: Pick<GuildMember, 'id'>) =>
  standingOf(guild, own, id, now())

const messages: Record<AccessLevel, string> = {
  owner: 'You own this server: you may change everything.',
  extra_owner: 'You are an extra owner: you may change everything except who the extra owners are.',
  whitelist: 'You are on the whitelist: you may look, but not change anything.',
  none: 'You are not authorized to access this section.',
}

/** Returns what somebody may do, under the documented names. */
export function accessOf(level: AccessLevel): UserAccess {
  const canManage = level === 'owner' || level === 'extra_owner'
  return {
    level,
    message: messages[level],
    canManage,
    canManageExtraOwners: level === 'owner',
    canManageWhitelist: canManage,
    canOnlyView: level === 'whitelist',
    canEditSettings: canManage,
    canManageModules: canManage,
    canManageBypassRole: canManage,
  }
}
