import type { Services } from '#kernel/feature.ts'
import { applySanction, type SanctionOutcome } from './apply-sanction.ts'
import type { SanctionOrder } from './sanction-order.ts'
import { caseByKey } from '../cases/earlier-case.ts'
import { inSubjectQueue } from '../acts/settle-pending.ts'
import { afterFailure, enforceThreshold, scheduleThreshold } from './warning-threshold.ts'

/**
 * Carries out a sanction, records one case, posts it to the moderation log and notifies the target if the server wants
 * that. A warning that reaches the limit also triggers the server's action. A refusal by Discord is not thrown:
 * `problem` says why, and what to change. Hierarchy and the bot's permissions are checked for the members as they are
 * at that moment. Orders about one member are carried out one after another.
 */
export function sanction(services: Services, order: SanctionOrder): Promise<SanctionOutcome> {
  return inSubjectQueue(services, order.guild, order.target.id, async () => {
    if (order.kind !== 'warn') return applySanction(services, order)
    const repeated = order.key !== undefined && caseByKey(services, order.guild.id, order.key) !== undefined
    const result = await applySanction(services, order, recorded => scheduleThreshold(services, recorded))
    if (result.caseNumber === null || repeated) return result
    const threshold = await enforceThreshold(services, order.guild, order.target, result.caseNumber)
    if (threshold?.done === false) afterFailure(services, order, threshold)
    return { ...result, threshold }
  })
}
