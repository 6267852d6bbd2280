import { HTTPError, PermissionFlagsBits, PermissionsBitField } from 'discord.js'
import { createInvalidRequests } from '#kernel/discord/invalid-requests.ts'
import type { Harness } from './harness.ts'
import { until } from './until.ts'

/** Makes Discord answer matching requests with this status while `work` runs. */
export async function failing<T>(app: Harness, status: number, route: string, work: () => Promise<T>): Promise<T> {
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 40, status, route }
  try {
    return await work()
  } finally {
    conditions.failNext = undefined
  }
}

/** Makes Discord carry out the n-th matching request but lose its answer. @returns a function that ends this */
export function losesAnswer(app: Harness, method: string, path: RegExp, nth: number): () => void {
  const { rest } = app.product.services.client
  const request = rest.request.bind(rest)
  let seen = 0
  rest.request = async options => {
    const answer = await request(options)
    if ([method].includes(options.method) && path.test(options.fullRoute) && ++seen === nth)
      throw new HTTPError(502, 'Bad Gateway', method, options.fullRoute, {})
    return answer
  }
  return () => {
    rest.request = request
  }
}

/** Has matching requests held back as after too many refusals. @returns how many were, and a function that ends this */
export function holdBack(app: Harness, isMeant: (request: { method: string; fullRoute: string }) => boolean) {
  const { rest } = app.product.services.client
  const request = rest.request.bind(rest)
  const refusals = createInvalidRequests()
  for (let time = 0; time < 10_000; time += 1) refusals.count(403, null)
  let held = 0
  rest.request = async options => {
    if (isMeant(options)) {
      held += 1
      refusals.demandShare('answers')
    }
    return request(options)
  }
  return {
    held: () => held,
    end() {
      rest.request = request
    },
  }
}

/** Takes a permission from the bot's own role. */
export async function without(app: Harness, permission: bigint): Promise<void> {
  const roles = app.sandbox.context.world.guilds.get(app.guildId)?.roles.values() ?? []
  const role = [...roles].find(({ tags }) => tags?.bot_id === app.botId)
  const permissions = String(PermissionsBitField.All & ~PermissionFlagsBits.Administrator & ~permission)
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role?.id}`, { permissions })
  const own = () => app.product.services.client.guilds.cache.get(app.guildId)?.members.me
  await until('the bot to know', () => own()?.permissions.has(permission) === false)
}
