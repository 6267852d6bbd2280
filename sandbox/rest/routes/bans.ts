import { requirePermission } from '../../world/guard.ts'
import { page } from '../../world/fields.ts'
import { parseForm } from '../../world/form.ts'
import { ban, banOf, bulkBan, listBans, unban } from '../../world/members/bans.ts'
import { permission } from '../../world/permissions.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const guildIn = (request: RestRequest) => param(request, 'guild_id')
const userIn = (request: RestRequest) => param(request, 'user_id')
const guildFor = (request: RestRequest) =>
  requirePermission(request.sandbox, request.actorId, guildIn(request), permission.BanMembers)

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/bans',
    callers: 'signed-in',
    handle: request => json(listBans(guildFor(request), parseForm(page(1000), request.query))),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/bans/:user_id',
    callers: 'signed-in',
    handle: request => json(banOf(guildFor(request), userIn(request))),
  },
  {
    method: 'PUT',
    path: '/guilds/:guild_id/bans/:user_id',
    callers: 'signed-in',
    handle: request => {
      ban(request.sandbox, actorOf(request), guildIn(request), userIn(request), request.body)
      return undefined
    },
  },
  {
    method: 'DELETE',
    path: '/guilds/:guild_id/bans/:user_id',
    callers: 'signed-in',
    handle: request => {
      unban(request.sandbox, actorOf(request), guildIn(request), userIn(request))
      return undefined
    },
  },
  {
    method: 'POST',
    path: '/guilds/:guild_id/bulk-ban',
    callers: 'signed-in',
    handle: request => json(bulkBan(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
])
