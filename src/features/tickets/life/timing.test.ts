import { assert, constantFrom, integer, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/effort.ts'
import { endsForgiven, nextDue } from './timing.ts'

const hour = 3_600_000
const day = 24 * hour
const now = 1_800_000_000_000

const ticket = {
  state: 'open' as const,
  openedAt: now,
  reopenedAt: null,
  lastMessageAt: now,
  awaiting: 'member' as const,
  warnedAt: null,
  overdueWarnedAt: null,
  closeRequestUntil: null,
  deleteAt: null,
}
const none = { inactiveDays: null, maxHours: null }

test('silence is warned of a day before it ends, and closes then', () => {
  const rules = { inactiveDays: 7, maxHours: null }
  expect(nextDue(ticket, rules, now)).toEqual({ at: now + 6 * day, due: 'warn_inactive' })
  const warnedAt = now + 6 * day
  expect(nextDue({ ...ticket, warnedAt }, rules, warnedAt)).toEqual({ at: now + 7 * day, due: 'close_inactive' })
  expect(nextDue(ticket, { inactiveDays: 1, maxHours: null }, now)).toEqual({
    at: now + 12 * hour,
    due: 'warn_inactive',
  })
})

test('a late warning, as after the bot was away, still leaves a day', () => {
  const warnedAt = now + 30 * day
  expect(nextDue({ ...ticket, warnedAt }, { inactiveDays: 7, maxHours: null }, warnedAt)).toEqual({
    at: now + 31 * day,
    due: 'close_inactive',
  })
})

test('what was written after a warning takes it back', () => {
  const spoken = { ...ticket, warnedAt: now, lastMessageAt: now + hour }
  expect(nextDue(spoken, { inactiveDays: 7, maxHours: null }, now + hour)?.due).toBe('warn_inactive')
})

test('nobody is closed out for silence or for how long it took while the team owes an answer', () => {
  const silent = { ...ticket, awaiting: 'team' as const, warnedAt: now + 6 * day }
  expect(nextDue(silent, { inactiveDays: 7, maxHours: null }, now + 100 * day)).toBeUndefined()
  const rules = { inactiveDays: null, maxHours: 72 }
  expect(nextDue({ ...ticket, awaiting: 'team' }, rules, now + 100 * day)).toBeUndefined()
  expect(nextDue(ticket, rules, now)).toEqual({ at: now + 48 * hour, due: 'warn_overdue' })
  expect(nextDue({ ...ticket, reopenedAt: now + day }, rules, now + day)?.at).toBe(now + 72 * hour)
})

test('waits that a clock far ahead has set begin once it is right, once, and no others', () => {
  const nothing = { closedAt: null, closeRequestedAt: null, closeRequestUntil: null }
  const rating = { ...nothing, closedAt: now, feedbackAskedAt: now, askedHereUntil: now + 600, deleteAt: now + 600 }
  const unasked = { feedbackAskedAt: null, askedHereUntil: null, deleteAt: null }
  const asked = { ...nothing, ...unasked, closeRequestedAt: now, closeRequestUntil: now + hour }
  const closed = { ...nothing, ...unasked, closedAt: now, deleteAt: now + hour }
  const right = now - 30 * day
  expect(endsForgiven(rating, right)).toEqual({ askedHereUntil: right + 600, deleteAt: right + 600 })
  expect(endsForgiven(asked, right)).toEqual({ closeRequestUntil: right + hour })
  expect(endsForgiven(closed, right)).toEqual({ deleteAt: right + hour })
  for (const facts of [rating, asked, closed]) {
    for (const at of [now - 1, now, now + day]) expect(endsForgiven(facts, at)).toEqual({})
    expect(endsForgiven({ ...facts, ...endsForgiven(facts, right) }, right + 60)).toEqual({})
  }
})

test('closed tickets are only deleted, and only where it was promised', () => {
  const closed = { ...ticket, state: 'closed' as const }
  expect(nextDue(closed, { inactiveDays: 1, maxHours: 1 }, now)).toBeUndefined()
  expect(nextDue({ ...closed, deleteAt: now + 5 }, none, now)).toEqual({ at: now + 5, due: 'delete' })
})

const maybeTime = option(integer({ min: now - 60 * day, max: now + 60 * day }))
const anyTicket = record({
  state: constantFrom('open' as const),
  openedAt: integer({ min: now - 60 * day, max: now + 60 * day }),
  reopenedAt: maybeTime,
  lastMessageAt: integer({ min: now - 60 * day, max: now + 60 * day }),
  awaiting: constantFrom('team' as const, 'member' as const),
  warnedAt: maybeTime,
  overdueWarnedAt: maybeTime,
  closeRequestUntil: constantFrom(null),
  deleteAt: constantFrom(null),
})
const rules = record({
  inactiveDays: option(integer({ min: 1, max: 30 })),
  maxHours: option(integer({ min: 1, max: 8760 })),
})

test('whatever the clock did: nothing closes without a warning since it last began, nor sooner than announced', () => {
  assert(
    property(anyTicket, rules, (facts, limits) => {
      const next = nextDue(facts, limits, now)
      if (!next?.due.startsWith('close')) return
      const inactive = next.due === 'close_inactive'
      const warned = inactive ? facts.warnedAt : facts.overdueWarnedAt
      const began = Math.min(inactive ? facts.lastMessageAt : (facts.reopenedAt ?? facts.openedAt), now)
      const length = inactive ? (limits.inactiveDays ?? 0) * day : (limits.maxHours ?? 0) * hour
      expect(warned).toBeGreaterThanOrEqual(began)
      expect(next.at).toBeGreaterThanOrEqual(began + length)
      expect(next.at - (warned ?? 0)).toBeGreaterThanOrEqual(Math.min(day, length / 2))
    }),
    { numRuns: runs(500) },
  )
})
