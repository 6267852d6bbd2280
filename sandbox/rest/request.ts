import { z } from 'zod'
import { DiscordError } from '../world/errors.ts'
import { yes } from '../world/fields.ts'
import { optional, parseForm } from '../world/form.ts'
import type { ActingUser } from '../world/guard.ts'
import type { RestRequest, Route } from './route.ts'

/** A parameter of the path. It is never missing, or the path would not have matched. */
export const param = ({ params }: RestRequest, name: string): string => params[name] ?? ''

/** Whether a boolean of the query is on. @throws DiscordError 50035 when it is not a boolean */
export const isOn = ({ query }: RestRequest, name: string): boolean =>
  parseForm(z.object({ [name]: optional(yes) }), { [name]: query[name] })[name] ?? false

/** The caller and the reason, for the audit log. */
export const actorOf = ({ actorId, reason }: RestRequest): ActingUser => ({ userId: actorId, reason })

/** Requires an OAuth2 scope. @throws DiscordError 401 when the token lacks it; bots and people have all scopes */
export function requireScope({ caller }: RestRequest, scope: string): void {
  if (caller.kind === 'bearer' && !caller.scopes.includes(scope)) throw new DiscordError(401, 0, '401: Unauthorized')
}

/** A route for bots and people that answers with 204 and no body. */
export const silent = (method: Route['method'], path: string, act: (request: RestRequest) => void): Route => ({
  method,
  path,
  callers: 'signed-in',
  handle: request => {
    act(request)
    return undefined
  },
})
