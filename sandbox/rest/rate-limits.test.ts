import { expect, test } from 'vitest'
import { defaultConditions, type Conditions } from '../conditions.ts'
import { createRateLimits } from './rate-limits.ts'
import type { RestCaller, Route } from './route.ts'

const bot: RestCaller = { kind: 'bot', userId: '1', applicationId: '1' }
const send: Pick<Route, 'method' | 'path'> = { method: 'POST', path: '/channels/:channel_id/messages' }

function setUp(change: Partial<Conditions['rateLimits']> = {}) {
  let now = 1_000_000
  const conditions: Conditions = {
    ...defaultConditions,
    rateLimits: { ...defaultConditions.rateLimits, routes: {}, ...change },
  }
  const limits = createRateLimits(conditions, () => now)
  return {
    windows: limits.windows,
    pass: (ms: number) => (now += ms),
    check: (route = send, params: Record<string, string> = { channel_id: '5' }, body?: unknown, caller = bot) =>
      limits.check(caller, route, params, body),
  }
}

test('headers describe the bucket, and a request over the limit is refused until it resets', () => {
  const { check, pass } = setUp()
  expect(check().headers).toMatchObject({
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset-after': '5.000',
    'x-ratelimit-reset': '1005.000',
  })
  for (let sent = 1; sent < 5; sent += 1) expect(check().refusal).toBeUndefined()
  const { headers, refusal } = check()
  expect(refusal).toEqual({ message: 'You are being rate limited.', retry_after: 5, global: false })
  expect(headers).toMatchObject({ 'retry-after': '5', 'x-ratelimit-scope': 'user', 'x-ratelimit-remaining': '0' })
  pass(5000)
  expect(check().refusal).toBeUndefined()
})

test('expired buckets are dropped', () => {
  const { check, pass, windows } = setUp({ globalPerSecond: 1_000_000 })
  for (let channel = 0; channel < 10_000; channel += 1) {
    pass(5000)
    check(send, { channel_id: String(channel) })
  }
  expect(windows()).toBeLessThan(2000)
})

test('each channel has a bucket of its own; the bucket name is shared', () => {
  const { check } = setUp()
  for (let sent = 0; sent < 5; sent += 1) check()
  const other = check(send, { channel_id: '6' })
  expect(other.refusal).toBeUndefined()
  expect(other.headers['x-ratelimit-bucket']).toBe(check().headers['x-ratelimit-bucket'])
})

test('the global limit counts every route, but not the answers to interactions', () => {
  const { check } = setUp({ globalPerSecond: 3 })
  const callback = { method: 'POST', path: '/interactions/:interaction_id/:interaction_token/callback' } as const
  for (let place = 0; place < 3; place += 1) check(send, { channel_id: String(place) })
  expect(check(callback, { interaction_id: '1' }).refusal).toBeUndefined()
  const { headers, refusal } = check(send, { channel_id: '9' })
  expect(refusal?.global).toBe(true)
  expect(headers).toMatchObject({ 'x-ratelimit-scope': 'global', 'x-ratelimit-global': 'true' })
})

test("a channel's name changes twice in ten minutes, its other fields more often", () => {
  const { check, pass } = setUp()
  const edit = { method: 'PATCH', path: '/channels/:channel_id' } as const
  const rename = () => check(edit, { channel_id: '5' }, { name: 'tides' }).refusal
  expect([rename(), rename()]).toEqual([undefined, undefined])
  expect(rename()?.retry_after).toBe(600)
  expect(check(edit, { channel_id: '5' }, { nsfw: true }).refusal).toBeUndefined()
  pass(600_000)
  expect(rename()).toBeUndefined()
})

test('people are not limited, and nobody is when limits are off', () => {
  const { check } = setUp()
  const person: RestCaller = { kind: 'user', userId: '2' }
  for (let sent = 0; sent < 60; sent += 1)
    expect(check(send, { channel_id: '5' }, undefined, person)).toEqual({ headers: {} })
  const off = setUp({ enabled: false })
  for (let sent = 0; sent < 60; sent += 1) expect(off.check()).toEqual({ headers: {} })
})
