import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  listTemplates,
  syncTemplate,
  templateOf,
} from '../../world/guild/templates.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/guilds/:guild_id/templates'
const one = `${all}/:code`
const guildIn = (request: RestRequest) => param(request, 'guild_id')
const codeIn = (request: RestRequest) => param(request, 'code')

export default routes([
  {
    method: 'GET',
    path: '/guilds/templates/:code',
    callers: 'any',
    handle: request => json(templateOf(request.sandbox, codeIn(request))),
  },
  {
    method: 'GET',
    path: all,
    callers: 'signed-in',
    handle: request => json(listTemplates(request.sandbox, request.actorId, guildIn(request))),
  },
  {
    method: 'POST',
    path: all,
    callers: 'signed-in',
    handle: request => json(createTemplate(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'PUT',
    path: one,
    callers: 'signed-in',
    handle: request => json(syncTemplate(request.sandbox, actorOf(request), guildIn(request), codeIn(request))),
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, body } = request
      return json(editTemplate(sandbox, actorOf(request), guildIn(request), codeIn(request), body))
    },
  },
  {
    method: 'DELETE',
    path: one,
    callers: 'signed-in',
    handle: request => json(deleteTemplate(request.sandbox, actorOf(request), guildIn(request), codeIn(request))),
  },
])
