import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness({ features: [], env: { PUBLIC_URL: 'https://bot.example' } })
})
afterAll(() => app.close())

const call = (request: { method: 'GET' | 'POST'; url: string; payload?: object }, forwarded: string) =>
  app.product.http.app.inject({
    ...request,
    remoteAddress: '10.0.0.1',
    headers: { origin: 'https://bot.example', host: 'bot.example', 'x-forwarded-for': forwarded },
  })

let keys = 0
const write = async (forwarded: string) => {
  const payload = {
    key: `a-key-of-the-page-${(keys += 1)}`,
    name: 'okonjo',
    email: 'okonjo@harbour.example',
    subject: 'Hello',
    message: 'A message.',
  }
  return (await call({ method: 'POST', url: '/api/contact', payload }, forwarded)).statusCode
}
const four = [1, 2, 3, 4]

test.each<[string, (at: number) => string]>([
  ['what its client made up, before what the proxy saw', at => `198.51.100.${at}, 203.0.113.7`],
  ['an address with a port', at => `203.0.113.9:${at}`],
  ['addresses of one household', at => `2001:db8:1:1::${at}`],
  ['what is no address', at => `_hidden${at}`],
])('behind a proxy nobody gets past a limit by %s', async (_what, forwarded) => {
  const all: number[] = []
  for (const at of four) all.push(await write(forwarded(at)))
  expect(all).toEqual([200, 200, 200, 429])
})

test('signing in is counted in the same way', async () => {
  const goals: string[] = []
  for (let at = 0; at < 121; at += 1) {
    const { headers } = await call({ method: 'GET', url: '/api/login' }, `[2001:db8:2:2::${at.toString(16)}]:${at + 1}`)
    goals.push(String(headers.location))
  }
  expect(goals[119]).toContain('/oauth2/authorize?')
  expect(goals[120]).toBe('/login?error=busy')
})
