import { expect, test } from 'vitest'
import { panelDesign } from '../panels/contract.ts'
import { clockOf } from './clock.ts'
import { closedStretches } from './closed-stretches.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)
const design = panelDesign.parse({
  title: 'Help',
  hours: { enabled: true, timeZone: 'UTC' },
  first_response_goal: 60,
  resolution_goal: 600,
})
/** A Friday, an hour before the team leaves. */
const openedAt = at('2026-07-10T16:00:00Z')
const open = { openedAt, firstResponseAt: null, closedAt: null }

test('a goal only counts working hours: nobody is late over the weekend', () => {
  const saturday = clockOf(open, design, at('2026-07-11T12:00:00Z'), [])
  expect(saturday.firstResponse).toMatchObject({ ms: hour, share: 1, breached: false, ended: false })
  expect(saturday.resolution).toMatchObject({ ms: hour, share: 0.1, dueAt: at('2026-07-14T10:00:00Z') })
  const monday = clockOf(open, design, at('2026-07-13T09:01:00Z'), [])
  expect(monday.firstResponse).toMatchObject({ breached: true, ended: false })
})

test('the clocks of an answered and closed ticket do not change any more', () => {
  const done = { openedAt, firstResponseAt: openedAt + hour / 2, closedAt: at('2026-07-13T10:00:00Z') }
  const clock = clockOf(done, design, at('2027-01-01T00:00:00Z'), [])
  expect(clock.firstResponse).toMatchObject({ ms: hour / 2, share: 0.5, ended: true, breached: false })
  expect(clock.resolution).toMatchObject({ ms: 2 * hour, ended: true })
})

test('the time a ticket was closed before being reopened does not count', () => {
  const closed = closedStretches([
    { kind: 'opened', at: openedAt },
    { kind: 'closed', at: openedAt + hour / 2 },
    { kind: 'reopened', at: at('2026-07-13T12:00:00Z') },
    { kind: 'closed', at: at('2026-07-13T14:00:00Z') },
  ])
  const done = { openedAt, firstResponseAt: openedAt, closedAt: at('2026-07-13T14:00:00Z') }
  expect(clockOf(done, design, at('2027-01-01T00:00:00Z'), closed).resolution).toMatchObject({ ms: 2.5 * hour })
  const again = { ...done, closedAt: null }
  expect(clockOf(again, design, at('2026-07-13T13:00:00Z'), closed.slice(0, 1)).resolution).toMatchObject({
    ms: 1.5 * hour,
    // Half an hour on Friday, five from noon on Monday, the rest on Tuesday.
    dueAt: at('2026-07-14T13:30:00Z'),
  })
  // Closed without an answer and reopened, it waits for one again: half an hour on Friday, one on Monday.
  const unanswered = { ...again, firstResponseAt: null }
  expect(clockOf(unanswered, design, at('2026-07-13T13:00:00Z'), closed.slice(0, 1)).firstResponse).toMatchObject({
    ms: 1.5 * hour,
    dueAt: at('2026-07-13T12:30:00Z'),
  })
})

test('without goals and hours it only counts', () => {
  const plain = panelDesign.parse({ title: 'Help' })
  expect(clockOf(open, plain, openedAt + 50 * hour, []).resolution).toEqual({
    ms: 50 * hour,
    ended: false,
    goalMs: null,
    share: null,
    dueAt: null,
    breached: false,
  })
})
