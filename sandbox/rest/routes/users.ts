import { page, yes } from '../../world/fields.ts'
import { optional, parseForm } from '../../world/form.ts'
import { guildPermissions, requireMember } from '../../world/guard.ts'
import { accountOf, memberOf, userOf } from '../../world/lookup.ts'
import { leaveGuild } from '../../world/members/departure.ts'
import { editUser } from '../../world/users/edit.ts'
import { ownGuilds, ownUser } from '../../world/users/view.ts'
import { param, requireScope } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const guildsForm = page(200).extend({ with_counts: optional(yes) })

const me = (request: RestRequest) => {
  const { caller, sandbox, actorId } = request
  const withEmail = caller.kind !== 'bearer' || caller.scopes.includes('email')
  return ownUser(sandbox, actorId, withEmail)
}

export default routes([
  {
    method: 'GET',
    path: '/users/@me',
    callers: 'any',
    handle: request => {
      requireScope(request, 'identify')
      return json(me(request))
    },
  },
  {
    method: 'PATCH',
    path: '/users/@me',
    callers: 'signed-in',
    handle: request => {
      editUser(request.sandbox, request.actorId, request.body)
      return json(me(request))
    },
  },
  {
    method: 'GET',
    path: '/users/@me/guilds',
    callers: 'any',
    handle: request => {
      requireScope(request, 'guilds')
      const { with_counts, ...rest } = parseForm(guildsForm, request.query)
      return json(ownGuilds(request.sandbox, request.actorId, rest, with_counts ?? false))
    },
  },
  {
    method: 'GET',
    path: '/users/@me/connections',
    callers: 'any',
    handle: request => {
      requireScope(request, 'connections')
      return json(accountOf(request.sandbox.world, request.actorId).connections ?? [])
    },
  },
  {
    method: 'GET',
    path: '/users/@me/guilds/:guild_id/member',
    callers: 'any',
    handle: request => {
      requireScope(request, 'guilds.members.read')
      const { sandbox, actorId } = request
      const guildId = param(request, 'guild_id')
      requireMember(sandbox, actorId, guildId)
      const permissions = String(guildPermissions(sandbox, actorId, guildId))
      return json({ ...memberOf(sandbox.world, guildId, actorId), permissions })
    },
  },
  {
    method: 'DELETE',
    path: '/users/@me/guilds/:guild_id',
    callers: 'signed-in',
    handle: request => {
      leaveGuild(request.sandbox, request.actorId, param(request, 'guild_id'))
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/users/:user_id',
    callers: 'signed-in',
    handle: request => json(userOf(request.sandbox.world, param(request, 'user_id'))),
  },
])
