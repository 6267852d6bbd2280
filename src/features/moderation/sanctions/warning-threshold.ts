import type { Guild, User } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { applySanction, type SanctionOutcome } from './apply-sanction.ts'
import { activeWarnings, type Case, warningsSince } from '../cases/case-store.ts'
import moderation from '../contract.ts'
import { thresholdReason } from '../template.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { cancelThreshold, scheduleConsequence, thresholdTimer } from './threshold-timer.ts'

const counting = (services: Services, guildId: string, userId: string) => {
  const own = services.settings.read(guildId, moderation)
  const since = warningsSince(own, services.now())
  return { own, count: activeWarnings(services, guildId, userId, since).length }
}

/**
 * Schedules the consequence of a warning that reaches the limit, in case the process is killed. Part of the warning's
 * transaction.
 */
export function scheduleThreshold(services: Services, { guildId, targetId, number }: Case): void {
  if (targetId === null) return
  const { own, count } = counting(services, guildId, targetId)
  if (count < own.maxWarn) return
  scheduleConsequence(services, guildId, { userId: targetId, warning: number })
}

/**
 * Sanctions somebody who has as many warnings as the server allows; the warnings are used up only if that worked.
 * @param warning the case number of the last warning that it uses up
 * @returns null if they have fewer
 */
export async function enforceThreshold(
  services: Services,
  guild: Guild,
  target: User,
  warning: number,
): Promise<SanctionOutcome['threshold']> {
  const { user: me } = services.client
  const { own, count } = counting(services, guild.id, target.id)
  const action = own.maxWarnAction
  const finish = () => cancelThreshold(services, guild.id, target.id)
  if (count < own.maxWarn) {
    finish()
    return null
  }
  const reason = thresholdReason(count, own.maxWarn)
  const order = { guild, target, kind: action, source: 'automod' as const, moderatorId: me.id, reason, warning }
  const { done, problem, caseNumber } = await applySanction(services, order)
  // A failure is reported to the moderator who warned; the next warning tries again.
  if (!done) finish()
  return { action, done, problem, caseNumber }
}

/** Applies a threshold action that a killed process did not get to. */
export const thresholdJob = job({
  handle: thresholdTimer,
  promise: ({ userId }) => `act on the warnings of <@${userId}>, who has reached the limit`,
  lane: 'moderation',
  async run(services, { userId, warning }, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    const target = await services.client.users.fetch(userId)
    await inSubjectQueue(services, guild, userId, () => enforceThreshold(services, guild, target, warning))
  },
})
