import { z } from 'zod'
import { yes } from '../world/fields.ts'
import { optional, parseForm } from '../world/form.ts'
import type { Actor } from '../world/guard.ts'
import type { RestRequest, Route } from './route.ts'

/** A part of the path. Never missing: the path would not have matched. */
export const param = ({ params }: RestRequest, name: string): string => params[name] ?? ''

/** Whether a switch of the query is on. @throws DiscordError 50035 for what is no boolean */
export const isOn = ({ query }: RestRequest, name: string): boolean =>
  parseForm(z.object({ [name]: optional(yes) }), { [name]: query[name] })[name] ?? false

/** Who asks, and the reason for the audit log. */
export const actorOf = ({ actorId, reason }: RestRequest): Actor => ({ userId: actorId, reason })

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
