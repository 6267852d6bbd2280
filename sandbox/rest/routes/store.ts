import { DiscordError } from '../../world/errors.ts'
import {
  consumeEntitlement,
  createTestEntitlement,
  deleteTestEntitlement,
  entitlementOf,
  listEntitlements,
  ownEntitlements,
} from '../../world/store/entitlements.ts'
import { applicationOf } from '../../world/store/lookup.ts'
import { buy, cancelSubscription, listSubscriptions, subscriptionOf } from '../../world/store/subscriptions.ts'
import { param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/applications/:application_id/entitlements'
const one = `${all}/:entitlement_id`

/** @throws DiscordError 20012 for another application's */
function applicationIn({ caller, params }: RestRequest): string {
  const own = caller.kind === 'bot' || caller.kind === 'bearer' ? caller.applicationId : undefined
  if (own !== undefined && (params['application_id'] ?? own) === own) return own
  throw new DiscordError(403, 20_012, 'You are not authorized to perform this action on this application')
}

const entitlementIn = (request: RestRequest): [RestRequest['sandbox'], string, string] => [
  request.sandbox,
  applicationIn(request),
  param(request, 'entitlement_id'),
]

export default routes([
  {
    method: 'GET',
    path: '/applications/:application_id/skus',
    callers: 'bot',
    handle: request => json(applicationOf(request.sandbox, applicationIn(request)).skus ?? []),
  },
  {
    method: 'GET',
    path: all,
    callers: 'bot',
    handle: request => json(listEntitlements(request.sandbox, applicationIn(request), request.query)),
  },
  {
    method: 'POST',
    path: all,
    callers: 'bot',
    handle: request => json(createTestEntitlement(request.sandbox, applicationIn(request), request.body)),
  },
  { method: 'GET', path: one, callers: 'bot', handle: request => json(entitlementOf(...entitlementIn(request))) },
  {
    method: 'DELETE',
    path: one,
    callers: 'bot',
    handle: request => {
      deleteTestEntitlement(...entitlementIn(request))
      return undefined
    },
  },
  {
    method: 'POST',
    path: `${one}/consume`,
    callers: 'bot',
    handle: request => {
      consumeEntitlement(...entitlementIn(request))
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/users/@me/applications/:application_id/entitlements',
    callers: 'bearer',
    handle: request => json(ownEntitlements(request.sandbox, applicationIn(request), request.actorId, request.query)),
  },
  {
    method: 'GET',
    path: '/skus/:sku_id/subscriptions',
    callers: 'bot',
    handle: request =>
      json(listSubscriptions(request.sandbox, applicationIn(request), param(request, 'sku_id'), request.query)),
  },
  {
    method: 'GET',
    path: '/skus/:sku_id/subscriptions/:subscription_id',
    callers: 'bot',
    handle: request => {
      const [skuId, id] = [param(request, 'sku_id'), param(request, 'subscription_id')]
      return json(subscriptionOf(request.sandbox, applicationIn(request), skuId, id))
    },
  },
  {
    // What a person's client does in an application's store, and in the list of what one pays for.
    method: 'POST',
    path: '/store/skus/:sku_id/purchase',
    callers: 'user',
    handle: request => json(buy(request.sandbox, request.actorId, param(request, 'sku_id'))),
  },
  {
    method: 'DELETE',
    path: '/users/@me/billing/subscriptions/:subscription_id',
    callers: 'user',
    handle: request => json(cancelSubscription(request.sandbox, request.actorId, param(request, 'subscription_id'))),
  },
])
