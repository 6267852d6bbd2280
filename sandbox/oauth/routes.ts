import { json, type Route, routes } from '../rest/route.ts'
import { accountOf } from '../world/lookup.ts'
import { guildPermissions } from '../world/guard.ts'
import { authorizedRoutes } from './authorized-routes.ts'
import { type ConsentDecision, decide } from './consent.ts'
import type { Grants } from './grants.ts'
import { readAuthorize, scopeSentences } from './request.ts'
import { exchange, isTokenError, readTokenRequest } from './token.ts'

/**
 * The OAuth2 routes: those that the consent page calls, and those with which an application exchanges and revokes codes
 * and tokens.
 */
export const oauthRoutes = (grants: Grants): readonly Route[] =>
  routes([
    ...authorizedRoutes(grants),
    {
      method: 'GET',
      path: '/oauth2/authorize',
      callers: 'user',
      handle({ sandbox, actorId, query }) {
        const { application, scopes, redirectUri } = readAuthorize(sandbox, query)
        const guilds = [...sandbox.world.guilds.values()].flatMap(({ guild, members }) =>
          members.has(actorId)
            ? [
                {
                  id: guild.id,
                  name: guild.name,
                  icon: guild.icon,
                  permissions: guildPermissions(sandbox, actorId, guild.id).toString(),
                  bot_present: members.has(application.botUserId),
                },
              ]
            : [],
        )
        return json({
          user: accountOf(sandbox.world, actorId).user,
          application: { id: application.id, name: application.name },
          scopes: scopes.map(name => ({ name, sentence: scopeSentences[name] })),
          redirect_uri: redirectUri,
          guilds: scopes.includes('bot') ? guilds : [],
        })
      },
    },
    {
      method: 'POST',
      path: '/oauth2/authorize',
      callers: 'user',
      handle({ sandbox, actorId, query, body }) {
        const decision = (body ?? {}) as ConsentDecision
        return json(decide(sandbox, grants, readAuthorize(sandbox, query), actorId, decision))
      },
    },
    {
      method: 'POST',
      path: '/oauth2/token',
      callers: 'any',
      handle(request) {
        const { sandbox } = request
        const read = readTokenRequest(sandbox, request)
        if (isTokenError(read)) return read
        const answer = exchange(
          sandbox,
          grants,
          read.application,
          read.fields,
          id => sandbox.world.guilds.get(id)?.guild,
        )
        return isTokenError(answer) ? answer : json(answer)
      },
    },
    {
      method: 'POST',
      path: '/oauth2/token/revoke',
      callers: 'any',
      handle(request) {
        const read = readTokenRequest(request.sandbox, request)
        if (isTokenError(read)) return read
        grants.revoke(read.fields['token'] ?? '')
        return json({})
      },
    },
  ])
