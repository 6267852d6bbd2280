import { searchMessages } from '../../world/messages/search.ts'
import { searchThreads } from '../../world/threads/search.ts'
import { param } from '../request.ts'
import { json, routes } from '../route.ts'

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/messages/search',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId, query } = request
      return json(searchMessages(sandbox, actorId, param(request, 'guild_id'), query))
    },
  },
  {
    method: 'GET',
    path: '/channels/:channel_id/threads/search',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId, query } = request
      return json(searchThreads(sandbox, actorId, param(request, 'channel_id'), query))
    },
  },
])
