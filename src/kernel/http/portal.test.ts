// @module-tag long
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'discord.js'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHarness, type HarnessOptions } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { parseConfig } from '../config.ts'
import { applicationProblems, watchPortal } from './portal.ts'

const callback = 'https://bot.example.org/api/login/callback'
const fine = {
  id: '123456789012345678',
  redirect_uris: ['http://localhost:3000/api/login/callback', callback],
  interactions_endpoint_url: null,
  bot_require_code_grant: false,
}

test('an application made as the README says has no problems', () => {
  expect(applicationProblems(fine, fine.id, callback)).toEqual([])
  expect(applicationProblems({ id: fine.id }, fine.id, undefined)).toEqual([])
})

test.each([
  [{ redirect_uris: ['https://bot.example.org/'] }, `add the redirect ${callback} at https://discord.com/developers`],
  [
    { interactions_endpoint_url: 'https://elsewhere.example' },
    'Discord sends them to the Interactions Endpoint URL. Empty it',
  ],
  [{ bot_require_code_grant: true }, 'Nobody can invite the bot'],
  [{ id: '223456789012345678', redirect_uris: [] }, 'Set it to 223456789012345678'],
])('%j is reported in a sentence', (wrong, sentence) => {
  const problems = applicationProblems({ ...fine, ...wrong }, fine.id, callback)
  expect(problems).toEqual([expect.stringContaining(sentence)])
  // Strangers read it at /healthz.
  expect(problems.join()).not.toContain('elsewhere.example')
})

/** Starts the product as a process does, with the check of the portal. */
async function started(options: HarnessOptions) {
  const harness = await createHarness({ features: [], asksPortal: true, ...options })
  onTestFinished(() => harness.close())
  const warnings = async () => {
    const answer = await harness.product.http.app.inject('/healthz')
    return answer.json<{ warnings: string[] }>().warnings
  }
  return { harness, warnings }
}

test('the id of another application and a wrong secret are reported at /healthz and in the log', async () => {
  const env = { DISCORD_CLIENT_ID: fine.id, DISCORD_CLIENT_SECRET: 'of-another-application' }
  const { harness, warnings } = await started({ env })
  const found = await until('both warnings', async () => {
    const now = await warnings()
    return now.length === 2 && now
  })
  expect(found).toEqual([expect.stringContaining('CLIENT_ID'), expect.stringContaining('CLIENT_SECRET')])
  for (const sentence of found) expect(harness.logged.some(line => line.includes(JSON.stringify(sentence)))).toBe(true)
  expect(JSON.stringify([found, harness.logged])).not.toContain('of-another-application')
})

test('only a wrong id is reported when the secret is right or cannot be checked', async () => {
  const id = { DISCORD_CLIENT_ID: fine.id }
  const { harness, warnings } = await started({ env: id })
  const asked = () => harness.sandbox.requests().some(({ path }) => path.endsWith('/token/revoke'))
  await until('Discord to be asked, and the answer', async () => asked() && (await warnings()).length > 0)
  expect(await warnings()).toEqual([expect.stringContaining('CLIENT_ID')])

  const apart = await started({ env: { ...id, DISCORD_TOKEN_URL: 'http://127.0.0.1:9/nobody' } })
  await until('the warning', async () => (await apart.warnings()).length > 0)
  expect(await apart.warnings()).toEqual([expect.stringContaining('CLIENT_ID')])
})

/** Watches an application that the test can change; its secret is checked at `tokenUrl`. */
function watched(tokenUrl: string) {
  const least = { DISCORD_TOKEN: 'token', DISCORD_CLIENT_ID: fine.id, DISCORD_CLIENT_SECRET: 'secret' }
  const config = parseConfig({ ...least, DISCORD_TOKEN_URL: tokenUrl })
  const told: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void told.push(line) })
  const client = new Client({ intents: [] })
  const about: { application: () => Promise<object>; looks: number } = { application: async () => fine, looks: 0 }
  client.rest.get = () => {
    about.looks += 1
    return about.application()
  }
  const watch = watchPortal(client, config, log)
  onTestFinished(watch.stop)
  const found = async () => {
    await watch.begin(callback)
    return watch.problems().length
  }
  return { about, told, found }
}
const nobody = 'http://127.0.0.1:9/nobody'

test('a problem is logged once and reported until it is solved, also while Discord does not answer', async () => {
  const { about, told, found } = watched(nobody)
  about.application = async () => ({ ...fine, redirect_uris: [] })
  expect([await found(), await found(), told.length]).toEqual([1, 1, 1])
  about.application = () => Promise.reject(new Error('Discord does not answer'))
  expect([await found(), told.length]).toEqual([1, 1])
  about.application = async () => fine
  expect([await found(), told.length]).toEqual([0, 1])
})

test('a refused secret stays reported while it cannot be checked', async () => {
  let status = 401
  const server = createServer((_request, response) => void response.writeHead(status).end('{"error":"invalid_client"}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { told, found } = watched(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect([await found(), told.length]).toEqual([1, 1])
  for (const failure of [429, 503]) {
    status = failure
    expect([failure, await found(), told.length]).toEqual([failure, 1, 1])
  }
  status = 200
  expect(await found()).toBe(0)
  status = 401
  expect(await found()).toBe(1)
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  expect([await found(), told.length]).toEqual([1, 2])
})

test('a secret that could not be checked is checked again, even if everything else is fine', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { about, found } = watched(nobody)
  expect([await found(), about.looks]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(about.looks).toBe(2)
})

test('the redirect address is that of PUBLIC_URL, and nothing is reported when all is right', async () => {
  const { harness, warnings } = await started({ env: { PUBLIC_URL: 'https://bot.example.org' } })
  expect(harness.product.http.callback()).toBe(callback)
  await until('Discord to be asked', () =>
    harness.sandbox.requests().some(({ path }) => path.endsWith('/token/revoke')),
  )
  expect(await warnings()).toEqual([])
})
