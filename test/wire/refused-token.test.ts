// @module-tag long
import { DiscordAPIError } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

let app: Harness
beforeEach(async () => {
  app = await createHarness()
})
afterEach(() => app.close())

const refuse = (count: number, route?: string) => {
  app.sandbox.context.conditions.failNext = { count, status: 401, ...(route !== undefined && { route }) }
}
const health = async () => (await app.visitor().call('GET', '/healthz')).body as { ok: boolean; reasons: string[] }
const expectAnswer = async () => {
  const asked = await app.as('member1').say(app.channel('general'), '.ping')
  expect(textOf(await app.answerTo(asked))).toContain('Pong')
}
const askWhoIAm = () => app.product.services.client.rest.get('/users/@me')

test('one 401 costs nothing: the request is repeated and everything goes on', async () => {
  const asked = await app.as('member1').say(app.channel('general'), 'hello')
  refuse(1, 'PUT')
  await app.product.services.client.rest.put(
    `/channels/${asked.channel_id}/messages/${asked.id}/reactions/%F0%9F%91%8D/@me`,
  )
  await expectAnswer()
  expect(await health()).toMatchObject({ ok: true, reasons: [] })
})

test('a route that keeps refusing is not taken for a refused token', async () => {
  refuse(2, '/gateway/bot')
  await expect(app.product.services.client.rest.get('/gateway/bot')).rejects.toBeInstanceOf(DiscordAPIError)
  expect((await health()).reasons).toEqual([])
  await expectAnswer()
})

test('while the token is refused, /healthz says so and nothing else is sent; afterwards everything continues by itself', async () => {
  refuse(1000, 'GET /users/@me')
  await expect(askWhoIAm()).rejects.toMatchObject({ status: 401 })
  expect(await health()).toEqual({
    ok: false,
    reasons: ["Discord refuses the bot's token at the moment."],
    warnings: [],
  })
  const sent = () => app.sandbox.requests().filter(({ path }) => path.endsWith('/channels')).length
  const before = sent()
  const channels = `/guilds/${app.guildId}/channels` as const
  await expect(app.product.services.client.rest.get(channels)).rejects.toMatchObject({ status: 401 })
  expect(sent()).toBe(before)
  app.sandbox.context.conditions.failNext = undefined
  await until('the token to be accepted', async () => (await health()).ok)
  await expectAnswer()
})

test('a token that stays refused ends the process, with a code of its own', async () => {
  const impatient = await createHarness({ features: [], tokenChecksAfterMs: [1, 1, 1] })
  try {
    impatient.sandbox.context.conditions.failNext = { count: 1000, status: 401 }
    const { rest } = impatient.product.services.client
    await expect(rest.get('/users/@me')).rejects.toMatchObject({ status: 401 })
    const lost = await impatient.product.lost
    expect(lost).toMatchObject({ exitCode: 3, message: expect.stringContaining('DISCORD_TOKEN') })
  } finally {
    await impatient.close()
  }
})
