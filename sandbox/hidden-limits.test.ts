import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import { defaultConditions } from './conditions.ts'

const limited = { rateLimits: { ...defaultConditions.rateLimits, enabled: true } }

test('messages older than an hour are edited three times in six seconds, in each channel', async () => {
  const world = await openWire([], limited)
  const write = async (name: string) => {
    const { body } = await world.ask('bot', `POST /channels/${world.channel(name)}/messages`, {
      body: { content: '0' },
    })
    return `PATCH /channels/${world.channel(name)}/messages/${body.id}` as const
  }
  const [general, woodwork] = [await write('general'), await write('woodwork')]
  const edit = (message: typeof general, content: number) =>
    world.ask('bot', message, { body: { content: `${content}` } })
  for (let content = 0; content < 5; content += 1) expect((await edit(general, content)).status).toBe(200)
  world.sandbox.advance(3_601_000)
  for (let content = 0; content < 3; content += 1) expect((await edit(general, content)).status).toBe(200)
  expect(await edit(general, 3)).toMatchObject({
    status: 429,
    body: { code: 30_046, global: false, retry_after: expect.any(Number) },
  })
  expect((await edit(woodwork, 1)).status).toBe(200)
  world.sandbox.advance(6000)
  expect((await edit(general, 4)).status).toBe(200)
  expect(world.sandbox.violations()).toEqual([])
})

test('widget changes and prunes are rate-limited', async () => {
  const once = { limit: 1, windowMs: 60_000 }
  const world = await openWire([], { ...limited, widgetEdits: once, prunes: once })
  for (const [request, body, code] of [
    [`PATCH /guilds/${world.guildId}/widget`, { enabled: true }, 30_042],
    [`POST /guilds/${world.guildId}/prune`, { days: 30 }, 30_040],
  ] as const) {
    expect((await world.ask('bot', request, { body })).status).toBe(200)
    const refused = await world.ask('bot', request, { body })
    expect(refused).toMatchObject({ status: 429, body: { code } })
    expect(refused.body.message).toMatch(/ has been reached\. Try again later$/)
    expect(refused.body.retry_after).toBeGreaterThan(50)
    world.sandbox.advance(60_000)
    expect((await world.ask('bot', request, { body })).status).toBe(200)
  }
  expect(world.sandbox.violations()).toEqual([])
})

test('a planned 429 says when to try again, unless it is planned without that', async () => {
  const world = await openWire([])
  const ask = async (retryAfterMs?: number | null) => {
    world.sandbox.context.conditions.failNext = {
      count: 1,
      status: 429,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
    const answer = await fetch(`${world.sandbox.api}/v10/gateway`)
    return [answer.status, answer.headers.get('retry-after'), await answer.text()]
  }
  const said = (retry_after: number) =>
    JSON.stringify({ message: 'You are being rate limited.', retry_after, global: false })
  expect(await ask()).toEqual([429, '1', said(1)])
  expect(await ask(2500)).toEqual([429, '3', said(2.5)])
  expect(await ask(null)).toEqual([429, null, 'error code: 1015'])
  expect(world.sandbox.violations()).toEqual([])
})
