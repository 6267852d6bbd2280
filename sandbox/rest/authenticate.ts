import type { Sandbox } from '../context.ts'
import type { Grants } from '../oauth/grants.ts'
import { userOfToken } from '../tokens.ts'
import { DiscordError } from '../world/errors.ts'
import type { RestCaller, Route } from './route.ts'

export const unauthorized = () => new DiscordError(401, 0, '401: Unauthorized')

/**
 * Who an `Authorization` header speaks for: `Bot <token>`, `Bearer <access token>` or a bare user token.
 * @returns kind `none` without a header, or with that of an application (HTTP Basic)
 * @throws DiscordError 401 for a token that is not valid
 */
export function authenticate(sandbox: Sandbox, grants: Grants, header: string | undefined): RestCaller {
  if (!header || header.startsWith('Basic ')) return { kind: 'none' }
  if (header.startsWith('Bot ')) {
    for (const application of sandbox.world.applications.values())
      if (application.token === header.slice(4))
        return { kind: 'bot', userId: application.botUserId, applicationId: application.id }
    throw unauthorized()
  }
  if (header.startsWith('Bearer ')) {
    const access = grants.access(header.slice(7))
    if (access) {
      const { userId, clientId, scopes, expiresAt } = access
      return { kind: 'bearer', userId, applicationId: clientId, scopes, expiresAt }
    }
    throw unauthorized()
  }
  const userId = userOfToken(sandbox.world.seed, header)
  if (userId === undefined || !sandbox.world.accounts.has(userId)) throw unauthorized()
  return { kind: 'user', userId }
}

/** @throws DiscordError when this kind of caller may not use the route at all */
export function admit(caller: RestCaller, callers: Route['callers']): void {
  if (callers === 'any') return
  if (caller.kind === 'none') throw unauthorized()
  if (callers === 'bearer' || caller.kind === 'bearer') {
    if (caller.kind !== callers) throw unauthorized()
    return
  }
  if (callers === 'bot' && caller.kind === 'user')
    throw new DiscordError(403, 20_002, 'Only bots can use this endpoint')
  if (callers === 'user' && caller.kind === 'bot') throw new DiscordError(403, 20_001, 'Bots cannot use this endpoint')
}
