// @module-tag long
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '#test/until.ts'
import { closeDatabase, openDatabase } from '../storage/open.ts'
import { guilds } from '../storage/table.ts'
import { createWorkers } from '../workers/workers.ts'
import { task } from '../workers/task.ts'
import { whileHolding } from '../storage/lock.ts'
import { runStorageCommand } from './command.ts'
import { backupLock, backupsIn, listBackups } from './layout.ts'
import { type BackupOrder, makeBackup } from './make.ts'
import type makeTask from './make.task.ts'
import { restoreBackup } from './restore.ts'
import { scratch } from '#test/scratch.ts'

const log = pino({ level: 'silent' })
const now = Date.UTC(2026, 10, 22, 3)
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const order = (more: Partial<BackupOrder> = {}): BackupOrder => ({
  dataDir,
  kind: 'manual',
  at: now,
  waitMs: 0,
  ...more,
})
const restore = (wanted: string, at = now) => restoreBackup(dataDir, wanted, at, 0)
const secretFile = () => join(dataDir, 'session-secret')

/** Opens the product's database, does something with it and closes it. */
function withDatabase<T>(use: (db: ReturnType<typeof openDatabase>) => T): T {
  const db = openDatabase({ dataDir, log })
  try {
    return use(db)
  } finally {
    closeDatabase(db)
  }
}
const joined = (guildId: string) => withDatabase(db => db.insert(guilds).values({ guildId, joinedAt: 1 }).run())
const known = () => withDatabase(db => db.select().from(guilds).all()).map(({ guildId }) => guildId)

/** The command as an operator runs it. */
const command = (...words: string[]) =>
  spawn(process.execPath, ['start.ts', ...words], { env: { DATA_DIR: dataDir }, stdio: 'ignore' })

test('a restore brings the backup back, keeps the former data aside, and moves sidecar files with the database', () => {
  joined('1')
  writeFileSync(secretFile(), 'first')
  const { folder, summary } = makeBackup(order())
  expect(summary.files).toEqual({ count: 0, bytes: 0 })
  joined('2')
  writeFileSync(secretFile(), 'second')
  writeFileSync(join(dataDir, 'palisade.sqlite-wal'), '')

  const { aside = '', restored } = restore('latest')
  expect(restored).toEqual(['palisade.sqlite', 'session-secret'])
  expect(known()).toEqual(['1'])
  expect(readFileSync(secretFile(), 'utf8')).toBe('first')
  expect(readdirSync(aside).toSorted()).toEqual(['palisade.sqlite', 'palisade.sqlite-wal', 'session-secret'])

  restore(join(aside, 'palisade.sqlite'), now + 1)
  expect(known()).toEqual(['1', '2'])
  restore(folder, now + 2)
  expect(known()).toEqual(['1'])
})

test('a copy taken during writes is consistent, and does not block the event loop', async () => {
  const db = openDatabase({ dataDir, log })
  db.$client.exec('CREATE TABLE pair_a (n INTEGER); CREATE TABLE pair_b (n INTEGER)')
  const write = db.$client.transaction((n: number) => {
    for (const table of ['pair_a', 'pair_b']) db.$client.prepare(`INSERT INTO ${table} VALUES (?)`).run(n)
  })
  let written = 0
  const writer = setInterval(() => write(written++), 1)
  const workers = createWorkers()
  const copy = task<typeof makeTask>('kernel/backups/make', { place: 'thread', deadlineMs: 60_000 })
  const { folder } = await workers.run(copy, order(), 'product')
  clearInterval(writer)
  await workers.close()
  expect(written).toBeGreaterThan(0)
  const rows = (file: string) => {
    const client = new BetterSqlite3(file, { readonly: true })
    const counts = ['pair_a', 'pair_b'].map(table => client.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    client.close()
    return counts
  }
  const [a, b] = rows(join(folder, 'palisade.sqlite'))
  expect(a).toBe(b)
  expect(Number(a)).toBeLessThanOrEqual(written)
  closeDatabase(db)
})

test('kill -9 in the middle of a backup leaves none, and the next one cleans up', async () => {
  joined('1')
  // Whoever reads it waits for ever: the backup stands still with the database copied.
  spawnSync('mkfifo', [secretFile()])
  const child = command('backup')
  const folder = backupsIn(dataDir)
  const half = () => (existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.part')) : [])
  await until('half a backup', () => half().some(name => existsSync(join(folder, name, 'palisade.sqlite'))))
  expect(() => makeBackup(order())).toThrow('Another backup is being made')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(listBackups(folder)).toEqual([])
  expect(half()).toHaveLength(1)
  rmSync(secretFile())
  makeBackup(order())
  expect(listBackups(folder)).toHaveLength(1)
  expect(half()).toEqual([])
})

test('kill -9 in the middle of a restore leaves everything as it was, or reports a half-finished restore', async () => {
  joined('1')
  const { folder } = makeBackup(order())
  joined('2')
  spawnSync('mkfifo', [join(folder, 'session-secret')])
  const child = command('restore', 'latest')
  await until('what is to be restored', () => existsSync(join(dataDir, 'restoring.part/palisade.sqlite')))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(known()).toEqual(['1', '2'])

  rmSync(join(folder, 'session-secret'))
  // As it stands when the process ends between two names: the old database is aside, the new one not in place.
  mkdirSync(join(dataDir, 'restoring'))
  rmSync(join(dataDir, 'palisade.sqlite'))
  expect(() => openDatabase({ dataDir, log })).toThrow('was interrupted. Run it again')
  restore('latest')
  expect(known()).toEqual(['1'])
})

test.each(['restoring', 'restoring.old'])('no backup is made of a half-restored folder: %s', name => {
  joined('1')
  const { folder } = makeBackup(order())
  joined('2')
  mkdirSync(join(dataDir, name))
  // As npm run backup does it, and as a job does.
  expect(() => makeBackup({ ...order(), at: now + 60_000 })).toThrow('was interrupted. Run it again')
  expect(listBackups(backupsIn(dataDir))).toEqual([basename(folder)])
  restore('latest')
  expect(known()).toEqual(['1'])
  makeBackup({ ...order(), at: now + 60_000 })
})

test('a backup and a restore wait for each other', () => {
  joined('1')
  makeBackup(order())
  const busy = 'Another backup is being made or restored'
  const meanwhile = () => {
    expect(() => restore('latest')).toThrow(busy)
    expect(() => makeBackup(order())).toThrow(busy)
  }
  whileHolding(backupLock(dataDir), meanwhile)
  restore('latest')
})

test('a damaged, cut or unfinished backup is refused, and nothing is changed', () => {
  joined('1')
  const { folder } = makeBackup(order())
  const database = join(folder, 'palisade.sqlite')
  const whole = readFileSync(database)
  const bad = Buffer.from(whole)
  bad.fill(7, bad.length - 100)
  for (const damage of [
    () => writeFileSync(database, bad),
    () => truncateSync(database, 4096),
    () => rmSync(database),
  ]) {
    damage()
    expect(() => restore('latest')).toThrow('cannot be used: the database is damaged')
    writeFileSync(database, whole)
  }
  rmSync(join(folder, 'backup.json'))
  expect(() => restore('latest')).toThrow('not a complete one')
  expect(() => restore('nothing')).toThrow(/There is no backup nothing. There are: 2026-/)
  expect(readdirSync(dataDir).filter(name => /^(before-)?restor/.test(name))).toEqual([])
  expect(known()).toEqual(['1'])
})

test('a copy from before an upgrade is listed with the backups, restorable by name, and private to its owner', () => {
  joined('1')
  const copy = 'palisade-2026-11-22T03-00-00.000Z-before-migration-12.sqlite'
  expect(() => restore('nothing')).toThrow(`${backupsIn(dataDir)} has none.`)
  mkdirSync(backupsIn(dataDir))
  cpSync(join(dataDir, 'palisade.sqlite'), join(backupsIn(dataDir), copy))
  chmodSync(join(backupsIn(dataDir), copy), 0o644)
  joined('2')
  expect(() => restore('nothing')).toThrow(`There are: ${copy}.`)
  expect(() => runStorageCommand(['restore'], { DATA_DIR: dataDir })).toThrow(`There are:\n${copy}`)
  restore(copy)
  expect(known()).toEqual(['1'])
  expect(statSync(join(dataDir, 'palisade.sqlite')).mode & 0o077).toBe(0)
})

test('the command says what is in the backup', () => {
  joined('1')
  withDatabase(db =>
    db.$client.exec(
      "INSERT INTO files (id, guild_id, kind, name, type, bytes, sha256, at) VALUES ('one', '1', '', '', '', 8, '', 1)",
    ),
  )
  mkdirSync(join(dataDir, 'files/1'), { recursive: true })
  writeFileSync(join(dataDir, 'files/1/one'), '8 bytes.')
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    runStorageCommand(['backup'], { DATA_DIR: dataDir })
    expect(written.mock.calls.join()).toContain(' and 1 file (8 bytes), and checked the copy')
  } finally {
    written.mockRestore()
  }
})

test('a backup from a newer version is refused', () => {
  joined('1')
  withDatabase(db => db.$client.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9e15)"))
  expect(() => makeBackup(order())).toThrow('newer version')
})

test('nothing is restored under a running process', () => {
  joined('1')
  makeBackup(order())
  const db = openDatabase({ dataDir, log })
  expect(() => restore('latest')).toThrow('Another process runs on the data folder')
  closeDatabase(db)
})

test('a disk with too little space is not filled up', () => {
  joined('1')
  expect(() => makeBackup(order({ leaveFree: Number.MAX_SAFE_INTEGER }))).toThrow('too little room')
  expect(readdirSync(backupsIn(dataDir))).toEqual([])
  expect(() => makeBackup(order({ dataDir: join(dataDir, 'empty') }))).toThrow('There is no folder')
})

test('daily backups are rotated, manual ones stay', () => {
  joined('1')
  const dayMs = 24 * 60 * 60_000
  makeBackup(order())
  for (let day = 1; day <= 3; day++) makeBackup(order({ kind: 'daily', at: now + day * dayMs, days: 1 }))
  expect(listBackups(backupsIn(dataDir)).map(name => name.slice(8, 10) + name.slice(24))).toEqual([
    '22-manual',
    '25-daily',
  ])
})
