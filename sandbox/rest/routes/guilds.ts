import { editGuild, setMfaLevel, setVanity, vanityView } from '../../world/guild/edit.ts'
import { setIncidentActions } from '../../world/guild/incident-actions.ts'
import { integrationsOf, integrationView } from '../../world/guild/integrations.ts'
import { guildPreview } from '../../world/guild/preview.ts'
import { countsOf, guildView } from '../../world/guild/view.ts'
import { requireMember, requirePermission } from '../../world/guard.ts'
import { removeApplication } from '../../world/members/departure.ts'
import { prune, pruneCount } from '../../world/members/prune.ts'
import { screeningView, setScreening } from '../../world/members/screening.ts'
import { permission } from '../../world/permissions.ts'
import { actorOf, isOn, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const guildIn = (request: RestRequest) => param(request, 'guild_id')

const managed = (request: RestRequest) =>
  requirePermission(request.sandbox, request.actorId, guildIn(request), permission.ManageGuild)

export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id',
    callers: 'signed-in',
    handle: request => {
      const state = requireMember(request.sandbox, request.actorId, guildIn(request))
      const counts = isOn(request, 'with_counts') ? countsOf(request.sandbox, state) : {}
      return json({ ...guildView(state), ...counts })
    },
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id',
    callers: 'signed-in',
    handle: request => json(guildView(editGuild(request.sandbox, actorOf(request), guildIn(request), request.body))),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/preview',
    callers: 'signed-in',
    handle: request => json(guildPreview(request.sandbox, request.actorId, guildIn(request))),
  },
  {
    // For the owner's own client; bots cannot own a guild.
    method: 'POST',
    path: '/guilds/:guild_id/mfa',
    callers: 'user',
    handle: request => json(setMfaLevel(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/prune',
    callers: 'signed-in',
    handle: request => json(pruneCount(request.sandbox, actorOf(request), guildIn(request), request.query)),
  },
  {
    method: 'POST',
    path: '/guilds/:guild_id/prune',
    callers: 'signed-in',
    handle: request => json(prune(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/vanity-url',
    callers: 'signed-in',
    handle: request => json(vanityView(managed(request))),
  },
  {
    // Bots are answered 20001. Source: what Discord answers them; the route is undocumented.
    method: 'PATCH',
    path: '/guilds/:guild_id/vanity-url',
    callers: 'user',
    handle: request => json(setVanity(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'PUT',
    path: '/guilds/:guild_id/incident-actions',
    callers: 'signed-in',
    handle: request => json(setIncidentActions(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/integrations',
    callers: 'signed-in',
    handle: request => {
      const { sandbox } = request
      const state = managed(request)
      return json(integrationsOf(sandbox, state).map(one => integrationView(sandbox, state, one)))
    },
  },
  {
    method: 'DELETE',
    path: '/guilds/:guild_id/integrations/:integration_id',
    callers: 'signed-in',
    handle: request => {
      removeApplication(request.sandbox, actorOf(request), guildIn(request), param(request, 'integration_id'))
      return undefined
    },
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/member-verification',
    callers: 'user',
    handle: request => json(screeningView(requireMember(request.sandbox, request.actorId, guildIn(request)))),
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/member-verification',
    callers: 'user',
    handle: request => json(setScreening(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
])
