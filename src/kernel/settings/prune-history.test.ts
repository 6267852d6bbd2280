// @module-tag long
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, field } from '#contract'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'
import { fairShare, historyLimits, pruneAll } from './prune-history.ts'
import { createSettings } from './settings.ts'
import { databasePerTest } from '#test/database-per-test.ts'

const now = 400 * 86_400_000
let db: Database
databasePerTest(made => {
  db = made
})

const change = (guildId: string, at: number, text = 'a') => ({
  guildId,
  feature: 'general',
  userId: null as string | null,
  via: 'dashboard',
  at,
  changes: { prefix: ['.', text] },
})
const put = (rows: ReturnType<typeof change>[]) =>
  db.transaction(() => {
    for (const row of rows) db.insert(settingsHistory).values(row).run()
  })
const kept = (guildId: string) => db.select().from(settingsHistory).where(eq(settingsHistory.guildId, guildId)).all()

test('of each server only a limited number of changes is kept, the newest', async () => {
  put(Array.from({ length: historyLimits.rows + 7 }, (_, place) => change('1', now, String(place))))
  put([change('2', now)])
  await pruneAll(db, now)
  expect(kept('1')).toHaveLength(historyLimits.rows)
  expect(kept('1')[0]?.changes).toEqual({ prefix: ['.', '7'] })
  expect(kept('2')).toHaveLength(1)
})

test('of each server only a limited number of bytes is kept, and its newest change whatever its size', async () => {
  const large = 'x'.repeat(historyLimits.bytes / 4)
  put([...Array.from({ length: 6 }, () => change('1', now, large)), change('1', now)])
  put([change('2', now, 'x'.repeat(historyLimits.bytes + 1))])
  await pruneAll(db, now)
  expect(kept('1')).toHaveLength(4)
  expect(kept('2')).toHaveLength(1)
})

test('changes older than the page states are deleted, except the newest', async () => {
  const old = now - historyLimits.days * 86_400_000 - 1
  put([change('1', old), change('1', old + 1), change('1', now), change('2', old)])
  await pruneAll(db, now)
  expect(kept('1').map(({ at }) => at)).toEqual([old + 1, now])
  expect(kept('2')).toHaveLength(1)
})

test('a change while the clock is ahead deletes nothing as too old', () => {
  put([change('1', now), change('1', now)])
  const probe = contract('probe', { title: 'Probe', settings: z.object({ on: field.toggle('On').default(false) }) })
  const ahead = createSettings({ db, log: pino({ level: 'silent' }), now: () => 2 * now, guild: () => undefined })
  ahead.write('1', probe, { on: true }, { userId: null, via: 'test' })
  expect(kept('1')).toHaveLength(3)
})

test('many or large changes of a feature displace only the same person’s changes of that feature', async () => {
  const bytes = historyLimits.bytes
  const by = (userId: string, feature: string, text: string) => ({ ...change('1', now, text), feature, userId })
  put([
    ...Array.from({ length: 30 }, (_, place) => by('owner', 'moderation', String(place))),
    ...Array.from({ length: 3 }, (_, place) => by('owner', 'access', String(place))),
    ...Array.from({ length: 10 }, () => by('owner', 'automod', 'x'.repeat(bytes / 40))),
    ...Array.from({ length: 12 }, () => by('deputy', 'automod', 'y'.repeat(bytes / 8))),
    ...Array.from({ length: historyLimits.rows + 200 }, (_, place) => by('flood', 'leveling', String(place))),
  ])
  await pruneAll(db, now)
  const left = (userId: string, feature: string) =>
    kept('1').filter(row => row.userId === userId && row.feature === feature).length
  expect([left('owner', 'moderation'), left('owner', 'access'), left('owner', 'automod')]).toEqual([30, 3, 10])
  expect(left('deputy', 'automod')).toBeGreaterThan(3)
  expect(left('flood', 'leveling')).toBeGreaterThan(historyLimits.rows * 0.9)
  expect(kept('1').length).toBeLessThanOrEqual(historyLimits.rows)
  const stored = kept('1').reduce((sum, { changes }) => sum + JSON.stringify(changes).length, 0)
  expect(stored).toBeLessThanOrEqual(bytes)
})

test('with the fair share as everybody’s limit, as much as possible fits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 20 }), fc.nat(5000), (sizes, limit) => {
      const share = fairShare(sizes, limit)
      const given = sizes.map(size => Math.min(size, share))
      const sum = given.reduce((all, size) => all + size, 0)
      expect(sum).toBeLessThanOrEqual(limit + 1e-6)
      // Nothing is taken while there is room.
      expect(share === Infinity || Math.abs(sum - limit) < 1e-6).toBe(true)
    }),
  )
})
