import { GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { emitToUser } from '../emit.ts'
import { DiscordError, missingAccess } from '../errors.ts'
import { page } from '../fields.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { timestamp } from '../time.ts'
import { keepEntitlement } from './entitlements.ts'
import { applicationOf, paged, skuOf } from './lookup.ts'
import type { Entitlement, Subscription } from './state.ts'

/** About a month. Discord documents no figure. */
const periodMs = 30 * 86_400_000

/**
 * Buys a product for a person: they get an entitlement, and a subscription if it is paid for every month. @throws
 * DiscordError 10027
 */
export function buy(sandbox: Sandbox, userId: string, skuId: string): Entitlement {
  const sku = skuOf(sandbox, skuId)
  const [start, end] = [0, periodMs].map(ms => timestamp(sandbox, sandbox.now() + ms))
  const lasts = sku.type === 5
  const entitlement: Entitlement = {
    id: sandbox.nextId(),
    sku_id: skuId,
    application_id: sku.application_id,
    user_id: userId,
    guild_id: null,
    deleted: false,
    starts_at: start ?? null,
    ends_at: lasts ? (end ?? null) : null,
    type: 8,
    consumed: false,
  }
  if (lasts) {
    const subscription: Subscription = {
      id: sandbox.nextId(),
      user_id: userId,
      sku_ids: [skuId],
      renewal_sku_ids: [],
      entitlement_ids: [entitlement.id],
      current_period_start: start ?? '',
      current_period_end: end ?? '',
      status: 0,
      canceled_at: null,
    }
    keep(sandbox, subscription, Event.SubscriptionCreate)
  }
  return keepEntitlement(sandbox, entitlement, Event.EntitlementCreate)
}

/** Cancels a subscription, which then ends with its period. @throws DiscordError 404, 50001 for somebody else's */
export function cancelSubscription(sandbox: Sandbox, userId: string, id: string): Subscription {
  const found = sandbox.world.subscriptions.get(id)
  if (!found) throw unknownSubscription()
  if (found.user_id !== userId) throw missingAccess()
  return keep(sandbox, { ...found, status: 2, canceled_at: timestamp(sandbox) }, Event.SubscriptionUpdate)
}

const unknownSubscription = () => new DiscordError(404, 0, '404: Not Found')

function keep(
  sandbox: Sandbox,
  subscription: Subscription,
  type: Event.SubscriptionCreate | Event.SubscriptionUpdate,
): Subscription {
  sandbox.world.subscriptions.set(subscription.id, subscription)
  const { application_id } = skuOf(sandbox, subscription.sku_ids[0] ?? '')
  emitToUser(sandbox, applicationOf(sandbox, application_id).botUserId, type, subscription)
  return subscription
}

const listForm = page(100, 50).extend({ user_id: optional(snowflake) })

/** Lists the subscriptions to one SKU. A bot has to name the person. @throws DiscordError 10027, 50035 */
export function listSubscriptions(
  sandbox: Sandbox,
  applicationId: string,
  skuId: string,
  query: unknown,
): Subscription[] {
  skuOf(sandbox, skuId, applicationId)
  const { user_id, ...rest } = parseForm(listForm, query)
  const theirs = [...sandbox.world.subscriptions.values()].filter(
    one => one.sku_ids.includes(skuId) && one.user_id === user_id,
  )
  return paged(theirs, rest)
}

/** @throws DiscordError 10027, 404 */
export function subscriptionOf(sandbox: Sandbox, applicationId: string, skuId: string, id: string): Subscription {
  skuOf(sandbox, skuId, applicationId)
  const found = sandbox.world.subscriptions.get(id)
  if (!found?.sku_ids.includes(skuId)) throw unknownSubscription()
  return found
}
