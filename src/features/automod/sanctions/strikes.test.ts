import { expect, test } from 'vitest'
import type { Database } from '#kernel/feature.ts'
import { databasePerTest } from '#test/database-per-test.ts'
import { addStrikes, countStrikes, expireOldStrikes, membersWithStrikes, strikesSpan } from './strikes.ts'

let db: Database
databasePerTest(made => {
  db = made
})

const dayMs = 24 * 3_600_000
const right = Date.UTC(2026, 0, 1)
const ahead = right + 30 * dayMs
const spanOf = (strikeDecayHours: number) => (now: number) => strikesSpan({ strikeDecayHours }, now)

/** Strikes somebody at a moment. */
function strike(source: string, at: number, span: ReturnType<typeof spanOf>) {
  const who = { guildId: '1', userId: '2', userName: 'somebody', channelId: '3' }
  return addStrikes(db, { ...who, source, at, broken: [{ rule: 'links', evidence: 'a link' }] }, 3, span(at))
}

test('strikes that a clock which was ahead gave count with neither that clock nor the right one for longer than they decay', () => {
  const span = spanOf(24)
  strike('a', ahead, span)
  expect(strike('b', ahead, span)).toMatchObject({ total: 2, reached: false })
  // The clock is right again.
  expect(countStrikes(db, '1', '2', span(right))).toBe(0)
  expect(membersWithStrikes(db, '1', span(right))).toEqual([])
  expect(strike('c', right, span)).toMatchObject({ total: 1, reached: false })
  expireOldStrikes(db, right)
  // And has come to where it was.
  expect(countStrikes(db, '1', '2', span(ahead))).toBe(0)
  expect(strike('d', ahead, span)).toMatchObject({ total: 1, reached: false })
})

test('where strikes never decay they count whatever clock gave them', () => {
  const span = spanOf(0)
  strike('a', ahead, span)
  expect(countStrikes(db, '1', '2', span(right))).toBe(1)
  expireOldStrikes(db, right)
  expect(strike('b', right, span)).toMatchObject({ total: 2, reached: false })
  expect(strike('c', right, span)).toMatchObject({ total: 3, reached: true })
})
