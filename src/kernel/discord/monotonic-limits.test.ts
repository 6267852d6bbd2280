import { Client, type ResponseLike } from 'discord.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inAnyOrder } from './lanes.ts'
import { spreadOverInstances } from './rest-instances.ts'

const monthMs = 30 * 86_400_000
beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() + monthMs })
})
afterEach(() => {
  vi.useRealTimers()
})

const limitOfRoute = {
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset-after': '1',
  'x-ratelimit-bucket': 'roles',
}
const limitOfAll = { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global', 'retry-after': '1' }

const inOrder = <T>(work: () => T) => work()

test.each([
  ['one route', 'in order', limitOfRoute, inOrder],
  ['one route', 'in any order', limitOfRoute, inAnyOrder],
  ['the whole bot', 'in order', limitOfAll, inOrder],
  ['the whole bot', 'in any order', limitOfAll, inAnyOrder],
])('a limit of %s ends even if the clock was ahead and was corrected: %s', async (_name, _order, headers, within) => {
  const client = new Client({ intents: [] })
  client.token = 'a.b.c'
  client.rest.setToken(client.token)
  spreadOverInstances(client)
  let [asked, answered] = [0, 0]
  client.rest.options.makeRequest = () => {
    asked += 1
    // The first answer names the limit, the second one uses it up, and the third says so.
    const answer = Response.json({}, { status: asked === 3 ? 429 : 200, headers: asked < 4 ? headers : {} })
    return Promise.resolve(answer as unknown as ResponseLike)
  }
  const ask = () => within(() => client.rest.get('/guilds/100000000000000001/roles')).then(() => (answered += 1))
  for (const _ of [1, 2]) {
    await ask()
    await vi.advanceTimersByTimeAsync(2000)
  }
  const third = ask()
  await vi.advanceTimersByTimeAsync(100)
  expect([asked, answered]).toEqual([3, 2])
  vi.setSystemTime(Date.now() - monthMs)
  await vi.advanceTimersByTimeAsync(2000)
  expect([asked, answered]).toEqual([4, 3])
  await third
})
