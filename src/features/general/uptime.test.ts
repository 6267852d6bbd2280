import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { online } from './table.ts'
import { createBeats, longestSpanMs, uptimeOf } from './uptime.ts'

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

test('at most thirty days count, and a span may begin before them', () => {
  const now = longestSpanMs + 10 * hour
  expect(uptimeOf([{ since: 0, until: now - hour }], now)).toEqual({
    upMs: longestSpanMs - hour,
    spanMs: longestSpanMs,
  })
  // It ran once, long ago.
  expect(uptimeOf([{ since: 0, until: hour }], now + hour)).toEqual({ upMs: 0, spanMs: longestSpanMs })
})

test('a clock that went back never leads to more than the whole time', () => {
  expect(uptimeOf([{ since: 0, until: 9 * hour }], 4 * hour)).toEqual({ upMs: 4 * hour, spanMs: 4 * hour })
})

test('no time counts twice, and future time does not count yet', () => {
  const spans = [
    { since: 6 * hour, until: 7 * hour },
    { since: 0, until: 2 * hour },
    { since: hour, until: 3 * hour },
  ]
  expect(uptimeOf(spans, 4 * hour)).toEqual({ upMs: 3 * hour, spanMs: 4 * hour })
})

test('when the clock leaps ahead or back, the time in between does not count', async () => {
  harness ??= await createHarness()
  const { db } = harness.product.services
  db.delete(online).run()
  let clock = 0
  let isUp = true
  const beat = createBeats({ db, now: () => clock }, () => isUp)
  const hours = (count: number) => {
    for (let minute = 0; minute < count * 60; minute += 1) {
      beat()
      clock += 60_000
    }
    beat()
  }
  hours(2)
  clock += 100 * hour
  hours(1)
  clock -= 100 * hour
  hours(1)
  isUp = false
  hours(200)
  const spans = db.select({ since: online.since, until: online.until }).from(online).all()
  expect(uptimeOf(spans, 5 * hour)).toEqual({ upMs: 3 * hour, spanMs: 5 * hour })
  // The hour by the clock that was ahead.
  expect(uptimeOf(spans, 204 * hour)).toEqual({ upMs: 4 * hour, spanMs: 204 * hour })
})

test('the time between two runs does not count, and the current run counts up to now', async () => {
  let ahead = 0
  const server = await createHarness({ now: () => Date.now() + ahead })
  onTestFinished(() => server.close())
  const read = async () => {
    const { status, body } = await server.visitor().call('GET', '/api/uptime')
    expect(status).toBe(200)
    const { uptime } = body as { uptime: { upMs: number; spanMs: number } | null }
    return uptime && [uptime.upMs, uptime.spanMs].map(ms => Math.floor(ms / hour))
  }
  expect(await read()).toEqual([0, 0])
  const { services } = server.product
  services.db
    .update(online)
    .set({ since: sql`${online.since} - ${2 * hour}` })
    .run()
  expect(await read()).toEqual([2, 2])
  const until = () => services.db.select({ until: online.until }).from(online).get()?.until ?? 0
  const before = until()
  // Before the next time is recorded.
  ahead = 50_000
  await server.restart()
  expect(server.product.services.db.select({ until: online.until }).from(online).get()?.until).toBeGreaterThanOrEqual(
    before + ahead,
  )
  expect(await read()).toEqual([2, 2])
  // Nothing has been recorded since, as after a crash.
  ahead = 3 * hour
  expect(await read()).toEqual([2, 5])
})
