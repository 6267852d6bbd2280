import { type Guild, type GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { inert } from '#kit/template.ts'
import leveling from '../contract.ts'
import { changeRole } from './change-role.ts'
import { canHaveLevelRoles, levelsOf } from '../guild-members.ts'
import { roleChange } from './rewards.ts'
import { inOrder, type RoleBatch, type RoleChangeRow, roleRows } from './rows.ts'

const everything = Number.POSITIVE_INFINITY

export const takeUpTo = ({ take }: Pick<RoleBatch, 'take'>): number => (take ? everything : 0)

/** The role changes that a member's level requires, except those that this batch has already settled for them. */
function dueChanges(
  services: Services,
  member: GuildMember,
  { batch, from, known }: { batch: RoleBatch; from: number; known: readonly RoleChangeRow[] },
) {
  const { levelRoles, rewardMode } = services.settings.read(member.guild.id, leveling)
  const level = levelsOf(services, member.guild.id, [member.id])(member.id)
  const upTo = Math.max(takeUpTo(batch), from > 0 ? Math.max(from, level) : 0)
  const { give, take } = roleChange(level, new Set(member.roles.cache.keys()), levelRoles, rewardMode, upTo)
  const isNew = (roleId: string) => !known.some(row => row.roleId === roleId && row.state !== 'begun')
  return [
    ...give
      .filter(id => isNew(id) && member.guild.roles.cache.has(id))
      .map(roleId => ({ roleId, change: 'given' as const })),
    ...take.filter(isNew).map(roleId => ({ roleId, change: 'taken' as const })),
  ]
}

/**
 * Brings a member's level roles in line with their level; each change is recorded before it is made. Safe to repeat:
 * settled changes are not made again, so that nobody's later decision is overruled.
 * @param from their previous level, if roles of levels they have lost are to be taken
 */
export const followLevel = (
  services: Services,
  guild: Guild,
  userId: string,
  name: string,
  from = 0,
): Promise<Partial<Record<'given' | 'taken' | 'failed', number>>> =>
  inOrder(services)(`${guild.id}:${userId}`, async () => {
    const rows = roleRows(services.db, guild.id)
    const batch = rows.batch(name)
    if (batch?.state !== 'following') return {}
    const member = await freshMember(guild, userId)
    if (!member || !canHaveLevelRoles(member)) return {}
    const known = rows.ofMember(name, userId)
    const counts = { given: 0, taken: 0, failed: 0 }
    // It was changed before the process was killed, but not recorded as done.
    for (const row of known)
      if (row.state === 'begun' && member.roles.cache.has(row.roleId) === (row.change === 'given')) {
        rows.settle(row, 'done')
        counts[row.change]++
      }
    for (const { roleId, change } of dueChanges(services, member, { batch, from, known })) {
      const role = guild.roles.cache.get(roleId)
      const row =
        known.find(one => one.roleId === roleId) ??
        rows.begin({
          batch: name,
          userId,
          name: inert(member.displayName),
          roleId,
          roleName: role?.name ?? roleId,
          change,
          at: services.now(),
        })
      const changed = await changeRole(services, member, roleId, change)
      rows.settle(row, changed ? 'done' : 'refused')
      counts[changed ? change : 'failed']++
    }
    return counts
  })
