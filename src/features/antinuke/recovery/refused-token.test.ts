import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { emptyState, readServerNow } from './server-now.ts'
import { usedByOthers } from './used-by-others.ts'

/** Discord refuses a valid token now and then: what could not be read then is not taken for unreadable or empty. */
let server: GuardedServer
beforeAll(async () => {
  server = await guardedServer()
})
afterAll(() => server.app.close())

const refusing = (route: string) => {
  server.app.sandbox.context.conditions.failNext = { count: 2, status: 401, route }
}

test('webhooks are not taken for unreadable', async () => {
  const { services } = server.app.product
  const read = () => readServerNow(services, server.guildId, new Set(['webhook']))
  refusing('GET /guilds/:guild_id/webhooks')
  await expect(read()).rejects.toMatchObject({ status: 401 })
  expect((await read()).unseen.has('webhook')).toBe(false)
})

test('a channel of the attackers is not taken for one in which nobody else has written', async () => {
  const { services } = server.app.product
  const [id = ''] = await server.make('channels', 1)
  await server.app.as('member1').say(id, 'is anybody here?')
  const now = await readServerNow(services, server.guildId, new Set())
  const damage = {
    attackers: [server.app.as('rogue').userId],
    touched: [{ kind: 'channel' as const, id }],
    knownGood: emptyState(),
  } as unknown as Parameters<typeof usedByOthers>[1]
  const used = () => usedByOthers(services, damage, now)
  refusing('GET /channels/:channel_id/messages')
  await expect(used()).rejects.toMatchObject({ status: 401 })
  expect([...(await used())]).toEqual([id])
})
