import { createRule, deleteRule, editRule, requireRules, ruleOf } from '../../world/auto-moderation/rules.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const all = '/guilds/:guild_id/auto-moderation/rules'
const one = `${all}/:rule_id`
const guildIn = (request: RestRequest) => param(request, 'guild_id')
const ruleIn = (request: RestRequest) => param(request, 'rule_id')
const guildFor = (request: RestRequest) => requireRules(request.sandbox, request.actorId, guildIn(request))

export default routes([
  {
    method: 'GET',
    path: all,
    callers: 'signed-in',
    handle: request => json([...guildFor(request).autoModerationRules.values()]),
  },
  {
    method: 'POST',
    path: all,
    callers: 'signed-in',
    handle: request => json(createRule(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: one,
    callers: 'signed-in',
    handle: request => json(ruleOf(guildFor(request), ruleIn(request))),
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request =>
      json(editRule(request.sandbox, actorOf(request), guildIn(request), ruleIn(request), request.body)),
  },
  {
    method: 'DELETE',
    path: one,
    callers: 'signed-in',
    handle: request => {
      deleteRule(request.sandbox, actorOf(request), guildIn(request), ruleIn(request))
      return undefined
    },
  },
])
