import type { GuildMember, PermissionsString } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { listed, permissionName } from '#kit/permissions.ts'
import { inert } from '#kit/template.ts'
import leveling from '../contract.ts'
import { levelProgress } from '../curve.ts'
import { canHaveLevelRoles, totalsOf } from '../guild-members.ts'
import { roleChange } from './rewards.ts'
import { changedTotal, type MemberXpChange } from '../xp-changes/change-xp.ts'
import { roleRows } from './rows.ts'

const rolesNeeded = ['ManageRoles'] as const

/** The Discord permissions needed to change level roles along with XP. @param take whether roles are taken */
export const permissionsToTakeRoles = (take: boolean): typeof rolesNeeded | readonly [] => (take ? rolesNeeded : [])

/**
 * The Discord permissions needed to undo a batch: the same as for the batch itself, since undoing a change of roles
 * gives and takes roles too.
 */
export function neededToUndo(
  services: Pick<Services, 'db'>,
  guildId: string,
  batch: string,
): readonly PermissionsString[] {
  const needed = neededToCancel(services, guildId, batch)
  return needed.length > 0 ? needed : permissionsToTakeRoles(roleRows(services.db, guildId).toUndo(batch) > 0)
}

const neededToCancel = ({ db }: Pick<Services, 'db'>, guildId: string, batch: string): readonly PermissionsString[] =>
  permissionsToTakeRoles(batch.startsWith('roles-') || (roleRows(db, guildId).batch(batch)?.take ?? false))

/** The Discord permissions needed to cancel work on a batch's roles. */
export const neededForBatch = (
  services: Services,
  { guildId, input: { batch } }: { guildId: string; input: { batch: string } },
) => neededToCancel(services, guildId, batch)

function demand(member: GuildMember, needed: readonly PermissionsString[], why = ''): void {
  const missing = member.permissions.missing([...needed])
  if (missing.length > 0)
    throw new UserError('access.permissions', `You need ${listed(missing.map(permissionName))} for that${why}.`, 403)
}

/** @throws UserError 403 if the batch changed roles that the member may not change */
export const demandMayUndo = (services: Pick<Services, 'db'>, member: GuildMember, batch: string): void =>
  demand(member, neededToUndo(services, member.guild.id, batch))

/**
 * Lowering one member's XP takes the roles of levels they lose. Somebody who may not take those roles from everybody
 * may not take them one by one either.
 * @throws UserError 403 if it would take a role, and `by` may not
 */
export async function demandMayLower(
  services: Pick<Services, 'db' | 'log' | 'memory' | 'now' | 'settings'>,
  by: GuildMember,
  userId: string,
  change: Pick<MemberXpChange, 'kind' | 'amount'>,
): Promise<void> {
  const { guild } = by
  const { enabled, levelRoles, rewardMode } = services.settings.read(guild.id, leveling)
  if (!enabled || levelRoles.length === 0 || by.permissions.has(rolesNeeded)) return
  const before = totalsOf(services, guild.id, [userId]).get(userId) ?? 0
  const [from, to] = [before, changedTotal(before, change)].map(total => levelProgress(total).level)
  if (from === undefined || to === undefined || to >= from) return
  const member = await freshMember(guild, userId)
  if (!member || !canHaveLevelRoles(member)) return
  const { take } = roleChange(to, new Set(member.roles.cache.keys()), levelRoles, rewardMode, from)
  demand(by, permissionsToTakeRoles(take.length > 0), `: ${inert(member.displayName)} would lose a level role`)
}
