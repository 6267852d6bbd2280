// @module-tag long
import { afterEach, expect, test, vi } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { type DamagedServer, damagedServer, differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { recoveryOf } from './progress.ts'
import { previewRecovery } from './recover.ts'
import { countSteps, recoveryById } from './store.ts'
import { idsIn, type Touched } from './steps.ts'

let server: DamagedServer
afterEach(() => server.app.close())

const { rateLimits } = defaultConditions
const named = (kind: Touched['kind'], ids: readonly string[]): Touched[] => ids.map(id => ({ kind, id }))

/** The requests that reading a small server takes. */
const reads = 13

test('within Discord’s limits it takes little longer than they demand, and nothing is refused', async () => {
  server = await damagedServer(
    { channels: 50, roles: 30, members: 30 },
    { rateLimits: { ...rateLimits, enabled: true } },
  )
  const { app, guildId } = server
  const knownGood = await server.look()
  const owner = app.as('owner')
  const channels = server.channels(knownGood)
  const roles = server.roles(knownGood)
  for (const id of channels) await owner.rest('DELETE', `/channels/${id}`)
  for (const id of roles) await owner.rest('DELETE', `/guilds/${guildId}/roles/${id}`)
  const attack = { knownGood, touched: [...named('channel', channels), ...named('role', roles)], attackers: [] }
  const preview = await previewRecovery(app.product.services, { guildId, ...attack })
  const before = app.sandbox.requests().length
  const report = await server.over(server.begin(attack, 1))
  expect(differing(report)).toEqual([])
  const requests = app.sandbox.requests().slice(before)
  expect(requests.filter(({ status }) => status === 429 || status === 403)).toEqual([])
  expect(preview.seconds).toBeGreaterThan(0)
  // In addition, the server is read once before and once after, and nothing is done a second time.
  const sameReads = Map.groupBy(requests, ({ method, path }) => `${method} ${path}`)
  expect(sameReads.get(`GET /guilds/${guildId}/webhooks`)?.length).toBe(2)
  expect(requests.length).toBeLessThanOrEqual(preview.requests + 2 * reads)
})

test('what Discord accepts only later waits, and says until when; the rest goes on', async () => {
  let ahead = 0
  const routes = { 'POST /guilds/:guild_id/roles': { limit: 2, windowMs: 48 * 3_600_000 } }
  server = await damagedServer(
    { channels: 20, roles: 20, members: 8 },
    { rateLimits: { ...rateLimits, enabled: true, routes } },
    () => Date.now() + ahead,
  )
  const { app, guildId } = server
  const { services } = app.product
  const knownGood = await server.look()
  const roles = server.roles(knownGood).slice(0, 4)
  const channels = server.channels(knownGood, 'others').slice(0, 3)
  for (const id of roles) await app.as('owner').rest('DELETE', `/guilds/${guildId}/roles/${id}`)
  for (const id of channels) await app.as('owner').rest('PATCH', `/channels/${id}`, { nsfw: true })
  const touched = [...named('channel', channels), ...named('role', roles)]
  const recovery = server.begin({ knownGood, touched }, 3)
  await until('it to wait', () => recoveryById(services, recovery)?.state === 'waiting')
  const waiting = recoveryOf(services, guildId, 3)
  expect(waiting?.problem).toBe('Discord accepts no more new roles in this server for now.')
  expect(waiting?.waitsUntil).toBeGreaterThan(Date.now() + 47 * 3_600_000)
  const left = waiting?.steps.filter(({ state }) => state === 'todo').map(({ act }) => act.do)
  expect(left).toContain('create')
  const after = await server.look()
  expect(channels.map(id => after.channel.get(id)?.['nsfw'])).toEqual(
    channels.map(id => knownGood.channel.get(id)?.['nsfw']),
  )
  expect(after.role.size).toBe(knownGood.role.size - 2)
})

test('what is left to do when another attack joins is planned again, and nothing stays open', async () => {
  const routes = { 'PATCH /guilds/:guild_id/members/:user_id': { limit: 2, windowMs: 4000 } }
  server = await damagedServer(
    { channels: 20, roles: 20, members: 30 },
    { rateLimits: { ...rateLimits, enabled: true, routes } },
  )
  const { app, guildId } = server
  const { services } = app.product
  const knownGood = await server.look()
  const holders = (id: string) => [...knownGood.member.values()].filter(({ roles }) => idsIn(roles).includes(id)).length
  const role = server.roles(knownGood).find(id => holders(id) > 4 && holders(id) < 12) ?? ''
  const [channel = ''] = server.channels(knownGood, 'others')
  const owner = app.as('owner')
  await owner.rest('DELETE', `/guilds/${guildId}/roles/${role}`)
  const recovery = server.begin({ knownGood, touched: named('role', [role]) }, 1)
  await until('it to wait for the limit', () => recoveryById(services, recovery)?.state === 'waiting')
  await owner.rest('DELETE', `/channels/${channel}`)
  expect(server.begin({ knownGood, touched: named('channel', [channel]) }, 1)).toBe(recovery)
  expect(differing(await server.over(recovery))).toEqual([])
  expect(countSteps(services, { id: recovery })).toMatchObject({ todo: 0, begun: 0, refused: 0 })
})

test('kinds of steps that Discord has accepted before are not tried first in a new plan', async () => {
  const routes = { 'POST /guilds/:guild_id/roles': { limit: 2, windowMs: 48 * 3_600_000 } }
  server = await damagedServer(
    { channels: 20, roles: 20, members: 20 },
    { rateLimits: { ...rateLimits, enabled: true, routes } },
  )
  const { app, guildId } = server
  const { services } = app.product
  const knownGood = await server.look()
  const roles = server.roles(knownGood).slice(0, 3)
  const [first = '', ...others] = server.channels(knownGood, 'others').slice(0, 9)
  const owner = app.as('owner')
  for (const id of roles) await owner.rest('DELETE', `/guilds/${guildId}/roles/${id}`)
  await owner.rest('DELETE', `/channels/${first}`)
  const recovery = server.begin({ knownGood, touched: [...named('role', roles), ...named('channel', [first])] }, 1)
  await until('it to wait for the limit', () => recoveryById(services, recovery)?.state === 'waiting')

  const { rest } = services.client
  const post = rest.post.bind(rest)
  let asked = 0
  const askedBefore: number[] = []
  vi.spyOn(rest, 'post').mockImplementation(async (...request) => {
    if (!request[0].endsWith('/channels')) return post(...request)
    asked += 1
    return post(...request).finally(() => askedBefore.push(asked))
  })
  for (const id of others) await owner.rest('DELETE', `/channels/${id}`)
  expect(server.begin({ knownGood, touched: named('channel', others) }, 1)).toBe(recovery)
  await until('the channels to be back', () => askedBefore.length >= others.length)
  expect(askedBefore[0]).toBe(others.length)
})
