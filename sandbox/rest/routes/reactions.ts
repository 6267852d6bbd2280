import { z } from 'zod'
import { optional, parseForm, snowflake } from '../../world/form.ts'
import { clearReactions, react, reactedBy, unreact } from '../../world/messages/reactions.ts'
import { param, silent } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/channels/:channel_id/messages/:message_id/reactions'
const kind = `${all}/:emoji_name`

const pageForm = z.object({
  after: optional(snowflake),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  type: z.coerce.number().int().min(0).max(1).default(0),
})

type Place = [channelId: string, messageId: string]
const place = (request: RestRequest): Place => [param(request, 'channel_id'), param(request, 'message_id')]
const emojiIn = (request: RestRequest) => param(request, 'emoji_name')

export default routes([
  silent('PUT', `${kind}/@me`, request => {
    react(request.sandbox, request.actorId, ...place(request), emojiIn(request))
  }),
  silent('DELETE', `${kind}/@me`, request => {
    unreact(request.sandbox, request.actorId, ...place(request), emojiIn(request))
  }),
  silent('DELETE', `${kind}/:user_id`, request => {
    unreact(request.sandbox, request.actorId, ...place(request), emojiIn(request), param(request, 'user_id'))
  }),
  silent('DELETE', kind, request => {
    clearReactions(request.sandbox, request.actorId, ...place(request), emojiIn(request))
  }),
  silent('DELETE', all, request => {
    clearReactions(request.sandbox, request.actorId, ...place(request))
  }),
  {
    method: 'GET',
    path: kind,
    callers: 'signed-in',
    handle: request => {
      const page = parseForm(pageForm, request.query)
      return json(reactedBy(request.sandbox, request.actorId, ...place(request), emojiIn(request), page))
    },
  },
])
