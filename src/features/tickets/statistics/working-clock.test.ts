import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { panelDesign } from '../panels/contract.ts'
import { workingMs } from '../panels/hours.ts'
import { workingClock } from './working-clock.ts'

const hour = 3_600_000
const from = Date.parse('2026-03-01T00:00:00Z')
const until = from + 60 * 24 * hour

const moment = fc.integer({ min: from, max: until })
const minute = fc.integer({ min: 0, max: 1440 })
const day = fc.option(fc.record({ from: minute, to: minute }), { nil: null })
const given = fc.record({
  enabled: fc.boolean(),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
  days: fc.array(day, { minLength: 7, maxLength: 7 }),
  daysOff: fc.constantFrom([], ['2026-03-09', '2026-03-29']),
})

test('it gives the same result as counting each period separately, even across a clock change', async () => {
  await fc.assert(
    fc.asyncProperty(given, fc.array(fc.tuple(moment, moment), { maxLength: 5 }), async (hours, stretches) => {
      const parsed = panelDesign.parse({ title: 'Help', hours }).hours
      const clock = await workingClock(parsed, from, until, () => Promise.resolve())
      for (const [one, other] of stretches) {
        const [begin, end] = [Math.min(one, other), Math.max(one, other)]
        expect(clock(begin, end)).toBe(workingMs(parsed, begin, end))
      }
    }),
    { numRuns: 60 },
  )
})
