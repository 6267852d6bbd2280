import { array, assert, constantFrom, integer, nat, oneof, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import { nextDue, restartedWaits } from './timing.ts'

const hour = 3_600_000
const day = 24 * hour
const now = 1_800_000_000_000

const ticket = {
  state: 'open' as const,
  openedAt: now,
  reopenedAt: null,
  waitsSince: null,
  lastMessageAt: now,
  awaiting: 'member' as const,
  warnedAt: null,
  overdueWarnedAt: null,
  closeRequestUntil: null,
  deleteAt: null,
}
const none = { inactiveDays: null, maxHours: null }

test('the warning for silence comes a day before the closing', () => {
  const rules = { inactiveDays: 7, maxHours: null }
  expect(nextDue(ticket, rules, now)).toEqual({ at: now + 6 * day, due: 'warn_inactive' })
  const warnedAt = now + 6 * day
  expect(nextDue({ ...ticket, warnedAt }, rules, warnedAt)).toEqual({ at: now + 7 * day, due: 'close_inactive' })
  expect(nextDue(ticket, { inactiveDays: 1, maxHours: null }, now)).toEqual({
    at: now + 12 * hour,
    due: 'warn_inactive',
  })
})

test('a late warning, for example after the bot was offline, still leaves a day', () => {
  const warnedAt = now + 30 * day
  expect(nextDue({ ...ticket, warnedAt }, { inactiveDays: 7, maxHours: null }, warnedAt)).toEqual({
    at: now + 31 * day,
    due: 'close_inactive',
  })
})

test('a message after a warning cancels it', () => {
  const spoken = { ...ticket, warnedAt: now, lastMessageAt: now + hour }
  expect(nextDue(spoken, { inactiveDays: 7, maxHours: null }, now + hour)?.due).toBe('warn_inactive')
})

test('no ticket closes for silence or duration while the team owes an answer', () => {
  const silent = { ...ticket, awaiting: 'team' as const, warnedAt: now + 6 * day }
  expect(nextDue(silent, { inactiveDays: 7, maxHours: null }, now + 100 * day)).toBeUndefined()
  const rules = { inactiveDays: null, maxHours: 72 }
  expect(nextDue({ ...ticket, awaiting: 'team' }, rules, now + 100 * day)).toBeUndefined()
  expect(nextDue(ticket, rules, now)).toEqual({ at: now + 48 * hour, due: 'warn_overdue' })
  expect(nextDue({ ...ticket, reopenedAt: now + day }, rules, now + day)?.at).toBe(now + 72 * hour)
})

const nothing = {
  ...ticket,
  closedAt: null,
  closeRequestedAt: null,
  requestWaitsSince: null,
  feedbackAskedAt: null,
  askedHereUntil: null,
}
const closed = { ...nothing, state: 'closed' as const, closedAt: now }
const waits = {
  silence: { facts: nothing, rules: { inactiveDays: 7, maxHours: null }, lengthMs: 7 * day },
  stay: { facts: nothing, rules: { inactiveDays: null, maxHours: 72 }, lengthMs: 72 * hour },
  request: { facts: { ...nothing, closeRequestedAt: now, closeRequestUntil: now + hour }, rules: none, lengthMs: hour },
  deletion: { facts: { ...closed, deleteAt: now + hour }, rules: none, lengthMs: hour },
  rating: {
    facts: { ...closed, closedAt: now - 5, feedbackAskedAt: now, askedHereUntil: now + hour, deleteAt: now + hour },
    rules: none,
    lengthMs: hour,
  },
}

test('waits that a clock ahead began restart once it is right, and keep the times that identify them', () => {
  for (const { facts } of Object.values(waits)) {
    for (const right of [now - 30 * day, now - 2 * hour, now - 30 * 60_000]) {
      const moved = { ...facts, ...restartedWaits(facts, right) }
      for (const later of [right, right + 60]) expect(restartedWaits(moved, later)).toEqual({})
      const { closedAt, closeRequestedAt, openedAt } = moved
      expect({ closedAt, closeRequestedAt, openedAt }).toEqual({
        closedAt: facts.closedAt,
        closeRequestedAt: facts.closeRequestedAt,
        openedAt: facts.openedAt,
      })
    }
    for (const at of [now, now + day]) expect(restartedWaits(facts, at)).toEqual({})
  }
  const right = now - 30 * 60_000
  expect(restartedWaits(waits.deletion.facts, right)).toEqual({ waitsSince: right, deleteAt: right + hour })
  expect(restartedWaits(waits.rating.facts, right)).toMatchObject({
    askedHereUntil: right + hour,
    deleteAt: right + hour,
  })
})

test('an end that an earlier version already moved is not moved again', () => {
  const set = { ...closed, deleteAt: now - day }
  expect(restartedWaits(set, now - 2 * day)).toEqual({ waitsSince: now - 2 * day })
})

test('a wait that restarts needs a new warning, and a warning from the future counts as given now', () => {
  const right = now - day
  const warned = { ...nothing, warnedAt: now, overdueWarnedAt: now }
  expect(restartedWaits(warned, right)).toMatchObject({ warnedAt: null, overdueWarnedAt: null })
  const before = { ...warned, openedAt: right - day, lastMessageAt: right - day }
  expect(restartedWaits(before, right)).toEqual({ warnedAt: right, overdueWarnedAt: right })
})

const jumps = constantFrom(-30 * day, -20 * day, -day, -2 * hour, -900, -1, hour, 30 * day)
const steps = array(
  oneof(
    nat(10 * day).map(ms => ({ passes: ms })),
    jumps.map(ms => ({ jumps: ms })),
  ),
  {
    maxLength: 12,
  },
)

test.each(Object.entries(waits))(
  'whatever the clock does, what is left of a wait is never more than all of it, nor is it cut short: %s',
  (_name, { facts: began, rules: limits, lengthMs }) => {
    assert(
      property(steps, history => {
        let clock = now
        let facts: Parameters<typeof restartedWaits>[0] & Parameters<typeof nextDue>[0] = began
        let forward = 0
        // How long the wait takes to end, given a timely warning.
        const left = () => {
          const due = nextDue(facts, limits, clock)
          if (!due) throw new Error('nothing is due')
          const ends = due.due.startsWith('warn') ? due.at + Math.min(day, lengthMs / 2) : due.at
          return ends - clock
        }
        for (const step of history) {
          const ms = 'passes' in step ? step.passes : step.jumps
          forward += Math.max(0, ms)
          clock += ms
          // The scheduler runs this when the clock was set back, at once or at the next start.
          if (ms < 0) facts = { ...facts, ...restartedWaits(facts, clock) }
          expect(left()).toBeLessThanOrEqual(lengthMs)
          expect(left()).toBeGreaterThanOrEqual(lengthMs - forward)
        }
      }),
      { numRuns: runs(500) },
    )
  },
)

test('closed tickets are only deleted, and only if that was announced', () => {
  expect(nextDue(closed, { inactiveDays: 1, maxHours: 1 }, now)).toBeUndefined()
  expect(nextDue({ ...closed, deleteAt: now + 5 }, none, now)).toEqual({ at: now + 5, due: 'delete' })
})

const maybeTime = option(integer({ min: now - 60 * day, max: now + 60 * day }))
const anyTicket = record({
  state: constantFrom('open' as const),
  openedAt: integer({ min: now - 60 * day, max: now + 60 * day }),
  reopenedAt: maybeTime,
  waitsSince: constantFrom(null),
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

test('whatever the clock did: nothing closes without a warning since it last began, or sooner than announced', () => {
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
