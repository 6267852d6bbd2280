import { SnowflakeUtil } from 'discord.js'
import { expect, test } from 'vitest'
import type { Database } from '#kernel/feature.ts'
import { databasePerTest } from '#test/database-per-test.ts'
import { automodStrikes } from '../table.ts'
import { addStrikes, countStrikes, expireOldStrikes, membersWithStrikes, strikesSpan } from './strikes.ts'

let db: Database
databasePerTest(made => {
  db = made
})

const dayMs = 24 * 3_600_000
const right = Date.UTC(2026, 0, 1)
const ahead = right + 30 * dayMs
const spanOf = (strikeDecayHours: number) => (now: number) => strikesSpan({ strikeDecayHours }, now)

let messages = 0n
/** Adds a strike while a clock shows one moment, for a message from another. */
function strike(writtenAt: number, at: number, span: ReturnType<typeof spanOf>) {
  const source = String(SnowflakeUtil.generate({ timestamp: writtenAt, increment: (messages += 1n) }))
  const who = { guildId: '1', userId: '2', userName: 'somebody', channelId: '3' }
  return addStrikes(db, { ...who, source, at, broken: [{ rule: 'links', evidence: 'a link' }] }, 3, span(at))
}

test('strikes from a clock that was ahead never count for longer than they should', () => {
  const span = spanOf(24)
  strike(right, ahead, span)
  expect(strike(right, ahead, span)).toMatchObject({ total: 2, reached: false })
  // The clock is right again.
  expect(countStrikes(db, '1', '2', span(right))).toBe(0)
  expect(membersWithStrikes(db, '1', span(right))).toEqual([])
  expect(strike(right, right, span)).toMatchObject({ total: 1, reached: false })
  expireOldStrikes(db, right, () => span(right))
  // It has now reached the earlier time.
  expect(countStrikes(db, '1', '2', span(ahead))).toBe(0)
  expect(strike(ahead, ahead, span)).toMatchObject({ total: 1, reached: false })
})

test('strikes that never expire count whatever clock they are from', () => {
  const span = spanOf(0)
  strike(right, ahead, span)
  expect(countStrikes(db, '1', '2', span(right))).toBe(1)
  expireOldStrikes(db, right, () => span(right))
  expect(strike(right, right, span)).toMatchObject({ total: 2, reached: false })
  expect(strike(right, right, span)).toMatchObject({ total: 3, reached: true })
})

test('a clock that is behind for a while removes no strike and none of its details', () => {
  const span = spanOf(60 * 24)
  strike(right, right, span)
  strike(right, right + 200, span)
  expireOldStrikes(db, right - 3 * dayMs, () => span(right - 3 * dayMs))
  expect(countStrikes(db, '1', '2', span(right + dayMs))).toBe(2)
  expect(membersWithStrikes(db, '1', span(right + dayMs))).toMatchObject([
    { strikes: 2, lastAt: right, lastText: 'a link' },
  ])
})

test.each([
  ['expired ones are deleted', 24, 0, []],
  ['those that never expire lose only their text', 0, 1, [{ evidence: null }]],
  ['those that expire later than that lose only their text', 365 * 24, 1, [{ evidence: null }]],
])('after 90 days, of the strikes that nothing has used up, %s', (_, hours, counted, rows) => {
  const span = spanOf(hours)
  strike(right, right, span)
  const later = right + 91 * dayMs
  expireOldStrikes(db, later, () => span(later))
  expect(db.select({ evidence: automodStrikes.evidence }).from(automodStrikes).all()).toEqual(rows)
  expect(countStrikes(db, '1', '2', span(later))).toBe(counted)
})
