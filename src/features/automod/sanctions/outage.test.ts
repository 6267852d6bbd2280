import type { APIMessage } from 'discord-api-types/v10'
import { GatewayDispatchEvents, HTTPError, RequestMethod } from 'discord.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdBack } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'

/** Auto-moderation while Discord does not answer. */
let app: Harness
let general: string
let moved = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + moved })
  general = app.channel('general')
  const owner = await app.signIn('owner')
  const posted = await owner.call('POST', `/api/guild/${app.guildId}/basic`, {
    automodUpdate: true,
    enabled: 'on',
    anti_links: 'on',
    anti_invites: 'on',
    max_strikes: 2,
    notify_channel: 'off',
    notify_member: 'off',
  })
  if (posted.status !== 200) throw new Error(JSON.stringify(posted.body))
})
afterAll(() => app.close())

const count = (sql: string, userId: string) =>
  (app.product.services.db.$client.prepare(sql).get(userId) as { n: number }).n
const strikes = (userId: string) => count('SELECT count(*) AS n FROM automod_strikes WHERE user_id = ?', userId)
const cases = (userId: string) => count('SELECT count(*) AS n FROM moderation_cases WHERE target_id = ?', userId)
const gone = ({ id }: APIMessage) =>
  until(`message ${id} to be gone`, () => !app.messages(general).some(message => message.id === id))
const link = (login: string, page: number) => app.as(login).say(general, `https://example.com/${page}`)
const refused = (method: string) =>
  app.sandbox.requests().filter(({ status, method: asked }) => status === 503 && asked === method).length
const outage = (route: string) =>
  Object.assign(app.sandbox.context.conditions, { failNext: { count: 1000, status: 503, route } })
async function over() {
  app.sandbox.context.conditions.failNext = undefined
  moved += 10_000
  await app.product.services.scheduler.tick()
}

test('a punishment waits while Discord is down, and is given once for everything posted in the meantime', async () => {
  const { userId } = app.as('member1')
  const timeout = () =>
    app.sandbox.context.world.guilds.get(app.guildId)?.members.get(userId)?.communication_disabled_until
  outage('PATCH /guilds/:guild_id/members/:user_id')
  for (const page of [1, 2]) await gone(await link('member1', page))
  await until('Discord to be asked', () => refused('PATCH') >= 4)
  for (const page of [3, 4, 5]) await gone(await link('member1', page))
  await until('the failure to be noted', () => app.logged.some(line => line.includes('job failed')))
  expect(timeout()).toBeFalsy()
  await over()
  expect(timeout()).toBeTruthy()
  expect([strikes(userId), cases(userId)]).toEqual([2, 1])
})

test('a punishment is given after requests were held back for ten minutes', async () => {
  const { userId } = app.as('member4')
  const { held, end } = holdBack(
    app,
    ({ method, fullRoute }) => method === 'PATCH' && fullRoute === `/guilds/${app.guildId}/members/${userId}`,
  )
  for (const page of [1, 2]) await gone(await link('member4', page))
  await until('it to be held back', () => held() > 0)
  const { scheduler } = app.product.services
  for (const last = moved + 10 * 60_000; moved < last; moved += 5000) await scheduler.tick()
  end()
  await until('the punishment', async () => {
    moved += 60_000
    await scheduler.tick()
    return cases(userId) > 0
  })
  expect([strikes(userId), cases(userId)]).toEqual([2, 1])
})

test('a message that could not be deleted is deleted once Discord answers again', async () => {
  outage('DELETE /channels/:channel_id/messages/:message_id')
  const message = await link('member2', 1)
  const { $client } = app.product.services.db
  const ordered = () => $client.prepare("SELECT payload FROM jobs WHERE feature = 'automod' AND job = 'remove'").get()
  await until('the deletion to be put off', ordered)
  expect(app.messages(general).map(({ id }) => id)).toContain(message.id)
  await over()
  await gone(message)
  expect(strikes(app.as('member2').userId)).toBe(1)
})

test('a message with an invite is judged once Discord says where the invite leads', async () => {
  const { $client } = app.product.services.db
  const putOff = () =>
    $client
      .prepare<[], number>(
        "SELECT run_at FROM jobs WHERE feature = 'automod' AND job = 'messageVerdict' ORDER BY run_at",
      )
      .pluck()
      .all()
  const isStanding = ({ id }: APIMessage) => app.messages(general).some(message => message.id === id)
  outage('GET /invites/:code')
  const own = await app.as('member5').say(general, 'bring a friend: discord.gg/kiln24')
  const other = await app.as('member6').say(general, 'come to discord.gg/NotHere')
  const both = await app.as('member7').say(general, 'discord.gg/kiln24 and https://example.com/1')
  await gone(both)
  await until('both to be put off', () => putOff().length === 2)
  const [soonest = 0] = putOff()
  moved += 20_000
  await app.product.services.scheduler.tick()
  await until('both to be put off again', () => putOff().length === 2 && putOff().every(at => at > soonest + 10_000))
  // After 20 seconds of waiting for another 20, no longer for 15.
  expect(putOff().every(at => at >= soonest + 25_000)).toBe(true)
  expect([own, other].map(isStanding)).toEqual([true, true])
  await over()
  moved += 60_000
  await app.product.services.scheduler.tick()
  await gone(other)
  expect(isStanding(own)).toBe(true)
  expect(['member5', 'member6', 'member7'].map(login => strikes(app.as(login).userId))).toEqual([0, 1, 1])
})

test('the name of a new thread is judged once Discord says where its invite leads, unless it was renamed since', async () => {
  const { channels } = app.sandbox.context.world
  const { $client } = app.product.services.db
  const putOff = () =>
    $client.prepare("SELECT job FROM jobs WHERE feature = 'automod' AND job LIKE '%Verdict' ORDER BY job").pluck().all()
  const { userId, rest } = app.as('member5')
  const make = (title: string) =>
    rest<{ id: string }>('POST', `/channels/${general}/threads`, { name: title, type: 11 })
  const { code } = await app
    .as('owner')
    .rest<{ code: string }>('POST', `/channels/${general}/invites`, { unique: true })
  outage('GET /invites/:code')
  const own = await make(`friends: discord.gg/${code}`)
  const name = 'come to discord.gg/NotThere'
  const other = await make(name)
  const renamed = await make('come to discord.gg/NotThere2')
  const notices = () => app.messages(general).filter(({ content }) => content === name).length
  await until('all to be put off', () => putOff().length === 6)
  await app.as('owner').rest('PATCH', `/channels/${renamed.id}`, { name: 'Kilns' })
  await app.heard()
  expect([own, other, renamed].every(({ id }) => channels.has(id))).toBe(true)
  expect(notices()).toBe(1)
  await over()
  moved += 60_000
  await app.product.services.scheduler.tick()
  await until('it to go', () => !channels.has(other.id) && notices() === 0)
  expect([own, renamed].every(({ id }) => channels.has(id))).toBe(true)
  expect(strikes(userId)).toBe(1)
  expect(putOff()).toEqual([])
})

test('a deletion that Discord refuses after an outage is reported and not tried again', async () => {
  const route = 'DELETE /channels/:channel_id/messages/:message_id'
  outage(route)
  const message = await link('member8', 1)
  const { $client } = app.product.services.db
  const ordered = () => $client.prepare("SELECT payload FROM jobs WHERE feature = 'automod' AND job = 'remove'").get()
  await until('the deletion to be put off', ordered)
  app.sandbox.context.conditions.failNext = { count: 1, status: 403, route }
  moved += 10_000
  await app.product.services.scheduler.tick()
  expect(ordered()).toBeUndefined()
  expect(app.messages(general).map(({ id }) => id)).toContain(message.id)
})

test('a punishment that waits is not given to somebody who was forgiven', async () => {
  const { userId } = app.as('member8')
  const { held, end } = holdBack(
    app,
    ({ method, fullRoute }) => method === 'PATCH' && fullRoute === `/guilds/${app.guildId}/members/${userId}`,
  )
  for (const page of [1, 2]) await gone(await link('member8', page))
  await until('it to be held back', () => held() > 0)
  expect(await app.answer('owner', `.automod forgive <@${userId}>`)).toContain('what was still due is not done')
  end()
  moved += 60_000
  await app.product.services.scheduler.tick()
  expect(cases(userId)).toBe(0)
})

test('a message is judged by who wrote it, even if they left the cache meanwhile', async () => {
  const owner = await app.signIn('owner')
  const words = [{ pattern: 'f[o0]rbidden', kind: 'regex' }]
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { automodUpdate: true, words })
  const { client } = app.product.services
  client.on('messageCreate', ({ guild, author }) => guild?.members.cache.delete(author.id))
  outage('GET /guilds/:guild_id/members/:user_id')
  const message = await app.as('member3').say(general, 'something f0rbidden')
  await gone(message)
  expect(strikes(app.as('member3').userId)).toBe(1)
  app.sandbox.context.conditions.failNext = undefined
})

test('what waits for Discord is done although the bot starts again before Discord shows the server', async () => {
  const { rest } = app.as('member6')
  const { $client } = app.product.services.db
  const waiting = () =>
    $client
      .prepare("SELECT job FROM jobs WHERE job IN ('remove', 'messageVerdict', 'threadVerdict') ORDER BY job")
      .pluck()
      .all()
  outage('DELETE /channels/:channel_id/messages/:message_id')
  const undeleted = await link('member5', 1)
  await until('the deletion to be put off', () => waiting().length === 1)
  outage('GET /invites/:code')
  const unjudged = await app.as('member7').say(general, 'discord.gg/NotAnywhere')
  const thread = await rest<{ id: string }>('POST', `/channels/${general}/threads`, {
    name: 'discord.gg/NotAnywhere2',
    type: 11,
  })
  await until('they to be put off', () => waiting().length === 4)
  const { world } = app.sandbox.context
  const guild = world.guilds.get(app.guildId)
  if (!guild) throw new Error('no server')
  guild.unavailable = true
  await app.restart()
  await over()
  const pass = () => {
    moved += 300_000
    return app.product.services.scheduler.tick()
  }
  await pass()
  guild.unavailable = false
  app.sandbox.context.emit({
    type: GatewayDispatchEvents.GuildCreate,
    data: { id: app.guildId },
    audience: { guildId: app.guildId },
  })
  await until('the server to be there', () => app.product.services.client.guilds.cache.get(app.guildId)?.available)
  await pass()
  await Promise.all([undeleted, unjudged].map(gone))
  await until('the thread to go', () => !world.channels.has(thread.id))
  expect(['member5', 'member6', 'member7'].map(login => strikes(app.as(login).userId))).toEqual([2, 2, 2])
})

test('that an action is under way is said to whoever forgives, and it is not tried again', async () => {
  const { userId } = app.as('member8')
  const { rest } = app.product.services.client
  const request = rest.request.bind(rest)
  const answer = Promise.withResolvers<never>()
  let asked = 0
  rest.request = options => {
    if (options.method !== RequestMethod.Patch || options.fullRoute !== `/guilds/${app.guildId}/members/${userId}`)
      return request(options)
    asked += 1
    return answer.promise
  }
  for (const page of [1, 2]) await gone(await link('member8', page))
  await until('it to be under way', () => asked > 0)
  expect(await app.answer('owner', `.automod forgive <@${userId}>`)).toContain(
    'is forgiven, but the action for their strikes is under way',
  )
  answer.reject(new HTTPError(503, 'Service Unavailable', 'PATCH', '', {}))
  await app.product.services.scheduler.tick()
  rest.request = request
  moved += 60_000
  await app.product.services.scheduler.tick()
  expect([asked, cases(userId)]).toEqual([1, 0])
})

test('a thread that could not be deleted is deleted once Discord answers again', async () => {
  const { rest } = app.as('member8')
  const { channels } = app.sandbox.context.world
  const waits = app.product.services.db.$client.prepare("SELECT key FROM jobs WHERE job = 'threadDeletion'").pluck()
  outage('DELETE /channels/:channel_id')
  const make = (name: string) => rest<{ id: string }>('POST', `/channels/${general}/threads`, { name, type: 11 })
  const thread = await make('see https://example.com/6')
  await until('the deletion to be put off', () => waits.all().includes(thread.id))
  expect(channels.has(thread.id)).toBe(true)
  await over()
  await until('the thread to go', () => !channels.has(thread.id))
  expect(waits.all()).toEqual([])
})
