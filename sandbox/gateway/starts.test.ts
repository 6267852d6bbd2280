import { expect, test } from 'vitest'
import { hello, identified, identity } from '#test/sandbox/raw-client.ts'
import { startSandbox } from '#test/sandbox.ts'
import { defaultConditions } from '../conditions.ts'
import { applicationOf } from '../demo/environment.ts'

const { identifyEveryMs } = defaultConditions

test('a second IDENTIFY within five seconds is refused, a later one accepted', async () => {
  const sandbox = await startSandbox({ conditions: { identifyEveryMs } })
  await identified(sandbox)
  const second = await hello(sandbox)
  second.send(2, identity(sandbox))
  expect((await second.frame(({ op }) => op === 9)).d).toBe(false)
  sandbox.advance(5000)
  second.send(2, identity(sandbox))
  await second.event('READY')
})

test('each bot has its own limit of one IDENTIFY in five seconds and of session starts per day', async () => {
  const sandbox = await startSandbox({ conditions: { identifyEveryMs } })
  const tally = applicationOf(sandbox, 'Tally')
  await identified(sandbox)
  await identified(sandbox, { token: tally.token })
  sandbox.advance(5000)
  await identified(sandbox)
  const remaining = async (token: string) => {
    const headers = { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (https://example.test, 1)' }
    const answer = await fetch(`${sandbox.api}/v10/gateway/bot`, { headers })
    return ((await answer.json()) as { session_start_limit: { remaining: number } }).session_start_limit.remaining
  }
  expect([await remaining(applicationOf(sandbox).token), await remaining(tally.token)]).toEqual([998, 999])
  sandbox.advance(24 * 3_600_000)
  expect(await remaining(tally.token)).toBe(1000)
})
