import { z } from 'zod'
import { DiscordError } from '../world/errors.ts'
import { yes } from '../world/fields.ts'
import { optional, parseForm } from '../world/form.ts'
import type { ActingUser } from '../world/guard.ts'
import type { RestRequest, Route } from './route.ts'

/** A part of the path. Never missing: the path would not have matched. */
export const param = ({ params }: RestRequest, name: string): string => params[name] ?? ''

/** Whether a switch of the query is on. @throws DiscordError 50035 for what is no boolean */
export const isOn = ({ query }: RestRequest, name: string): boolean =>
  parseForm(z.object({ [name]: optional(yes) }), { [name]: query[name] })[name] ?? false

/** Who asks, and the reason for the audit log. */
export const actorOf = ({ actorId, reason }: RestRequest): ActingUser => ({ userId: actorId, reason })

/** What an OAuth2 token was not granted. @throws DiscordError 401 without the scope; bots and people have all scopes */
export function requireScope({ caller }: RestRequest, scope: string): void {
  if (caller.kind === 'bearer' && !caller.scopes.includes(scope)) throw new DiscordError(401, 0, '401: Unauthorized')
}

/** A route for bots and people that answers with nothing: 204. */
export const silent = (method: Route['method'], path: string, act: (request: RestRequest) => void): Route => ({
  method,
  path,
  callers: 'signed-in',
  handle: request => {
    act(request)
    return undefined
  },
})
