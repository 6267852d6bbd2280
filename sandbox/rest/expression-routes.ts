import type { ExpressionFamily } from '../world/expressions/family.ts'
import { actorOf, param, silent } from './request.ts'
import { json, type RestRequest, type Route } from './route.ts'

interface Addresses<T> {
  /** '/guilds/:guild_id/emojis' */
  all: string
  /** The name of the id's path parameter: 'emoji_id'. */
  id: string
  create(request: RestRequest, guildId: string): T
  /** Wraps a list for the answer; by default, the list is the answer. */
  listed?(list: object[]): unknown
}

/** The five routes that a guild's emoji, stickers and sounds each have. */
export function expressionRoutes<T extends object>(
  family: ExpressionFamily<T>,
  { all, id, create, listed = list => list }: Addresses<T>,
): Route[] {
  const one = `${all}/:${id}`
  const guildIn = (request: RestRequest) => param(request, 'guild_id')
  return [
    {
      method: 'GET',
      path: all,
      callers: 'signed-in',
      handle: request => json(listed(family.list(request.sandbox, request.actorId, guildIn(request)))),
    },
    {
      method: 'POST',
      path: all,
      callers: 'signed-in',
      handle: request => json(create(request, guildIn(request)), 201),
    },
    {
      method: 'GET',
      path: one,
      callers: 'signed-in',
      handle: request => json(family.show(request.sandbox, request.actorId, guildIn(request), param(request, id))),
    },
    {
      method: 'PATCH',
      path: one,
      callers: 'signed-in',
      handle: request => {
        const { sandbox, body } = request
        return json(family.edit(sandbox, actorOf(request), guildIn(request), param(request, id), body))
      },
    },
    silent('DELETE', one, request => {
      family.remove(request.sandbox, actorOf(request), guildIn(request), param(request, id))
    }),
  ]
}
