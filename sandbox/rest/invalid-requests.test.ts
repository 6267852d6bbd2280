import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { startSandbox } from '#test/sandbox.ts'

test('too many refused requests ban a bot’s address for a while, and nobody else', async () => {
  const sandbox = await startSandbox({
    conditions: { invalidRequests: { limit: 3, windowMs: 60_000, banMs: 120_000 } },
  })
  const ask = (authorization: string) =>
    fetch(`${sandbox.api}/v10/users/@me`, { headers: { authorization, 'user-agent': 'DiscordBot (test, 1)' } })
  const bot = `Bot ${applicationOf(sandbox).token}`
  const person = sandbox.tokenOf('owner')
  for (let time = 0; time < 5; time += 1) await ask(person)
  expect((await ask(bot)).status).toBe(200)
  for (let time = 0; time < 3; time += 1) expect((await ask('Bot wrong')).status).toBe(401)
  const banned = await ask(bot)
  expect([banned.status, banned.headers.get('content-type'), await banned.text()]).toEqual([
    429,
    'text/plain; charset=UTF-8',
    'error code: 1015',
  ])
  expect(Number(banned.headers.get('retry-after'))).toBeGreaterThan(100)
  const other = await fetch(`${sandbox.api}/v10/users/@me`, { headers: { authorization: person } })
  expect(other.status).toBe(200)
  sandbox.advance(121_000)
  expect((await ask(bot)).status).toBe(200)
})
