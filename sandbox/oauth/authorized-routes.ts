import { DiscordError } from '../world/errors.ts'
import { addMember } from '../world/members/add.ts'
import { publicApplication } from '../world/applications/view.ts'
import { userOf } from '../world/lookup.ts'
import { param } from '../rest/request.ts'
import { json, type Route, routes } from '../rest/route.ts'
import type { Grants } from './grants.ts'

/** The routes that an application can use with a person's access token. */
export const authorizedRoutes = (grants: Grants): readonly Route[] =>
  routes([
    {
      method: 'GET',
      path: '/oauth2/@me',
      callers: 'bearer',
      handle({ sandbox, caller }) {
        if (caller.kind !== 'bearer') throw new DiscordError(401, 0, '401: Unauthorized')
        const { applicationId, scopes, expiresAt, userId } = caller
        const application = sandbox.world.applications.get(applicationId)
        if (!application) throw new DiscordError(404, 10_002, 'Unknown Application')
        return json({
          application: publicApplication(sandbox, application),
          scopes,
          expires: new Date(expiresAt).toISOString(),
          ...(scopes.includes('identify') && { user: userOf(sandbox.world, userId) }),
        })
      },
    },
    {
      method: 'PUT',
      path: '/guilds/:guild_id/members/:user_id',
      callers: 'bot',
      handle(request) {
        const { sandbox, caller, body } = request
        if (caller.kind !== 'bot') throw new DiscordError(401, 0, '401: Unauthorized')
        const [guildId, userId] = [param(request, 'guild_id'), param(request, 'user_id')]
        const member = addMember(sandbox, caller, guildId, userId, body, token => grants.access(token))
        return member && json(member, 201)
      },
    },
  ])
