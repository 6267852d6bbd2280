// @module-tag long
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHarness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { makeBackup } from '../backups/make.ts'
import { restoreBackup } from '../backups/restore.ts'
import type { Database } from '../storage/database.ts'
import { exportGuild } from '../guilds/export.ts'
import { forgetGuild } from '../guilds/forget.ts'
import { closeDatabase, openDatabase } from '../storage/open.ts'
import { files as table } from '../storage/table.ts'
import { fileKind, createFiles } from './files.ts'
import { writeMigratedDatabase } from '#test/migrated-database.ts'
import { scratch } from '#test/scratch.ts'

const kind = fileKind({ name: 'tickets.transcripts', types: ['text/html'], maxBytes: 1_500_000 })
const guildId = '111111111111111111'
const page = { name: 'page.html', type: 'text/html' }
const log = pino({ level: 'silent' })
let dataDir: string
let db: Database
const open = () => {
  db = openDatabase({ dataDir, log })
  return createFiles({ config: { dataDir, filesQuotaMiB: 2 }, db, log, now: () => 5 })
}
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
  writeMigratedDatabase(dataDir)
})
afterEach(() => {
  closeDatabase(db)
  rmSync(dataDir, { recursive: true, force: true })
})

const folder = () => join(dataDir, 'files', guildId)
const onDisk = () => (existsSync(folder()) ? readdirSync(folder()) : [])
async function* chunks(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size, 'x')
}

test('a file is stored, read, listed and deleted, under a generated name', async () => {
  const all = open()
  const files = all.of(kind, guildId)
  const stored = await files.put(chunks(3, 4), { ...page, name: '../../evil', userId: '7' })
  expect(stored).toMatchObject({ name: '../../evil', type: 'text/html', bytes: 7, at: 5, userId: '7' })
  expect(onDisk()).toEqual([stored.id])
  expect(files.list()).toEqual([stored])
  const read = files.read(stored.id)
  expect(read && (await buffer(read.content)).toString()).toBe('xxxxxxx')

  const others = [all.of(kind, '222222222222222222'), all.of({ ...kind, name: 'other' }, guildId)]
  for (const other of others) {
    expect([other.read(stored.id), await other.delete(stored.id), other.list()]).toEqual([undefined, false, []])
  }
  expect([await files.delete(stored.id), await files.delete(stored.id)]).toEqual([true, false])
  expect(onDisk()).toEqual([])
})

test('a file of another type, too large or beyond the quota leaves nothing behind', async () => {
  const all = open()
  const files = all.of(kind, guildId)
  await expect(files.put(chunks(1), { ...page, type: 'image/svg+xml' })).rejects.toMatchObject({ status: 415 })
  await expect(files.put(chunks(1_000_000, 500_001), page)).rejects.toMatchObject({ code: 'files.too_large' })
  await files.put(chunks(1_200_000), page)
  const both = await Promise.allSettled([files.put(chunks(800_000), page), files.put(chunks(800_000), page)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(files.put(chunks(200_000), page)).rejects.toMatchObject({ code: 'files.quota', status: 413 })
  const broken = (async function* () {
    yield Buffer.alloc(5)
    throw new Error('the sender went away')
  })()
  await expect(files.put(broken, page)).rejects.toThrow('went away')
  expect(all.usedBy(guildId)).toBe(2_000_000)
  expect(onDisk().toSorted()).toEqual(
    files
      .list()
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('after a kill -9 rows and files are reconciled, and uploads in progress are left alone', async () => {
  const all = open()
  const files = all.of(kind, guildId)
  const [kept, lost] = [await files.put(chunks(1), page), await files.put(chunks(2), page)]
  rmSync(join(folder(), lost.id))
  for (const name of ['0'.repeat(32), `${'1'.repeat(32)}.part`]) writeFileSync(join(folder(), name), 'left')
  mkdirSync(join(dataDir, 'files', '222222222222222222'))
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
  const arriving = files.put(
    (async function* () {
      yield Buffer.alloc(3)
      await gate
    })(),
    page,
  )
  await until('the file to arrive', () => onDisk().length === 4)
  await all.sweep()
  goOn()
  const arrived = await arriving
  expect(onDisk().toSorted()).toEqual([kept.id, arrived.id].toSorted())
  expect(new Set(files.list().map(({ id }) => id))).toEqual(new Set([kept.id, arrived.id]))
  expect(readdirSync(join(dataDir, 'files'))).toEqual([guildId])
})

test('rows of files are kept while the disk is missing', async () => {
  const all = open()
  await all.of(kind, guildId).put(chunks(1), page)
  rmSync(join(dataDir, 'files'), { recursive: true })
  await all.sweep()
  expect(all.of(kind, guildId).list()).toHaveLength(1)
})

test('files are backed up and restored, and a damaged one is detected', async () => {
  const files = open().of(kind, guildId)
  const [first, second] = [await files.put(chunks(10), page), await files.put(chunks(20), page)]
  rmSync(join(folder(), second.id))
  const { folder: backup, summary } = makeBackup({ dataDir, kind: 'manual', at: 1 })
  expect(summary.files).toEqual({ count: 1, bytes: 10 })
  await files.delete(first.id)
  closeDatabase(db)
  const { restored } = restoreBackup(dataDir, backup, 2)
  expect(restored).toEqual(['palisade.sqlite', 'files'])
  const again = open().of(kind, guildId)
  expect(again.list().map(({ id }) => id)).toEqual([first.id])
  expect(readFileSync(join(folder(), first.id), 'utf8')).toBe('x'.repeat(10))
  closeDatabase(db)

  writeFileSync(join(backup, 'files', guildId, first.id), 'other bytes')
  expect(() => restoreBackup(dataDir, backup, 3)).toThrow(/the file .* is damaged/)
  rmSync(join(backup, 'files', guildId, first.id))
  expect(() => restoreBackup(dataDir, backup, 3)).toThrow(/the file .* is missing/)
})

test('files are exported, and erased with their guild', async () => {
  open()
  const app = await createHarness()
  try {
    const { services } = app.product
    const stored = await services.files.of(kind, app.guildId).put(chunks(9), { ...page, userId: '7' })
    await services.files.of(kind, '2').put(chunks(9), page)
    const exported = JSON.parse(Buffer.from(await exportGuild(services, app.guildId, {})).toString()) as object
    expect(exported).toMatchObject({ files: [{ name: 'page.html', sha256: stored.sha256 }] })
    forgetGuild(services, app.guildId)
    const root = join(services.config.dataDir, 'files')
    await until('the files to be erased', () => !existsSync(join(root, app.guildId)))
    expect(readdirSync(root)).toEqual(['2'])
    expect(services.db.select().from(table).all()).toMatchObject([{ guildId: '2' }])
    await app.restart()
    expect(app.product.services.files.of(kind, '2').list()).toHaveLength(1)
  } finally {
    await app.close()
  }
})
