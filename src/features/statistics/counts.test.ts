import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { dayOf, dayRanges, dayStart, lastDays } from '#contract'
import type { Services } from '#kernel/feature.ts'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { runs } from '#test/sampling.ts'
import { writeMigratedDatabase } from '#test/migrated-database.ts'
import { scratch } from '#test/scratch.ts'
import { keptDays } from './contract.ts'
import { oldDays } from './old-days.ts'
import { createCounts } from './counts.ts'
import { readDays } from './days.ts'
import { statisticsDays } from './table.ts'

const dataDir = mkdtempSync(join(scratch, 'palisade-counts-'))
writeMigratedDatabase(dataDir)
const db = openDatabase({ dataDir, log: pino({ level: 'silent' }) })
afterAll(() => {
  closeDatabase(db)
  rmSync(dataDir, { recursive: true, force: true })
})

const dayMs = 86_400_000
const start = Date.UTC(2026, 2, 28, 23, 59, 58)
const counted = ['joined', 'left', 'messages'] as const
type Counted = (typeof counted)[number]

let guilds = 0
/** A process that counts in these servers. */
const processIn = (ids: readonly string[], now: () => number) =>
  createCounts({
    db,
    now,
    client: { guilds: { cache: new Map(ids.map(id => [id, { available: true, memberCount: 7 }])) } } as never,
    settings: { peek: () => true } as never,
  })

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom(...counted), guild: fc.constantFrom(0, 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 3 * dayMs }) }),
  },
  fc.record({ what: fc.constantFrom('tick' as const, 'kill' as const, 'restart' as const) }),
)

test('each event is counted once, on its day, and a killed process loses only what was not stored yet', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const ids = [0, 1].map(() => `guild ${(guilds += 1)}`)
      let now = start
      /** `guild day what`, as it must be stored. */
      const stored = new Map<string, number>()
      let waiting: string[] = []
      const keep = () => {
        for (const key of waiting) stored.set(key, (stored.get(key) ?? 0) + 1)
        waiting = []
      }
      let counts = processIn(ids, () => now)
      for (const one of steps) {
        if (one.what === 'pass') now += one.ms
        else if (one.what === 'tick') {
          counts.beginDay()
          counts.store()
          keep()
        } else if (one.what === 'kill') {
          waiting = []
          counts = processIn(ids, () => now)
        } else if (one.what === 'restart') {
          counts.store()
          keep()
          counts = processIn(ids, () => now)
        } else if ('guild' in one) {
          const id = ids[one.guild] ?? ''
          counts.of(id)[one.what]++
          waiting.push(`${id} ${dayOf(now)} ${one.what}`)
        }
      }
      counts.store()
      keep()
      for (const id of ids) {
        const days = readDays({ db, now: () => now }, id, 90)
        const found = days.flatMap(({ at, counted: day }) =>
          counted.flatMap((what): [string, number][] =>
            day && day[what] > 0 ? [[`${id} ${dayOf(at)} ${what}`, day[what]]] : [],
          ),
        )
        const shown = new Set(lastDays(90, now))
        const expected = [...stored].filter(([key]) => key.startsWith(`${id} `) && shown.has(Number(key.split(' ')[2])))
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
      }
    }),
    { numRuns: runs(600) },
  )
})

test('days older than the longest chart are deleted, and a quiet day differs from one without counting', () => {
  const id = `guild ${(guilds += 1)}`
  let now = start
  const counts = processIn([id], () => now)
  for (let day = 0; day < keptDays + 20; day++, now += dayMs) {
    if (day === 100) continue
    counts.beginDay()
    counts.store()
  }
  now -= dayMs
  // No other service is used.
  void oldDays.run({ db, now: () => now } as Services, undefined, { attempt: 1, guildId: null })
  const rows = db.select().from(statisticsDays).where(eq(statisticsDays.guildId, id)).all()
  expect(rows).toHaveLength(keptDays - 1)
  const days = readDays({ db, now: () => now }, id, 90)
  expect(days.filter(({ counted: day }) => day === null).map(({ at }) => at)).toEqual([dayStart(dayOf(start) + 100)])
  expect(days.at(-1)?.counted).toEqual({ members: 7, joined: 0, left: 0, messages: 0 } satisfies Record<
    Counted | 'members',
    number
  >)
})

test('a full disk loses nothing, and many servers are stored in batches', () => {
  const ids = Array.from({ length: 450 }, () => `guild ${(guilds += 1)}`)
  const counts = processIn(ids, () => start)
  for (const id of ids) counts.of(id).messages++
  expect(counts.batches()).toBe(3)
  const transaction = db.transaction.bind(db)
  db.transaction = () => {
    throw new Error('disk full')
  }
  expect(() => counts.store()).toThrow('disk full')
  db.transaction = transaction
  for (let batch = 0; batch < 3; batch++) counts.store()
  expect(counts.batches()).toBe(0)
  const written = ids.map(id => readDays({ db, now: () => start }, id, 7).at(-1)?.counted?.messages)
  expect(new Set(written)).toEqual(new Set([1]))
})

test('pending counts of a forgotten server are never stored', () => {
  const id = `guild ${(guilds += 1)}`
  let now = start
  const counts = processIn([id], () => now)
  counts.of(id).messages++
  now += dayMs
  counts.of(id).messages++
  counts.discard(id)
  expect(counts.batches()).toBe(0)
})

test('days follow each other without a gap, whatever the moment, today last', () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0) })
  fc.assert(
    fc.property(moment, fc.constantFrom(...dayRanges), (at, range) => {
      const days = lastDays(range, at)
      expect(days).toHaveLength(range)
      expect(days.every((day, place) => place === 0 || day === (days[place - 1] ?? 0) + 1)).toBe(true)
      expect(dayStart(days.at(-1) ?? 0)).toBeLessThanOrEqual(at)
      expect(at - dayStart(days.at(-1) ?? 0)).toBeLessThan(dayMs)
    }),
    { numRuns: runs(600) },
  )
})
