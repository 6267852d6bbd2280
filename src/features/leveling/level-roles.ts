import { DiscordAPIError, type GuildMember } from 'discord.js'
import { z } from 'zod'
import type { Settings } from '#contract'
import { freshMember } from '#kit/fresh-member.ts'
import { job, type Services } from '#kernel/feature.ts'
import { handOutProblem } from '#kit/role-grants.ts'
import { activityOf } from './activity.ts'
import leveling from './contract.ts'
import { roleChange } from './rewards.ts'

type Own = Settings<typeof leveling>

const reason = 'Level role'
const payload = z.object({ userId: z.string(), strict: z.boolean() })

/**
 * Schedules a check of a member's level roles, which survives a restart. It may be called within the transaction that
 * stores the level. Many checks at once queue up like other jobs.
 * @param options.strict also takes roles above the level: after XP was taken away
 */
export function queueLevelRoles(
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  guildId: string,
  userId: string,
  { strict = false }: { strict?: boolean } = {},
): void {
  scheduler.at(rolesJob, {
    at: now(),
    guildId,
    key: `${guildId}:${userId}${strict ? ':strict' : ''}`,
    payload: { userId, strict },
  })
}

/** Which of the due changes Discord carried out. */
interface RoleCounts {
  given: number
  taken: number
  failed: number
}

/**
 * Brings one member's roles in line. Roles that may no longer be given are left alone; what Discord refuses is
 * counted and logged, and an outage is thrown.
 */
export async function syncLevelRoles(
  { log }: Pick<Services, 'log'>,
  member: GuildMember,
  level: number,
  { levelRoles, rewardMode }: Pick<Own, 'levelRoles' | 'rewardMode'>,
  options: { strict: boolean },
): Promise<RoleCounts> {
  const { guild } = member
  const done: RoleCounts = { given: 0, taken: 0, failed: 0 }
  const change = roleChange(level, new Set(member.roles.cache.keys()), levelRoles, rewardMode, options)
  const attempt = async (roleId: string, kind: 'given' | 'taken') => {
    const role = guild.roles.cache.get(roleId)
    if (!role || (kind === 'given' ? handOutProblem(role) !== undefined : !role.editable)) {
      done.failed++
      return
    }
    try {
      // One role at a time: setting the whole list would undo changes that somebody else makes at the same time.
      await (kind === 'given' ? member.roles.add(role, reason) : member.roles.remove(role, reason))
      done[kind]++
    } catch (err) {
      if (!(err instanceof DiscordAPIError) || err.status >= 500) throw err
      done.failed++
      log.info({ guildId: guild.id, userId: member.id, roleId, code: err.code }, 'level role refused by Discord')
    }
  }
  for (const id of change.give) await attempt(id, 'given')
  for (const id of change.take) await attempt(id, 'taken')
  return done
}

export const rolesJob = job({
  payload,
  promise: ({ userId }) => `give <@${userId}> the roles of their level`,
  async run(services, { userId, strict }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    const own = services.settings.read(guild.id, leveling)
    if (!own.enabled || own.levelRoles.length === 0) return
    const member = await freshMember(guild, userId)
    if (!member || member.pending || member.user.bot) return
    const { level } = activityOf(services).of(guild.id, userId)
    await syncLevelRoles(services, member, level, own, { strict })
  },
})
