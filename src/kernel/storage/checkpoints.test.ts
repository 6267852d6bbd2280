// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { until } from '#test/until.ts'
import { checkpointInThread } from './checkpoints.ts'
import { closeDatabase, openDatabase } from './open.ts'
import { scratch } from '#test/scratch.ts'

const folders: string[] = []
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})
const folder = () => {
  const made = mkdtempSync(join(scratch, 'palisade-'))
  folders.push(made)
  return made
}

/** Pages in the log, and those of them that are in the database. */
const walOf = (client: BetterSqlite3.Database) =>
  (client.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[])[0]

test('a worker checkpoints the WAL; the connection itself does so only when it is far behind', async () => {
  const db = openDatabase({ dataDir: folder(), log: pino({ level: 'silent' }) })
  const stop = checkpointInThread(db.$client, pino({ level: 'silent' }))
  try {
    expect(db.$client.pragma('wal_autocheckpoint', { simple: true })).toBe(16_000)
    db.$client.exec('CREATE TABLE filler (bytes BLOB)')
    const fill = db.$client.prepare('INSERT INTO filler VALUES (zeroblob(3000))')
    for (let row = 0; row < 5000; row++) fill.run()
    expect(walOf(db.$client)).toMatchObject({ checkpointed: 0 })
    await until('the log is copied', () => (walOf(db.$client)?.checkpointed ?? 0) > 5000)
    expect(db.$client.prepare('SELECT count(*) FROM filler').pluck().get()).toBe(5000)
    fill.run()
    expect(walOf(db.$client)?.log).toBeLessThan(100)
  } finally {
    await stop()
    closeDatabase(db)
  }
})

test('a failed checkpoint is logged and does no harm', async () => {
  const told: unknown[] = []
  const log = pino({ level: 'warn' }, { write: line => void told.push(JSON.parse(line)) })
  const gone = { name: join(folder(), 'gone.sqlite'), pragma: () => [{ log: 5000, checkpointed: 0 }] }
  const stop = checkpointInThread(gone, log)
  await until('the failure is told', () => told.length > 0)
  expect(told).toMatchObject([{ msg: 'checkpoint failed' }])
  await stop()
})
