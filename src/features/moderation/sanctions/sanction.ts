import type { Services } from '#kernel/feature.ts'
import { act, type Order, type Outcome } from './apply-sanction.ts'
import { caseByKey } from '../cases/case-store.ts'
import { enforceThreshold, expectThreshold } from './warning-threshold.ts'
import { inTurn } from './member-queue.ts'

/**
 * Acts, records one case, posts it to the moderation log and tells the target, as far as the server wants that.
 * A warning that is one too many also brings the server's action. Never throws for what Discord refuses: `problem` says
 * why, and what to change. Hierarchy and the bot's rights are checked on the members as they are at that moment. Orders
 * about one member are carried out one after the other.
 */
export function punish(services: Services, order: Order): Promise<Outcome> {
  return inTurn(services.client, `${order.guild.id}/${order.target.id}`, async () => {
    if (order.kind !== 'warn') return act(services, order)
    const repeated = order.key !== undefined && caseByKey(services, order.guild.id, order.key) !== undefined
    const result = await act(services, order, recorded => expectThreshold(services, recorded))
    if (result.caseNumber === null || repeated) return result
    return { ...result, threshold: await enforceThreshold(services, order.guild, order.target, result.caseNumber) }
  })
}
