import { createEmoji, deleteEmoji, editEmoji, listEmojis, showEmoji } from '../../world/expressions/emojis.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/guilds/:guild_id/emojis'
const one = `${all}/:emoji_id`
const guildIn = (request: RestRequest) => param(request, 'guild_id')
const emojiIn = (request: RestRequest) => param(request, 'emoji_id')

export default routes([
  {
    method: 'GET',
    path: all,
    callers: 'signed-in',
    handle: request => json(listEmojis(request.sandbox, request.actorId, guildIn(request))),
  },
  {
    method: 'POST',
    path: all,
    callers: 'signed-in',
    handle: request => json(createEmoji(request.sandbox, actorOf(request), guildIn(request), request.body), 201),
  },
  {
    method: 'GET',
    path: one,
    callers: 'signed-in',
    handle: request => json(showEmoji(request.sandbox, request.actorId, guildIn(request), emojiIn(request))),
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(editEmoji(sandbox, actorOf(request), guildIn(request), emojiIn(request), body))
    },
  },
  {
    method: 'DELETE',
    path: one,
    callers: 'signed-in',
    handle: request => {
      deleteEmoji(request.sandbox, actorOf(request), guildIn(request), emojiIn(request))
      return undefined
    },
  },
])
