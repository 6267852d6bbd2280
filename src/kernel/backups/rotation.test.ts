import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupName, parseBackupName } from './layout.ts'
import { keptWeeks, surplusBackups } from './rotation.ts'

const dayMs = 24 * 60 * 60_000
const start = Date.UTC(2026, 0, 1, 3)

/** What is left after a backup on each of so many days, rotated each time. */
function keptAfter(made: number, days: number): string[] {
  let names: string[] = []
  for (let day = 0; day < made; day++) {
    names.push(backupName(start + day * dayMs, 'daily'))
    const surplus = new Set(surplusBackups(names, days, start + day * dayMs))
    names = names.filter(name => !surplus.has(name))
  }
  return names
}

test("a backup's name contains its time and its reason", () => {
  expect(backupName(start + 7, 'manual')).toBe('2026-01-01T03-00-00-007Z-manual')
  expect(parseBackupName('2026-01-01T03-00-00-007Z-manual')).toEqual({ at: start + 7, kind: 'manual' })
  for (const other of ['palisade-2026-before-migration-3.sqlite', '2026-01-01T03-00-00-007Z-daily.part', '..'])
    expect(parseBackupName(other)).toBeUndefined()
})

test('the newest days stay, and the Sundays of the weeks before', () => {
  const ages = keptAfter(100, 7).map(name => {
    const at = parseBackupName(name)?.at ?? 0
    return [new Date(at).getUTCDay(), Math.round((start + 99 * dayMs - at) / dayMs)]
  })
  expect(ages.map(([, age]) => age)).toEqual([19, 12, 6, 5, 4, 3, 2, 1, 0])
  expect(ages.slice(0, 2).map(([weekday]) => weekday)).toEqual([0, 0])
})

test('however long the bot runs, the newest days are kept, and never more backups than days plus weeks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 20 }), (made, days) => {
      const kept = keptAfter(made, days)
      const newest = Array.from({ length: Math.min(made, days) }, (_, age) =>
        backupName(start + (made - 1 - age) * dayMs, 'daily'),
      )
      expect(kept).toEqual(expect.arrayContaining(newest))
      expect(kept.length).toBeLessThanOrEqual(days + keptWeeks)
    }),
    { numRuns: 60 },
  )
})

test('manual backups and those dated in the future are left alone and displace no others', () => {
  const daily = backupName(start, 'daily')
  const others = [backupName(start - 900 * dayMs, 'manual'), backupName(start + 90 * dayMs, 'daily')]
  expect(surplusBackups([daily, ...others], 1, start)).toEqual([])
})
