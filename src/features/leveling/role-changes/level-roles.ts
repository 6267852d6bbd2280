import { z } from 'zod'
import { freshMember } from '#kit/fresh-member.ts'
import { job, type Services } from '#kernel/feature.ts'
import { activityOf } from '../earning/activity.ts'
import leveling from '../contract.ts'
import { canHaveLevelRoles } from '../guild-members.ts'
import { roleChange } from './rewards.ts'
import { changeRole } from './change-role.ts'
import { followLevel } from './follow-level.ts'
import { roleRows } from './rows.ts'

const payload = z.object({ userId: z.string(), from: z.number().default(0), batch: z.string().optional() })

/**
 * Schedules a check of a member's level roles, which survives a restart. It may be called inside the transaction that
 * stores the level. Many checks at once queue up like other jobs.
 */
export function queueLevelRoles(
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  userId: string,
): void {
  scheduler.at(rolesJob, { at: now(), guildId, key: `${guildId}:${userId}`, payload: { userId } })
}

/**
 * The same for a change of XP by hand: each role change is recorded under its name, so that undoing it gives back what
 * it took and takes what it gave.
 * @param change.from their previous level: roles of the levels they have lost are taken, but none above, which somebody
 * may have given by hand
 */
export function queueChangedRoles(
  { db, scheduler, now }: Pick<Services, 'db' | 'scheduler' | 'now'>,
  guildId: string,
  { userId, from, batch }: { userId: string; from: number; batch: string },
): void {
  roleRows(db, guildId).openBatch({ batch, at: now(), take: false })
  scheduler.at(rolesJob, { at: now(), guildId, key: `${guildId}:${batch}`, payload: { userId, from, batch } })
}

export const rolesJob = job({
  payload,
  promise: ({ userId }) => `give <@${userId}> the roles of their level`,
  async run(services, { userId, from, batch }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    const { enabled, levelRoles, rewardMode } = services.settings.read(guild.id, leveling)
    const concerns = enabled && levelRoles.length > 0
    if (batch !== undefined) {
      if (concerns) await followLevel(services, guild, userId, batch, from)
      roleRows(services.db, guild.id).moveBatch(batch, ['following'], 'followed')
      return
    }
    if (!concerns) return
    const member = await freshMember(guild, userId)
    if (!member || !canHaveLevelRoles(member)) return
    const { level } = activityOf(services).of(guild.id, userId)
    const held = new Set(member.roles.cache.keys())
    const { give, take } = roleChange(level, held, levelRoles, rewardMode, Math.max(from, level))
    for (const id of give) await changeRole(services, member, id, 'given')
    for (const id of take) await changeRole(services, member, id, 'taken')
  },
})
