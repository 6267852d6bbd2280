import { DiscordAPIError, type GuildMember } from 'discord.js'
import { z } from 'zod'
import { freshMember } from '#kit/fresh-member.ts'
import { job, type Services } from '#kernel/feature.ts'
import { giveRole } from '#kernel/rights/give-role.ts'
import { activityOf } from './activity.ts'
import leveling from './contract.ts'
import { isConcerned } from './guild-members.ts'
import { roleChange } from './rewards.ts'

const reason = 'Level role'
const payload = z.object({ userId: z.string(), from: z.number().default(0) })

/**
 * Schedules a check of a member's level roles, which survives a restart. It may be called within the transaction that
 * stores the level. Many checks at once queue up like other jobs.
 * @param from their level before XP was taken away: the roles of the levels they have lost are taken, but none above, which
 *   somebody may have given by hand
 */
export function queueLevelRoles(
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  userId: string,
  from = 0,
): void {
  scheduler.at(rolesJob, { at: now(), guildId, key: `${guildId}:${userId}:${from}`, payload: { userId, from } })
}

/**
 * Gives or takes one level role. A role that may no longer be given is left alone.
 * @returns false when it may not be changed, or Discord refuses
 * @throws what Discord answers in an outage
 */
export async function changeRole(
  services: Services,
  member: GuildMember,
  roleId: string,
  change: 'given' | 'taken',
): Promise<boolean> {
  const { guild } = member
  if (change === 'given') return giveRole(services, leveling, { member, roleId, why: reason })
  const role = guild.roles.cache.get(roleId)
  if (!role?.editable) return false
  try {
    // One role at a time: setting the whole list would undo changes that somebody else makes at the same time.
    await member.roles.remove(role, reason)
    return true
  } catch (err) {
    if (!(err instanceof DiscordAPIError) || err.status >= 500) throw err
    services.log.info({ guildId: guild.id, userId: member.id, roleId, code: err.code }, 'level role refused by Discord')
    return false
  }
}

export const rolesJob = job({
  payload,
  promise: ({ userId }) => `give <@${userId}> the roles of their level`,
  async run(services, { userId, from }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    const { enabled, levelRoles, rewardMode } = services.settings.read(guild.id, leveling)
    if (!enabled || levelRoles.length === 0) return
    const member = await freshMember(guild, userId)
    if (!member || !isConcerned(member)) return
    const { level } = activityOf(services).of(guild.id, userId)
    const held = new Set(member.roles.cache.keys())
    const { give, take } = roleChange(level, held, levelRoles, rewardMode, Math.max(from, level))
    for (const id of give) await changeRole(services, member, id, 'given')
    for (const id of take) await changeRole(services, member, id, 'taken')
  },
})
