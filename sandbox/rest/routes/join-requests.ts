import { decideJoinRequest, listJoinRequests, withdrawJoinRequest } from '../../world/members/join-requests.ts'
import { passScreening } from '../../world/members/screening.ts'
import { actorOf, param, silent } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const own = '/guilds/:guild_id/requests/@me'
const guildIn = (request: RestRequest) => param(request, 'guild_id')

export default routes([
  {
    // How a person's client agrees to the rules, or asks to be let in. Undocumented, because bots cannot.
    method: 'PUT',
    path: own,
    callers: 'user',
    handle: request => json(passScreening(request.sandbox, request.actorId, guildIn(request), request.body), 201),
  },
  {
    ...silent('DELETE', own, request => {
      withdrawJoinRequest(request.sandbox, request.actorId, guildIn(request))
    }),
    callers: 'user',
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/requests',
    callers: 'signed-in',
    handle: request => json(listJoinRequests(request.sandbox, request.actorId, guildIn(request), request.query)),
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/requests/:request_id',
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(decideJoinRequest(sandbox, actorOf(request), guildIn(request), param(request, 'request_id'), body))
    },
  },
])
