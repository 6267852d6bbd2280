import { array, assert, boolean, constant, constantFrom, integer, option, property, record } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { panelDesign } from './contract.ts'
import { afterWorking, type Hours, isOpen, nextOpening, workingMs } from './hours.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)
const berlin = (change: Partial<Hours> = {}): Hours => ({
  ...panelDesign.parse({ title: 'x' }).hours,
  enabled: true,
  timeZone: 'Europe/Berlin',
  ...change,
})
const always = { from: 0, to: 1440 }
const week = (day: Hours['days'][number]): Hours['days'] => Array.from({ length: 7 }, () => day)

test('nine to five in Berlin is an hour earlier by UTC in summer', () => {
  // Monday, 9 March and Monday, 6 July 2026.
  expect(nextOpening(berlin(), at('2026-03-09T00:00:00Z'))).toBe(at('2026-03-09T08:00:00Z'))
  expect(nextOpening(berlin(), at('2026-07-06T00:00:00Z'))).toBe(at('2026-07-06T07:00:00Z'))
  expect(isOpen(berlin(), at('2026-07-06T14:59:59Z'))).toBe(true)
  expect(isOpen(berlin(), at('2026-07-06T15:00:00Z'))).toBe(false)
})

test('the first opening of the next week follows the last of this one, skipping days off', () => {
  const friday = at('2026-07-10T15:00:00Z')
  expect(nextOpening(berlin(), friday)).toBe(at('2026-07-13T07:00:00Z'))
  expect(nextOpening(berlin({ daysOff: ['2026-07-13'] }), friday)).toBe(at('2026-07-14T07:00:00Z'))
  expect(nextOpening(berlin({ days: week(null) }), friday)).toBeUndefined()
})

test('a day that ends before it begins ends on the next one', () => {
  const night = berlin({ days: week({ from: 22 * 60, to: 6 * 60 }) })
  expect(isOpen(night, at('2026-07-06T03:59:00Z'))).toBe(true)
  expect(nextOpening(night, at('2026-07-06T04:00:00Z'))).toBe(at('2026-07-06T20:00:00Z'))
})

test('the days on which clocks are changed have 23 and 25 hours', () => {
  const only = (date: string) =>
    berlin({
      days: week(always),
      daysOff: [-2, -1, 1, 2].map(by => new Date(at(date) + by * 24 * hour).toISOString().slice(0, 10)),
    })
  const around = (date: string) => workingMs(only(date), at(date) - 30 * hour, at(date) + 50 * hour)
  expect(around('2026-03-29')).toBe(23 * hour)
  expect(around('2026-10-25')).toBe(25 * hour)
})

test('an hour that clocks skip begins after the jump, and one that they show twice counts twice', () => {
  const early = berlin({ days: week({ from: 150, to: 240 }) })
  expect(nextOpening(early, at('2026-03-29T00:00:00Z'))).toBe(at('2026-03-29T01:30:00Z'))
  expect(workingMs(early, at('2026-10-24T23:00:00Z'), at('2026-10-25T12:00:00Z'))).toBe(2.5 * hour)
})

test('a goal of three hours on Friday afternoon is due on Monday morning', () => {
  expect(afterWorking(berlin(), at('2026-07-10T14:00:00Z'), 3 * hour)).toBe(at('2026-07-13T09:00:00Z'))
  expect(afterWorking(berlin({ enabled: false }), 0, 5)).toBe(5)
})

const minute = integer({ min: 0, max: 1440 })
const anyHours = record({
  enabled: boolean(),
  timeZone: constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
  days: array(option(record({ from: minute, to: minute })), { minLength: 7, maxLength: 7 }),
  daysOff: constant<string[]>(['2026-03-29', '2026-12-24']),
  outside: constant('warn' as const),
})
const instant = integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') })

test('for any hours: the next opening is open, nothing before it is, and a goal is due after its working time', () => {
  assert(
    property(anyHours, instant, integer({ min: 1, max: 100 * hour }), (hours, from, ms) => {
      const next = nextOpening(hours, from)
      const due = afterWorking(hours, from, ms)
      const horizon = from + 30 * 24 * hour
      expect(isOpen(hours, next ?? from)).toBe(next !== undefined)
      expect(workingMs(hours, from, next ?? horizon)).toBe(0)
      expect(due === undefined ? ms : workingMs(hours, from, due)).toBe(ms)
    }),
    { numRuns: 60 },
  )
})

test('a day is computed once for all tickets that wait over it', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const waits = (opened: number) => {
    asked.mockClear()
    workingMs(berlin({ timeZone: 'Pacific/Chatham' }), opened, at('2026-11-20T12:00:00Z'))
    return asked.mock.calls.length
  }
  expect(waits(at('2026-09-20T12:00:00Z'))).toBeGreaterThan(100)
  expect(waits(at('2026-09-21T13:37:00Z'))).toBeLessThan(5)
  asked.mockRestore()
})
