import {
  applicationEmoji,
  createApplicationEmoji,
  deleteApplicationEmoji,
  editApplicationEmoji,
  listApplicationEmojis,
} from '../../world/expressions/application-emojis.ts'
import { param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/applications/:application_id/emojis'
const one = `${all}/:emoji_id`
const applicationIn = (request: RestRequest) => param(request, 'application_id')
const emojiIn = (request: RestRequest) => param(request, 'emoji_id')

export default routes([
  {
    method: 'GET',
    path: all,
    callers: 'bot',
    handle: request => json({ items: listApplicationEmojis(request.sandbox, request.actorId, applicationIn(request)) }),
  },
  {
    method: 'POST',
    path: all,
    callers: 'bot',
    handle: ({ sandbox, actorId, body, params }) =>
      json(createApplicationEmoji(sandbox, actorId, params['application_id'] ?? '', body), 201),
  },
  {
    method: 'GET',
    path: one,
    callers: 'bot',
    handle: request =>
      json(applicationEmoji(request.sandbox, request.actorId, applicationIn(request), emojiIn(request))),
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'bot',
    handle: request => {
      const { sandbox, actorId, body } = request
      return json(editApplicationEmoji(sandbox, actorId, applicationIn(request), emojiIn(request), body))
    },
  },
  {
    method: 'DELETE',
    path: one,
    callers: 'bot',
    handle: request => {
      deleteApplicationEmoji(request.sandbox, request.actorId, applicationIn(request), emojiIn(request))
      return undefined
    },
  },
])
