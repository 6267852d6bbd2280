import { requireMember } from '../../world/guard.ts'
import { roleOf } from '../../world/lookup.ts'
import { createRole, deleteRole, editRole } from '../../world/roles/edit.ts'
import { memberCounts, orderRoles } from '../../world/roles/order.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const guildIn = (request: RestRequest) => param(request, 'guild_id')
const roleIn = (request: RestRequest) => param(request, 'role_id')
const guildFor = (request: RestRequest) => requireMember(request.sandbox, request.actorId, guildIn(request))

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/roles',
    callers: 'signed-in',
    handle: request => json([...guildFor(request).roles.values()]),
  },
  {
    method: 'POST',
    path: '/guilds/:guild_id/roles',
    callers: 'signed-in',
    handle: request => json(createRole(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/roles',
    callers: 'signed-in',
    handle: request => json(orderRoles(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/roles/member-counts',
    callers: 'signed-in',
    handle: request => json(memberCounts(guildFor(request))),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/roles/:role_id',
    callers: 'signed-in',
    handle: request => json(roleOf(guildFor(request), roleIn(request))),
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/roles/:role_id',
    callers: 'signed-in',
    handle: request =>
      json(editRole(request.sandbox, actorOf(request), guildIn(request), roleIn(request), request.body)),
  },
  {
    method: 'DELETE',
    path: '/guilds/:guild_id/roles/:role_id',
    callers: 'signed-in',
    handle: request => {
      deleteRole(request.sandbox, actorOf(request), guildIn(request), roleIn(request))
      return undefined
    },
  },
])
