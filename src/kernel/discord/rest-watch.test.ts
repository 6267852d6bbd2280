import type { ResponseLike } from 'discord.js'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ConnectedClient, connectClient } from '#test/sandbox/connected-client.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { until } from '#test/until.ts'
import { watchRest } from './rest-watch.ts'

let connected: ConnectedClient
beforeEach(async () => {
  connected = await connectClient([])
})
afterEach(() => connected.close())

const checksAfterMs = [1, 1, 1, 1]
const watch = () => watchRest(connected.client, pino({ level: 'silent' }), { checksAfterMs })
const askWhoIAm = () => connected.client.rest.get('/users/@me')
const asked = () => connected.sandbox.requests().filter(({ path }) => path === '/users/@me').length

test('a token that stays refused, at every check, is given up', async () => {
  const { refused, problem } = watch()
  applicationOf(connected.sandbox).token = 'another one'
  const before = asked()
  await expect(askWhoIAm()).rejects.toMatchObject({ status: 401 })
  expect(problem()).toContain('token')
  expect(await refused).toMatchObject({ exitCode: 3, message: expect.stringContaining('DISCORD_TOKEN') })
  expect(asked() - before).toBe(3 + checksAfterMs.length)
})

test('a token that is accepted in between is not given up', async () => {
  const { refused, problem } = watch()
  connected.sandbox.context.conditions.failNext = { count: 3 + checksAfterMs.length - 1, status: 401 }
  await expect(askWhoIAm()).rejects.toMatchObject({ status: 401 })
  const outcome = await Promise.race([refused, until('it to be accepted', () => problem() === undefined)])
  expect(outcome).toBe(true)
  await expect(askWhoIAm()).resolves.toMatchObject({ username: 'Palisade' })
})

test('an outage becomes a problem after a while, and ends with the first usable answer', async () => {
  const { problem } = watchRest(connected.client, pino({ level: 'silent' }), { checksAfterMs, unansweredMs: 0 })
  expect(problem()).toBeUndefined()
  connected.sandbox.context.conditions.failNext = { count: 1000, status: 503 }
  await expect(askWhoIAm()).rejects.toMatchObject({ status: 503 })
  expect(problem()).toBe("Discord's API does not answer.")
  connected.sandbox.context.conditions.failNext = undefined
  await until('an answer', () => problem() === undefined)
})

test("a ban of the bot's address by Cloudflare is a problem until the first usable answer", async () => {
  const { problem } = watchRest(connected.client, pino({ level: 'silent' }), { checksAfterMs, unansweredMs: 0 })
  const { rest } = connected.client
  const { makeRequest } = rest.options
  const refusal = new Response('error code: 1015', { status: 429, headers: { 'retry-after': '0' } })
  rest.options.makeRequest = () => Promise.resolve(refusal as unknown as ResponseLike)
  const refused = new Promise<void>(resolve => void rest.once('response', () => resolve()))
  const asked = askWhoIAm()
  await refused
  expect(problem()).toBe("Discord's API does not answer.")
  rest.options.makeRequest = makeRequest
  await asked
  expect(problem()).toBeUndefined()
})

test('an outage that began a moment ago is not called one', async () => {
  const { problem } = watchRest(connected.client, pino({ level: 'silent' }), { checksAfterMs: [1_000_000] })
  connected.sandbox.context.conditions.failNext = { count: 4, status: 503 }
  await expect(askWhoIAm()).rejects.toMatchObject({ status: 503 })
  expect(problem()).toBeUndefined()
})

test('a destroyed client has no token any more', async () => {
  const { problem } = watch()
  await connected.client.destroy()
  await expect(askWhoIAm()).rejects.toThrow('token')
  expect(problem()).toBe('Discord is not connected.')
})
