import {
  forgetRoleConnection,
  recordsOf,
  roleConnection,
  setRecords,
  setRoleConnection,
} from '../../world/applications/role-connections.ts'
import { leaveLinkedRole, linkRole, linkRules, takeLinkedRole } from '../../world/roles/linked.ts'
import type { Application } from '../../world/state.ts'
import { applicationOf } from '../../world/store/lookup.ts'
import { unauthorized } from '../authenticate.ts'
import { ownApplication } from '../own-application.ts'
import { actorOf, param, requireScope } from '../request.ts'
import { json, type RestRequest, type Route, routes } from '../route.ts'

const metadata = '/applications/:application_id/role-connections/metadata'
const own = '/users/@me/applications/:application_id/role-connection'
const linked = '/guilds/:guild_id/roles/:role_id/connections'

/** @throws DiscordError 401 for another application's token, or one without the scope */
function grantedTo(request: RestRequest): Application {
  requireScope(request, 'role_connections.write')
  const { sandbox, caller } = request
  const id = param(request, 'application_id')
  if (caller.kind !== 'bearer' || caller.applicationId !== id) throw unauthorized()
  return applicationOf(sandbox, id)
}

const written = (method: Route['method'], act: (application: Application, request: RestRequest) => unknown): Route => ({
  method,
  path: own,
  callers: 'bearer',
  handle(request) {
    const answer = act(grantedTo(request), request)
    return answer === undefined ? undefined : json(answer)
  },
})

/** What a member does in their client. */
const byMember = (
  method: Route['method'],
  path: string,
  act: (sandbox: RestRequest['sandbox'], userId: string, guildId: string, roleId: string) => void,
): Route => ({
  method,
  path,
  callers: 'user',
  handle(request) {
    act(request.sandbox, request.actorId, param(request, 'guild_id'), param(request, 'role_id'))
    return undefined
  },
})

export default routes([
  { method: 'GET', path: metadata, callers: 'bot', handle: request => json(recordsOf(ownApplication(request))) },
  {
    method: 'PUT',
    path: metadata,
    callers: 'bot',
    handle: request => json(setRecords(ownApplication(request), request.body)),
  },
  written('GET', (application, { actorId }) => roleConnection(application, actorId)),
  written('PUT', (application, { actorId, body }) => setRoleConnection(application, actorId, body)),
  written('DELETE', (application, { actorId }) => forgetRoleConnection(application, actorId)),
  {
    method: 'GET',
    path: `${linked}/configuration`,
    callers: 'user',
    handle: request =>
      json(linkRules(request.sandbox, actorOf(request), param(request, 'guild_id'), param(request, 'role_id'))),
  },
  {
    method: 'PUT',
    path: `${linked}/configuration`,
    callers: 'user',
    handle: request =>
      json(
        linkRole(
          request.sandbox,
          actorOf(request),
          param(request, 'guild_id'),
          param(request, 'role_id'),
          request.body,
        ),
      ),
  },
  byMember('PUT', `${linked}/assign`, takeLinkedRole),
  byMember('POST', `${linked}/unassign`, leaveLinkedRole),
])
