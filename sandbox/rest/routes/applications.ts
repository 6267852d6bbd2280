import { editApplication } from '../../world/applications/settings.ts'
import { applicationView } from '../../world/applications/view.ts'
import { ownApplication } from '../own-application.ts'
import { json, type RestRequest, type Route, routes } from '../route.ts'

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
