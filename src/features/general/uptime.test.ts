import { afterAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { longestSpanMs, uptimeOf } from './uptime.ts'

const hour = 3_600_000
let harness: Harness | undefined
afterAll(() => harness?.close())

test('the share is of the time since the first start', () => {
  expect(uptimeOf([], 5)).toBeUndefined()
  expect(uptimeOf([{ since: 0, until: 0 }], 0)).toEqual({ upMs: 0, spanMs: 0 })
  const spans = [
    { since: 0, until: 2 * hour },
    { since: 3 * hour, until: 4 * hour },
  ]
  expect(uptimeOf(spans, 4 * hour)).toEqual({ upMs: 3 * hour, spanMs: 4 * hour })
})

test('of at most thirty days, into which a span may reach', () => {
  const now = longestSpanMs + 10 * hour
  expect(uptimeOf([{ since: 0, until: now - hour }], now)).toEqual({
    upMs: longestSpanMs - hour,
    spanMs: longestSpanMs,
  })
  // It ran once, long ago.
  expect(uptimeOf([{ since: 0, until: hour }], now + hour)).toEqual({ upMs: 0, spanMs: longestSpanMs })
})

test('a clock that went back makes no share above one', () => {
  expect(uptimeOf([{ since: 0, until: 9 * hour }], 4 * hour)).toEqual({ upMs: 4 * hour, spanMs: 4 * hour })
})

test('what is between two runs is missing, and a run counts up to its end', async () => {
  let ahead = 0
  harness = await createHarness({ now: () => Date.now() + ahead })
  const server = harness
  const read = async () => {
    const { status, body } = await server.visitor().call('GET', '/api/uptime')
    expect(status).toBe(200)
    const { uptime } = body as { uptime: { upMs: number; spanMs: number } | null }
    return uptime && [uptime.upMs, uptime.spanMs].map(ms => Math.floor(ms / hour))
  }
  expect(await read()).toEqual([0, 0])
  ahead = 2 * hour
  await server.restart()
  expect(await read()).toEqual([2, 2])
  // Nobody wrote anything down since, as after a crash.
  ahead = 5 * hour
  expect(await read()).toEqual([2, 5])
})
