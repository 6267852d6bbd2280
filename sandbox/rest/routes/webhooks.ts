import { guildChannelOf } from '../../world/lookup.ts'
import { followChannel } from '../../world/webhooks/followers.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listWebhooks,
  requireWebhook,
  shownTo,
  webhookOfToken,
} from '../../world/webhooks/registry.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const own = '/webhooks/:webhook_id'
const withToken = `${own}/:webhook_token`

const byRight = (request: RestRequest) => requireWebhook(request.sandbox, request.actorId, param(request, 'webhook_id'))
const byToken = (request: RestRequest) =>
  webhookOfToken(request.sandbox, param(request, 'webhook_id'), param(request, 'webhook_token'))

export default routes([
  {
    method: 'POST',
    path: '/channels/:channel_id/webhooks',
    callers: 'signed-in',
    handle: request =>
      json(createWebhook(request.sandbox, actorOf(request), param(request, 'channel_id'), request.body)),
  },
  {
    method: 'POST',
    path: '/channels/:channel_id/followers',
    callers: 'signed-in',
    handle: request =>
      json(followChannel(request.sandbox, actorOf(request), param(request, 'channel_id'), request.body)),
  },
  {
    method: 'GET',
    path: '/channels/:channel_id/webhooks',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const { channel, guildId } = guildChannelOf(sandbox.world, param(request, 'channel_id'))
      return json(listWebhooks(sandbox, actorId, guildId, channel.id).map(hook => shownTo(sandbox, actorId, hook)))
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/webhooks',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId } = request
      const all = listWebhooks(sandbox, actorId, param(request, 'guild_id'))
      return json(all.map(hook => shownTo(sandbox, actorId, hook)))
    },
  },
  {
    method: 'GET',
    path: own,
    callers: 'signed-in',
    handle: request => json(shownTo(request.sandbox, request.actorId, byRight(request))),
  },
  {
    method: 'PATCH',
    path: own,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId, body } = request
      return json(shownTo(sandbox, actorId, editWebhook(sandbox, actorOf(request), byRight(request), body)))
    },
  },
  {
    method: 'DELETE',
    path: own,
    callers: 'signed-in',
    handle: request => {
      deleteWebhook(request.sandbox, actorOf(request), byRight(request))
      return undefined
    },
  },
  {
    method: 'GET',
    path: withToken,
    callers: 'any',
    handle: request => json(anonymous(byToken(request))),
  },
  {
    method: 'PATCH',
    path: withToken,
    callers: 'any',
    handle: request => json(anonymous(editWebhook(request.sandbox, undefined, byToken(request), request.body))),
  },
  {
    method: 'DELETE',
    path: withToken,
    callers: 'any',
    handle: request => {
      deleteWebhook(request.sandbox, undefined, byToken(request))
      return undefined
    },
  },
])

/** Callers who hold only the token do not learn who made the webhook. */
function anonymous(hook: object): object {
  const { user: _, ...rest } = { user: undefined, ...hook }
  return rest
}
