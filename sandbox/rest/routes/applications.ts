import { editApplication } from '../../world/applications/settings.ts'
import { applicationView } from '../../world/applications/view.ts'
import { DiscordError } from '../../world/errors.ts'
import type { Application } from '../../world/state.ts'
import { json, type RestRequest, type Route, routes } from '../route.ts'

/** @throws DiscordError 10002, 20012 for somebody else's */
function ownApplication({ sandbox, caller, params }: RestRequest): Application {
  const found = caller.kind === 'bot' ? sandbox.world.applications.get(caller.applicationId) : undefined
  if (!found) throw new DiscordError(404, 10_002, 'Unknown Application')
  if ((params['application_id'] ?? found.id) !== found.id)
    throw new DiscordError(403, 20_012, 'You are not authorized to perform this action on this application')
  return found
}

const show = (request: RestRequest) => json(applicationView(request.sandbox, ownApplication(request)))

const edit = (request: RestRequest) => {
  const { sandbox, body } = request
  return json(applicationView(sandbox, editApplication(sandbox, ownApplication(request), body)))
}

export default routes([
  { method: 'GET', path: '/oauth2/applications/@me', callers: 'bot', handle: show },
  ...['/applications/@me', '/applications/:application_id'].flatMap((path): Route[] => [
    { method: 'GET', path, callers: 'bot', handle: show },
    { method: 'PATCH', path, callers: 'bot', handle: edit },
  ]),
])
