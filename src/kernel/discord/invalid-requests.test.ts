import { expect, test } from 'vitest'
import { createInvalidRequests, pauseForAll } from './invalid-requests.ts'

test('invalid requests stop the lower lanes first, for ten minutes', () => {
  let now = 0
  const invalid = createInvalidRequests(() => now)
  const refuse = (times: number) => {
    for (let time = 0; time < times; time++) invalid.count([401, 403, 429][time % 3] ?? 0, 'user')
  }
  for (let time = 0; time < 20_000; time++) invalid.count(time % 2 === 0 ? 429 : 404, 'shared')
  refuse(4999)
  invalid.demandShare('bulk')
  refuse(1)
  expect(() => invalid.demandShare('bulk')).toThrow('Try again in ten minutes')
  invalid.demandShare('answers')
  now = 300_000
  refuse(4799)
  expect(() => invalid.demandShare('repair')).toThrow('Discord refuses')
  invalid.demandShare('punish')
  refuse(1)
  expect(() => invalid.demandShare('punish')).toThrow('Discord refuses')
  now = 610_000
  invalid.demandShare('bulk')
})

test.each([
  ['0.5', 500],
  ['3600', 60_000],
  ['Sun, 29 Nov 2026 10:00:00 GMT', 5000],
  [undefined, 5000],
])('a global refusal with %j pauses sending, and never forever', (said, ms) => {
  expect(pauseForAll(new Headers(said === undefined ? {} : { 'retry-after': said }))).toBe(ms)
})
