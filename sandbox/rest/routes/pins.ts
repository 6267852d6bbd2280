import { z } from 'zod'
import { optional, parseForm } from '../../world/form.ts'
import { listPins, pin, unpin } from '../../world/messages/pins.ts'
import { actorOf, param, silent } from '../request.ts'
import { json, routes } from '../route.ts'

const pageForm = z.object({
  before: optional(z.iso.datetime({ offset: true })),
  limit: z.coerce.number().int().min(1).max(50).default(50),
})

/** Since 2025-06-25 the routes for pins are below `messages`; the old ones still work. */
const addresses = ['/channels/:channel_id/messages/pins/:message_id', '/channels/:channel_id/pins/:message_id']

const changes = addresses.flatMap(path => [
  silent('PUT', path, request => {
    pin(request.sandbox, actorOf(request), param(request, 'channel_id'), param(request, 'message_id'))
  }),
  silent('DELETE', path, request => {
    unpin(request.sandbox, actorOf(request), param(request, 'channel_id'), param(request, 'message_id'))
  }),
])

export default routes([
  ...changes,
  {
    method: 'GET',
    path: '/channels/:channel_id/messages/pins',
    callers: 'signed-in',
    handle: request => {
      const { before, limit } = parseForm(pageForm, request.query)
      const all = listPins(request.sandbox, request.actorId, param(request, 'channel_id'), before)
      return json({ items: all.slice(0, limit), has_more: all.length > limit })
    },
  },
  {
    method: 'GET',
    path: '/channels/:channel_id/pins',
    callers: 'signed-in',
    handle: request => {
      const all = listPins(request.sandbox, request.actorId, param(request, 'channel_id'))
      return json(all.slice(0, 50).map(({ message }) => message))
    },
  },
])
