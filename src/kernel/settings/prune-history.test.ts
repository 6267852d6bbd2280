import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../storage/database.ts'
import { closeDatabase, openDatabase } from '../storage/open.ts'
import { settingsHistory } from '../storage/table.ts'
import { historyLimits, pruneAll } from './prune-history.ts'
import { scratch } from '#test/scratch.ts'

const now = 400 * 86_400_000
let dataDir: string
let db: Database
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
  db = openDatabase({ dataDir, log: pino({ level: 'silent' }) })
})
afterEach(() => {
  closeDatabase(db)
  rmSync(dataDir, { recursive: true })
})

const change = (guildId: string, at: number, text = 'a') => ({
  guildId,
  feature: 'general',
  userId: null,
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
