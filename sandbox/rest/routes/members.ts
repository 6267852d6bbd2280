import { z } from 'zod'
import { page } from '../../world/fields.ts'
import { parseForm, text } from '../../world/form.ts'
import { requireMember } from '../../world/guard.ts'
import { memberOf } from '../../world/lookup.ts'
import { kick } from '../../world/members/departure.ts'
import { editMember, editSelf } from '../../world/members/edit.ts'
import { listMembers, searchMembers } from '../../world/members/list.ts'
import { giveRole, takeRole } from '../../world/members/roles.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const guildIn = (request: RestRequest) => param(request, 'guild_id')
const userIn = (request: RestRequest) => param(request, 'user_id')
const guildFor = (request: RestRequest) => requireMember(request.sandbox, request.actorId, guildIn(request))

const searchForm = z.object({ query: text(100, 1), limit: z.coerce.number().int().min(1).max(1000).default(1) })

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/members',
    callers: 'signed-in',
    handle: request =>
      json(listMembers(request.sandbox, request.caller, guildFor(request), parseForm(page(1000, 1), request.query))),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/members/search',
    callers: 'signed-in',
    handle: request => {
      const { query, limit } = parseForm(searchForm, request.query)
      return json(searchMembers(request.sandbox, guildFor(request), query, limit))
    },
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/members/@me',
    callers: 'signed-in',
    handle: request => json(editSelf(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/members/:user_id',
    callers: 'signed-in',
    handle: request => json(memberOf(request.sandbox.world, guildFor(request).guild.id, userIn(request))),
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/members/:user_id',
    callers: 'signed-in',
    handle: request =>
      json(editMember(request.sandbox, actorOf(request), guildIn(request), userIn(request), request.body)),
  },
  {
    method: 'DELETE',
    path: '/guilds/:guild_id/members/:user_id',
    callers: 'signed-in',
    handle: request => {
      kick(request.sandbox, actorOf(request), guildIn(request), userIn(request))
      return undefined
    },
  },
  {
    method: 'PUT',
    path: '/guilds/:guild_id/members/:user_id/roles/:role_id',
    callers: 'signed-in',
    handle: request => {
      giveRole(request.sandbox, actorOf(request), guildIn(request), userIn(request), param(request, 'role_id'))
      return undefined
    },
  },
  {
    method: 'DELETE',
    path: '/guilds/:guild_id/members/:user_id/roles/:role_id',
    callers: 'signed-in',
    handle: request => {
      takeRole(request.sandbox, actorOf(request), guildIn(request), userIn(request), param(request, 'role_id'))
      return undefined
    },
  },
])
