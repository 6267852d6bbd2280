// @module-tag long
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { keptBackups } from './migrate.ts'
import { closeDatabase, openDatabase } from './open.ts'
import { guilds, jobs, plans } from './table.ts'
import { historyRows } from '../settings/history-rows.ts'
import { scratch } from '#test/scratch.ts'

const log = pino({ level: 'silent' })
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(scratch, 'palisade-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

interface Journal {
  entries: { idx: number; when: number; tag: string; version: string; breakpoints: boolean }[]
}
const journalOf = (dir: string): Journal => JSON.parse(readFileSync(join(dir, 'meta/_journal.json'), 'utf8')) as Journal

/** A copy of the real migrations with only the first `count`, then `extra` ones. */
function migrations(count: number, ...extra: string[]): string {
  const dir = folder()
  cpSync('migrations', dir, { recursive: true })
  const journal = journalOf(dir)
  const entries = journal.entries.slice(0, count)
  for (const [index, sql] of extra.entries()) {
    const tag = `9${String(index).padStart(3, '0')}_extra`
    writeFileSync(join(dir, `${tag}.sql`), sql)
    const when = (entries.at(-1)?.when ?? 0) + 1000
    entries.push({ idx: entries.length, when, tag, version: '6', breakpoints: true })
  }
  writeFileSync(join(dir, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return dir
}
const all = journalOf('migrations').entries.length

const tablesOf = (client: BetterSqlite3.Database) =>
  client
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY name",
    )
    .pluck()
    .all()

const countRows = (client: BetterSqlite3.Database) =>
  Object.fromEntries(
    tablesOf(client).map(table => [table, client.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get()]),
  )

/** Three rows in every table, whatever its columns are. */
function seed(client: BetterSqlite3.Database) {
  client.pragma('foreign_keys = OFF')
  for (const table of tablesOf(client)) {
    const columns = client.pragma(`table_info("${table}")`) as { name: string; type: string }[]
    const names = columns.map(column => `"${column.name}"`).join(', ')
    const insert = client.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
    for (const row of [1, 2, 3])
      insert.run(columns.map(column => (/int|real|num/i.test(column.type) ? row : String(row))))
  }
}

test('a new data folder gets a database that is up to date, durable and writable', () => {
  const dataDir = join(folder(), 'deep', 'data')
  const db = openDatabase({ dataDir, log })
  expect(db.$client.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(db.$client.pragma('foreign_keys', { simple: true })).toBe(1)
  db.insert(guilds).values({ guildId: '1', joinedAt: 5 }).run()
  closeDatabase(db)
  expect(readdirSync(dataDir).toSorted()).toEqual(['palisade.lock', 'palisade.sqlite'])

  const again = openDatabase({ dataDir, log })
  expect(again.select().from(guilds).all()).toEqual([{ guildId: '1', joinedAt: 5, leftAt: null }])
  closeDatabase(again)
})

test('files in the data folder are readable by their owner alone, whatever the default mode', () => {
  const dataDir = folder()
  const db = openDatabase({ dataDir, log, migrationsDir: migrations(1) })
  const made = () => readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const open = () => made().filter(({ name, parentPath }) => (statSync(join(parentPath, name)).mode & 0o077) !== 0)
  db.insert(guilds).values({ guildId: '1', joinedAt: 5 }).run()
  expect(made().map(({ name }) => name)).toEqual(expect.arrayContaining(['palisade.sqlite', 'palisade.sqlite-wal']))
  expect(open()).toEqual([])
  closeDatabase(db)
  closeDatabase(openDatabase({ dataDir, log }))
  expect(made().map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringContaining('before-migration-2')]),
  )
  expect(open()).toEqual([])
})

test('a database that everybody could read is its owner’s alone from then on; what a group may do stays', () => {
  const dataDir = folder()
  const file = join(dataDir, 'palisade.sqlite')
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
  closeDatabase(openDatabase({ dataDir, log }))
  chmodSync(file, 0o644)
  writeFileSync(`${file}-shm`, '', { mode: 0o644 })
  const db = openDatabase({ dataDir, log })
  expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual(['600', '600', '600'])
  closeDatabase(db)
  chmodSync(file, 0o640)
  closeDatabase(openDatabase({ dataDir, log }))
  expect(mode(file)).toBe('640')
})

/** Tables whose rows went into another one. */
const moved: Record<string, string> = { leveling_role_runs: 'plans' }

test('every migration keeps existing rows, and makes a backup first', () => {
  for (let from = 1; from <= all; from++) {
    const dataDir = folder()
    const old = openDatabase({ dataDir, log, migrationsDir: migrations(from) })
    seed(old.$client)
    const before = countRows(old.$client)
    closeDatabase(old)

    const db = openDatabase({ dataDir, log, migrationsDir: migrations(all, 'CREATE TABLE later (id INTEGER);') })
    const after = countRows(db.$client)
    const lost = Object.entries(before).filter(
      ([table, count = 0]) => (after[table] ?? after[moved[table] ?? ''] ?? 0) < count,
    )
    expect(lost).toEqual([])
    closeDatabase(db)
    const [copy, ...more] = readdirSync(join(dataDir, 'backups'))
    expect(more).toEqual([])
    const backup = new BetterSqlite3(join(dataDir, 'backups', copy ?? ''), { readonly: true })
    expect(countRows(backup)).toEqual(before)
    backup.close()
  }
})

test('a role run that was in progress at the upgrade continues as a plan', () => {
  const dataDir = folder()
  const before = journalOf('migrations').entries.findIndex(({ tag }) => tag.endsWith('role_runs_are_plans'))
  const old = openDatabase({ dataDir, log, migrationsDir: migrations(before) })
  old.$client.exec(`
    INSERT INTO leveling_role_runs VALUES ('1', 'running', '77', '{"members":3}', 5, NULL), ('2', 'done', '9', '{}', 5, 6);
    INSERT INTO jobs (feature, job, key, guild_id, run_at, set_at, attempts) VALUES ('leveling', 'roleRun', '1', '1', 5, 5, 0)`)
  closeDatabase(old)
  const db = openDatabase({ dataDir, log })
  const [running, done] = db.select().from(plans).all()
  expect(running).toMatchObject({ guildId: '1', feature: 'leveling', plan: 'roleRun', state: 'running', cursor: '77' })
  expect(running).toMatchObject({ paged: false, counts: { members: 3 }, startedAt: 5, finishedAt: null })
  expect(done).toMatchObject({ guildId: '2', state: 'done', paged: true, finishedAt: 6 })
  const id = running?.id ?? 0
  const job = { feature: 'kernel', job: 'advancePlan', key: String(id), guildId: '1', payload: { planId: id } }
  expect(db.select().from(jobs).all()).toMatchObject([job])
  closeDatabase(db)
})

test('changes that were stored before the upgrade are found by the settings they touched', () => {
  const dataDir = folder()
  const before = journalOf('migrations').entries.findIndex(({ tag }) => tag.endsWith('_touched'))
  const old = openDatabase({ dataDir, log, migrationsDir: migrations(before) })
  old.$client.exec(`
    INSERT INTO settings_history (guild_id, feature, user_id, via, at, changes)
    VALUES ('1', 'general', '7', 'dashboard', 5, '{"prefix":[".","!"],"language":["en","de"]}')`)
  closeDatabase(old)
  const db = openDatabase({ dataDir, log })
  const author = { userId: '7', via: 'dashboard' }
  const touch = { first: 1, last: 1, author, at: 5 }
  const { touchedSince, valueBefore } = historyRows(db)
  expect(touchedSince('1', 'general', 0)).toEqual(
    new Map([
      ['language', touch],
      ['prefix', touch],
    ]),
  )
  expect(touchedSince('1', 'general', 1)).toEqual(new Map())
  expect(valueBefore(1, 'prefix')).toBe('.')
  closeDatabase(db)
})

test('rebuilding a parent table in a migration keeps its children', () => {
  const dataDir = folder()
  const parents = `CREATE TABLE parents (id INTEGER PRIMARY KEY);--> statement-breakpoint
CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parents(id) ON DELETE CASCADE);`
  const old = openDatabase({ dataDir, log, migrationsDir: migrations(all, parents) })
  old.$client.exec('INSERT INTO parents VALUES (1); INSERT INTO children VALUES (10, 1);')
  closeDatabase(old)

  const rebuild = `CREATE TABLE __new (id INTEGER PRIMARY KEY, name TEXT);--> statement-breakpoint
INSERT INTO __new (id) SELECT id FROM parents;--> statement-breakpoint
DROP TABLE parents;--> statement-breakpoint
ALTER TABLE __new RENAME TO parents;`
  const db = openDatabase({ dataDir, log, migrationsDir: migrations(all, parents, rebuild) })
  expect(countRows(db.$client)).toMatchObject({ parents: 1, children: 1 })
  closeDatabase(db)
})

test('a migration that fails or orphans rows changes nothing and says where the copy is', () => {
  const dataDir = folder()
  const parents = `CREATE TABLE parents (id INTEGER PRIMARY KEY);--> statement-breakpoint
CREATE TABLE children (parent INTEGER REFERENCES parents(id));`
  const old = openDatabase({ dataDir, log, migrationsDir: migrations(all, parents) })
  old.$client.exec('INSERT INTO parents VALUES (1); INSERT INTO children VALUES (1);')
  closeDatabase(old)

  for (const broken of ['DELETE FROM parents;', 'DELETE FROM children;--> statement-breakpoint\nNOT SQL;']) {
    expect(() => openDatabase({ dataDir, log, migrationsDir: migrations(all, parents, broken) })).toThrow(
      /left as it was .* A copy is at .*backups/,
    )
    const db = openDatabase({ dataDir, log, migrationsDir: migrations(all, parents) })
    expect(countRows(db.$client)).toMatchObject({ parents: 1, children: 1 })
    closeDatabase(db)
  }
})

test('a database from a newer version is refused and left alone', () => {
  const dataDir = folder()
  closeDatabase(openDatabase({ dataDir, log, migrationsDir: migrations(all, 'CREATE TABLE later (id INTEGER);') }))
  expect(() => openDatabase({ dataDir, log })).toThrow(/newer version/)
  closeDatabase(openDatabase({ dataDir, log, migrationsDir: migrations(all, 'CREATE TABLE later (id INTEGER);') }))
})

test('only the newest backups are kept', () => {
  const dataDir = folder()
  closeDatabase(openDatabase({ dataDir, log }))
  const extra: string[] = []
  for (let index = 0; index < keptBackups + 3; index++) {
    extra.push(`CREATE TABLE t${index} (id INTEGER);`)
    closeDatabase(openDatabase({ dataDir, log, migrationsDir: migrations(all, ...extra) }))
  }
  const kept = readdirSync(join(dataDir, 'backups'))
  expect(kept).toHaveLength(keptBackups)
  expect(kept.toSorted().at(-1)).toContain(`migration-${all + keptBackups + 3}`)
})

test('a properly closed database is not checked again; one modified since, or left by a killed process, is', () => {
  /** Opens a database that has been damaged with its size and time kept. */
  const opened = (touch: (file: string) => void) => {
    const dataDir = folder()
    const file = join(dataDir, 'palisade.sqlite')
    const db = openDatabase({ dataDir, log })
    // At the file's end, in pages that opening it does not read, whatever the migrations leave where.
    db.$client.exec('CREATE TABLE filler AS SELECT randomblob(20000) AS content')
    closeDatabase(db)
    const { atime, mtime } = statSync(file)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xff, bytes.length - 4096))
    utimesSync(file, atime, mtime)
    touch(file)
    openDatabase({ dataDir, log }).$client.close()
  }
  expect(() => opened(() => undefined)).not.toThrow()
  expect(() => opened(file => utimesSync(file, 1, 1))).toThrow(/is damaged/)
  expect(() => opened(file => writeFileSync(`${file}-wal`, ''))).toThrow(/is damaged/)
})

test('a damaged file and a folder that cannot be written each end in one sentence', () => {
  const dataDir = folder()
  writeFileSync(
    join(dataDir, 'palisade.sqlite'),
    'this is not a database, and long enough to be read as one'.repeat(50),
  )
  expect(() => openDatabase({ dataDir, log })).toThrow(/is damaged/)

  const blocked = join(folder(), 'file')
  writeFileSync(blocked, '')
  expect(() => openDatabase({ dataDir: blocked, log })).toThrow(/is not a folder.*DATA_DIR/)
  const folderInTheWay = folder()
  mkdirSync(join(folderInTheWay, 'palisade.sqlite'))
  expect(() => openDatabase({ dataDir: folderInTheWay, log })).toThrow(/cannot be written/)
})
