// @module-tag long
import { RateLimitError, Routes } from 'discord.js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { createRecall, inAnyOrder, inLane, waitingAtMost } from './lanes.ts'
import { bucketOf } from './send-in-lanes.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness({
    features: [],
    sandbox: { conditions: { rateLimits: { ...defaultConditions.rateLimits, enabled: true, globalPerSecond: 50 } } },
  })
})
afterAll(() => app.close())

const id = (at: number) => String(100_000_000_000_000_000n + BigInt(at))

test('urgent requests overtake a waiting crowd, within Discord’s limits and without a single 429', async () => {
  const { rest } = app.product.services.client
  const { makeRequest } = rest.options
  onTestFinished(() => {
    rest.options.makeRequest = makeRequest
  })
  const left: string[] = []
  rest.options.makeRequest = (url, init) => {
    left.push(url)
    return makeRequest(url, init)
  }
  const ended: string[] = []
  const ask = (name: string, route: `/${string}`) =>
    rest.get(route).then(
      () => ended.push(name),
      () => ended.push(name),
    )
  const crowd = inLane('bulk', () => Array.from({ length: 120 }, (_, at) => ask('bulk', Routes.user(id(at)))))
  const elsewhere = inLane('bulk', () => Array.from({ length: 60 }, (_, at) => ask('bulk', Routes.guildRoles(id(at)))))
  await Promise.race(crowd)
  const before = [...left]
  const sameBucket = Routes.user(app.botId)
  const ownBucket = Routes.guildMember(app.guildId, app.botId)
  const pressing = inLane('punish', () => [ask('same bucket', sameBucket), ask('own bucket', ownBucket)])
  await Promise.all(pressing)
  // Except for one that was just leaving, none of the crowd has left in between.
  const ofBucket = (urls: readonly string[]) => urls.filter(url => url.includes('/users/'))
  const leftBefore = (route: string, urls: readonly string[], known: readonly string[]) =>
    urls.findIndex(url => url.endsWith(route)) - known.length
  expect([0, 1]).toContain(leftBefore(sameBucket, ofBucket(left), ofBucket(before)))
  expect([0, 1]).toContain(leftBefore(ownBucket, left, before))
  await Promise.all([...crowd, ...elsewhere])
  expect(ended).toHaveLength(182)
  expect(app.sandbox.requests().filter(({ status }) => status === 429)).toEqual([])
})

test('requests that need no order are sent at the same time, others of one limit one after the other', async () => {
  const { rest } = app.product.services.client
  const { makeRequest } = rest.options
  let [underWay, most, answered] = [0, 0, 0]
  let several: PromiseWithResolvers<void> | undefined
  onTestFinished(() => {
    rest.options.makeRequest = makeRequest
  })
  rest.options.makeRequest = async (...request) => {
    most = Math.max(most, (underWay += 1))
    if (most > 5) several?.resolve()
    try {
      const answer = await makeRequest(...request)
      // The first answer reports the limit; holding back the others puts them in flight together on any machine.
      if (several && answered++ > 0) await several.promise
      return answer
    } finally {
      underWay -= 1
    }
  }
  const before = app.sandbox.requests().length
  const ask = () => Array.from({ length: 60 }, (_, at) => rest.get(Routes.user(id(at))).catch(() => undefined))
  await Promise.all(inLane('repair', ask))
  expect(most).toBe(1)
  several = Promise.withResolvers<void>()
  await Promise.all(inLane('repair', () => inAnyOrder(ask)))
  expect(most).toBeGreaterThan(5)
  rest.options.makeRequest = makeRequest
  const requests = app.sandbox.requests().slice(before)
  expect(requests.filter(({ path }) => path.startsWith('/users/')).length).toBeGreaterThanOrEqual(120)
  expect(requests.filter(({ status }) => status === 429)).toEqual([])
})

test('one answer is enough to learn how many requests of a limit may be in flight', async () => {
  const { rest } = app.product.services.client
  const { makeRequest } = rest.options
  const ask = () => rest.get(Routes.guildBans(app.guildId))
  await inLane('repair', () => inAnyOrder(ask))
  let underWay = 0
  const all = Promise.withResolvers<void>()
  rest.options.makeRequest = async (...request) => {
    underWay += 1
    await all.promise
    return makeRequest(...request)
  }
  const asked = inLane('repair', () => inAnyOrder(() => Array.from({ length: 12 }, ask)))
  await until('all to be under way', () => underWay === 12)
  all.resolve()
  expect(await Promise.all(asked)).toHaveLength(12)
})

test.each([
  ['PATCH', `/guilds/${id(1)}/members/${id(2)}`, 'PATCH:/guilds/:id/members/:id', id(1)],
  [
    'PUT',
    `/channels/${id(1)}/messages/${id(2)}/reactions/%F0%9F/@me`,
    'PUT:/channels/:id/messages/:id/reactions/:reaction',
    id(1),
  ],
  ['POST', `/webhooks/${id(1)}/token`, 'POST:/webhooks/:id/:token', `${id(1)}/token`],
  ['GET', `/users/${id(1)}`, 'GET:/users/:id', 'global'],
])('buckets are those of the library: %s %s', (method, path, route, major) => {
  expect(bucketOf(method, path)).toEqual({ route, major })
})

test('a request that is still queued can be withdrawn, and is never sent', async () => {
  const { rest } = app.product.services.client
  const recall = createRecall()
  const before = app.sandbox.requests().length
  const ask = () =>
    inLane('bulk', () =>
      waitingAtMost(
        60_000,
        () =>
          Array.from({ length: 100 }, (_, at) => rest.get(Routes.guildRoles(id(at))).catch((error: unknown) => error)),
        recall,
      ),
    )
  const asked = ask()
  recall.all()
  const answers = await Promise.all(asked)
  const back = answers.filter(answer => answer instanceof RateLimitError)
  // The lane `bulk` sends 30 in a second.
  expect(back.length).toBeGreaterThanOrEqual(70)
  expect(app.sandbox.requests()).toHaveLength(before + 100 - back.length)
  // Later requests that would have to wait are taken back as well: their files may have to be read first.
  const late = await Promise.all(ask())
  expect(late.filter(answer => answer instanceof RateLimitError).length).toBeGreaterThanOrEqual(70)
  // Others leave as before, and what has been answered cannot be taken back.
  recall.all()
  expect(await inLane('punish', () => rest.get(Routes.user(app.botId)))).toMatchObject({ id: app.botId })
})
