import type { Guild, User } from 'discord.js'
import { job, type Services } from '#kernel/feature.ts'
import { applySanction, type SanctionOutcome } from './apply-sanction.ts'
import { activeWarnings, type Case, warningsSince } from '../cases/case-store.ts'
import moderation from '../contract.ts'
import { isByModerator } from '../cases/contract.ts'
import { postNotDone } from '../modlog/post-not-done.ts'
import { thresholdReason } from '../template.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import type { SanctionOrder } from './sanction-order.ts'
import { cancelThreshold, scheduleThresholdTimer, thresholdTimer } from './threshold-timer.ts'
import { sanctionWording } from './wording.ts'

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
  scheduleThresholdTimer(services, guildId, { userId: targetId, warning: number })
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
  if (count < own.maxWarn) {
    cancelThreshold(services, guild.id, target.id)
    return null
  }
  const reason = thresholdReason(count, own.maxWarn)
  const order = { guild, target, kind: action, source: 'automod' as const, moderatorId: me.id, reason, warning }
  const { done, problem, outage, caseNumber } = await applySanction(services, order)
  return { action, done, problem, outage, caseNumber }
}

type Failed = NonNullable<SanctionOutcome['threshold']>

function reportFailure(services: Services, guild: Guild, userId: string, { action, problem }: Failed): void {
  const { them } = sanctionWording[action]
  const stands = `<@${userId}> has reached the limit of warnings, but I could not ${them}, so the warnings stay.`
  postNotDone(services, guild, [stands, problem].filter(Boolean).join(' '))
}

/**
 * Ends an attempt at the limit that failed: the next warning tries again. A moderator reads why in the reply. If a rule
 * gave the warning, the moderation log says why, or the timer tries again once Discord answers.
 */
export function afterFailure(
  services: Services,
  { guild, target, source }: Pick<SanctionOrder, 'guild' | 'target' | 'source'>,
  failed: Failed,
): void {
  const isTold = isByModerator(source)
  if (!isTold && failed.outage) return
  cancelThreshold(services, guild.id, target.id)
  if (!isTold) reportFailure(services, guild, target.id, failed)
}

/** Applies an action at the limit that a killed process did not get to, or that met an outage. */
export const thresholdJob = job({
  handle: thresholdTimer,
  promise: ({ userId }) => `act on the warnings of <@${userId}>, who has reached the limit`,
  lane: 'moderation',
  async run(services, { userId, warning }, { guildId }) {
    const guild = guildId === null ? undefined : services.client.guilds.cache.get(guildId)
    if (!guild) return
    if (!guild.available) throw new Error('the server is not available')
    const target = await services.client.users.fetch(userId)
    const result = await inSubjectQueue(services, guild, userId, () =>
      enforceThreshold(services, guild, target, warning),
    )
    if (!result || result.done) return
    if (result.outage) throw new Error('an action at the warning limit met an outage')
    reportFailure(services, guild, userId, result)
  },
})
