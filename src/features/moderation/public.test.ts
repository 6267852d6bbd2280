import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { postModlog, sanction } from './public.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const timeoutOf = (login: string) =>
  app.sandbox.context.world.guilds.get(app.guildId)?.members.get(idOf(login))?.communication_disabled_until ?? null
const answer = (login: string, text: string) => app.answer(login, text)
const configure = async (body: Record<string, unknown>) => {
  const owner = await app.signIn('owner')
  const { status } = await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, ...body })
  expect(status).toBe(200)
}

test('a sanction with a key is carried out once, and a Discord refusal is a result, not an error', async () => {
  const { services } = app.product
  const guild = services.client.guilds.cache.get(app.guildId)
  if (!guild) throw new Error('no guild')
  const target = await services.client.users.fetch(idOf('member3'))
  const order = { guild, target, kind: 'warn', source: 'automod', moderatorId: app.botId, reason: 'links' } as const
  const [one, two] = await Promise.all([
    sanction(services, { ...order, key: 'message:1', dm: false }),
    sanction(services, { ...order, key: 'message:1', dm: false }),
  ])
  expect(one).toMatchObject({ done: true, dm: 'not tried', problem: null })
  expect(two.caseNumber).toBe(one.caseNumber)
  await answer('moderator', `.timeout ${idOf('member3')} 20d`)
  const end = timeoutOf('member3')
  expect(await sanction(services, { ...order, kind: 'timeout', durationMs: 60_000 })).toMatchObject({
    done: true,
    expiresAt: Date.parse(end ?? ''),
  })
  expect(timeoutOf('member3')).toBe(end)
  app.sandbox.context.conditions.failNext = { count: 4, status: 403, route: '/guilds/:guild_id/members/:user_id' }
  expect(await sanction(services, { ...order, kind: 'kick' })).toMatchObject({
    done: false,
    caseNumber: null,
    problem: expect.stringMatching(/^Discord|^I /),
  })
  app.sandbox.context.conditions.failNext = undefined
})

test('a burst of cases is a few posts; a channel that cannot be written to is left alone until another is set', async () => {
  await configure({ modlog_channel: 'safety' })
  const { services } = app.product
  const guild = services.client.guilds.cache.get(app.guildId)
  if (!guild) throw new Error('no guild')
  const posts = () =>
    app.sandbox.requests().filter(({ caller, method, path }) => {
      const log = [app.channel('safety'), app.channel('woodwork')]
      return caller === 'bot' && method === 'POST' && log.some(id => path === `/channels/${id}/messages`)
    }).length
  const burst = () =>
    Promise.all(Array.from({ length: 35 }, (_, place) => postModlog(services, guild, { title: `burst ${place}` })))
  const before = posts()
  await burst()
  expect(posts() - before).toBeLessThanOrEqual(5)
  const shown = app.messages(app.channel('safety')).flatMap(({ embeds }) => embeds.map(({ title }) => title))
  expect(shown.filter(title => title?.startsWith('burst'))).toEqual(
    Array.from({ length: 35 }, (_, at) => `burst ${at}`),
  )
  app.sandbox.context.conditions.failNext = { count: 1, status: 403, route: 'POST /channels/:channel_id/messages' }
  const calm = posts()
  await burst()
  await burst()
  const refused = app.logged.filter(line => line.includes('moderation log could not be written'))
  expect({ refused: refused.length, posts: posts() - calm }).toEqual({ refused: 1, posts: 0 })
  await configure({ modlog_channel: 'woodwork' })
  await postModlog(services, guild, { title: 'elsewhere' })
  expect(app.messages(app.channel('woodwork')).at(-1)?.embeds[0]?.title).toBe('elsewhere')
  await configure({ modlog_channel: null })
})

test('acts count before their events arrive: no timeout is shortened, and nobody is banned twice', async () => {
  const late = await createHarness()
  try {
    const { services } = late.product
    const guild = services.client.guilds.cache.get(late.guildId)
    if (!guild) throw new Error('no guild')
    const { user: target } = await guild.members.fetch(late.as('member3').userId)
    const by = { guild, target, moderatorId: late.as('owner').userId, reason: 'links' }
    late.sandbox.context.conditions.gatewayLagMs = 3_600_000
    const long = await sanction(services, { ...by, kind: 'timeout', source: 'person', durationMs: 20 * 86_400_000 })
    const short = await sanction(services, { ...by, kind: 'timeout', source: 'automod', durationMs: 60_000 })
    expect(short).toMatchObject({ done: true, expiresAt: long.expiresAt, replaced: long.expiresAt })
    // During an outage the cached members may be outdated, so nothing is done to them.
    const outage = { count: 4, status: 500, route: 'GET /guilds/:guild_id/members/:user_id' }
    late.sandbox.context.conditions.failNext = { ...outage }
    const blind = await sanction(services, { ...by, kind: 'timeout', source: 'automod', durationMs: 60_000 })
    expect(blind).toMatchObject({ done: false, outage: true })
    expect(await sanction(services, { ...by, kind: 'ban', source: 'person' })).toMatchObject({ done: true })
    expect(await sanction(services, { ...by, kind: 'ban', source: 'person' })).toMatchObject({
      done: false,
      problem: expect.stringContaining('is already banned'),
    })
    late.sandbox.context.conditions.failNext = { ...outage }
    const again = await sanction(services, { ...by, kind: 'ban', source: 'automod', durationMs: 60_000 })
    expect(again).toMatchObject({ done: false, outage: true })
    expect(guild.members.cache.get(target.id)?.isCommunicationDisabled()).toBe(false)
  } finally {
    await late.close()
  }
})
