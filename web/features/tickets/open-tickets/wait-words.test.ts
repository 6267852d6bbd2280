import { expect, test } from 'vitest'
import { closingWords, waitWords } from './wait-words.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = 1000 * day
const team = (ms: number, goalMs: number | null) => ({
  awaiting: 'team' as const,
  awaitingSince: now - ms,
  closesAt: null,
  wait: { ms, goalMs, share: goalMs === null ? null : ms / goalMs, dueAt: null },
})
const member = (silent: number, closesAt: number | null) => ({
  awaiting: 'member' as const,
  awaitingSince: now - silent,
  closesAt,
  wait: null,
})

test.each([
  [team(42 * minute, hour), 'Team, 42 min of 1 h', 'warning'],
  [team(10 * minute, hour), 'Team, 10 min of 1 h', 'none'],
  [team(3 * hour, hour), 'Team, 3 h of 1 h', 'danger'],
  [team(3 * hour, null), 'Team, 3 h', 'none'],
  [member(hour, now + 6 * day), 'Member, 1 h', 'none'],
  [member(day, now + 6 * day), 'Member, closes in 6 d', 'none'],
  [member(day, now - 1), 'Member, closes now', 'none'],
  [member(3 * day, null), 'Member, 3 d', 'none'],
  [{ awaiting: null, awaitingSince: null, closesAt: null, wait: null }, 'Nobody', 'none'],
])('%o waits for “%s”', (ticket, text, tone) => expect(waitWords(ticket, now)).toMatchObject({ text, tone }))

test('a bar is never longer than its goal', () => expect(waitWords(team(3 * hour, hour), now).share).toBe(1))

test('a closed ticket says who closed it and when; for the bot itself only when', () => {
  const at = new Date(2026, 10, 23, 12, 40).getTime()
  expect(closingWords({ closedAt: at, closedByName: 'wren' }, at + 60_000).text).toMatch(/^wren, .*12:40/)
  expect(closingWords({ closedAt: at, closedByName: null }, at + 60_000).text).toMatch(/^[^,]*12:40/)
})
