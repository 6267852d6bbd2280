// @module-tag long
import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm'
import { type SQLiteColumn, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { features } from '#features/index.ts'
import type { Services } from '../feature.ts'
import { createMemory } from '../declarations/state.ts'
import type { Database } from './database.ts'
import { createWorkers } from '../workers/workers.ts'
import { exportGuild } from '../guilds/export.ts'
import { declaredTables, forgetGuild, forgetUser } from '../guilds/forget.ts'
import { hasSeen, renameInRows, type StoredTable, storedTable } from './stored-table.ts'
import { namesPeople, namesThings, namesNoPerson, namesNothingCurrent } from '#test/column-names.ts'
import { databasePerTest } from '#test/database-per-test.ts'

/** The name that drizzle gives to a column in the database. */
const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const log = pino({ level: 'silent' })
const tables = declaredTables({ features })
let db: Database
const workers = createWorkers()
afterAll(() => workers.close())
databasePerTest(made => {
  db = made
})

/** Erasing and exporting use nothing else of the services. */
const services = () =>
  ({
    db,
    log,
    features: features.map(({ contract, parts: { tables = {} } }) => ({ contract, parts: { tables } })),
    memory: createMemory(),
    files: { forgetGuild: () => Promise.resolve() },
    workers,
    background: (running: Promise<unknown>) => void running,
    settings: { forgetGuild: () => undefined, read: () => ({}), history: () => [] },
  }) as unknown as Services

interface Exported {
  cut?: string[]
  history: unknown[]
  features: Record<string, Record<string, unknown[]>>
}

const columnsOf = ({ table }: StoredTable): SQLiteColumn[] => Object.values(getTableColumns(table))
const named = ({ table }: StoredTable) => getTableName(table)

test('every table of the database is declared once', () => {
  const existing = db.$client
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' AND name NOT LIKE '\\_litestream\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all()
  expect(tables.map(named).toSorted()).toEqual(existing.map(String).toSorted())
})

test('every column that names a guild or a person is declared', () => {
  const missing = tables.flatMap(stored => {
    const people = new Set(stored.users.map(({ column }) => column.name))
    return columnsOf(stored).flatMap(column => {
      const known = column.name === 'guildId' ? stored.guild === column : people.has(column.name)
      const place = `${named(stored)}.${column.name}`
      const mustBe = column.name === 'guildId' || (namesPeople(column) && !namesNoPerson.has(place))
      return mustBe && !known ? [place] : []
    })
  })
  expect(missing).toEqual([])
})

test('every column that refers to things of a server is declared, so that it is updated when they are recreated', () => {
  const missing = tables.flatMap(stored => {
    const declared = new Set(stored.references.map(([name]) => name))
    return columnsOf(stored).flatMap(column => {
      const place = `${named(stored)}.${column.name}`
      return namesThings(column) && !declared.has(column.name) && !namesNothingCurrent.has(place) ? [place] : []
    })
  })
  expect(missing).toEqual([])
})

test("a recreated channel's new id replaces the old one in every row of its server, also within texts", () => {
  const [from, to] = ['444444444444444444', '555555555555555555']
  // Columns declared as channels contain only the id; others may contain it within a text.
  const isId = ({ ofChannels }: StoredTable, name: string) => ofChannels.some(({ channel }) => channel.name === name)
  const written = (stored: StoredTable, name: string, id: string) => (isId(stored, name) ? id : `["${id}","${name}"]`)
  for (const guildId of [home, elsewhere])
    for (const stored of tables)
      for (const [name] of stored.references) put(stored, { [name]: written(stored, name, from), guildId })
  const declared = tables.flatMap(stored => stored.references.map(([name]) => ({ stored, name })))
  expect(declared.length).toBeGreaterThan(10)
  renameInRows(db, tables, home, { from, to })
  const valuesAt = (guildId: string) =>
    tables.flatMap(stored =>
      stored.references.flatMap(([name, column]) => {
        const rows = stored.guild
          ? db
              .select({ value: sql<string>`CAST(${column} AS TEXT)` })
              .from(stored.table)
              .where(eq(stored.guild, guildId))
              .all()
          : []
        const values = [from, to].map(id => written(stored, name, id))
        return rows.flatMap(({ value }) => (values.includes(value) ? [value] : []))
      }),
    )
  expect(valuesAt(home).toSorted()).toEqual(declared.map(({ stored, name }) => written(stored, name, to)).toSorted())
  expect(valuesAt(elsewhere).toSorted()).toEqual(
    declared.map(({ stored, name }) => written(stored, name, from)).toSorted(),
  )
})

test("an index finds a recreated channel's rows, however long the journal is", () => {
  const journal = tables.filter(stored => named(stored) === 'antinuke_journal')
  const prepare = vi.spyOn(db.$client, 'prepare')
  renameInRows(db, journal, home, { from: '4', to: '5' })
  const asked = prepare.mock.calls.map(([text]) => text)
  prepare.mockRestore()
  expect(asked.map(text => text.split(' ', 1)[0]?.toLowerCase())).toEqual(['select', 'update'])
  for (const text of asked) {
    const values = [{ guildId: '', from: '' }, ...(text.match(/\?/g) ?? []).map(() => '')]
    const plan = db.$client.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values)
    const found = plan.filter(({ detail }) => detail.includes('antinuke_journal'))
    expect(found).toEqual([expect.objectContaining({ detail: expect.stringContaining('antinuke_journal_channel') })])
  }
})

test('whether somebody was seen in a guild is looked up by an index, however large a table is', () => {
  const telling = tables.flatMap(stored => stored.seen.map(column => ({ stored, column })))
  const place = ({ stored, column }: (typeof telling)[number]) => `${named(stored)}.${column.name}`
  expect(telling.map(place)).toEqual(
    expect.arrayContaining(['moderation_cases.targetId', 'moderation_cases.moderatorId', 'leveling_changes.byId']),
  )
  const scans = telling.filter(({ stored, column }) => {
    const prepare = vi.spyOn(db.$client, 'prepare')
    hasSeen(db, { ...stored, seen: [column] }, home, person)
    const [[asked] = ['']] = prepare.mock.calls
    prepare.mockRestore()
    const plan = db.$client.prepare(`EXPLAIN QUERY PLAN ${asked}`).all(...(asked.match(/\?/g) ?? []).map(() => ''))
    return !new RegExp(`SEARCH .* INDEX .*\\b${snake(column.name)}=\\?`).test(JSON.stringify(plan))
  })
  expect(scans.map(place)).toEqual([])
})

test('clearing an id also clears the name beside it', () => {
  const left = tables.flatMap(stored =>
    stored.users.flatMap(({ column, forget }) => {
      const beside = column.name.replace(/Id$/, 'Name')
      const exists = beside !== column.name && columnsOf(stored).some(({ name }) => name === beside)
      const emptied = forget === 'row' || forget.some(([, { name }]) => name === beside)
      return exists && !emptied ? [`${named(stored)}.${beside}`] : []
    }),
  )
  expect(left).toEqual([])
})

const [home, elsewhere, person] = ['111111111111111111', '222222222222222222', '333333333333333333']

let count = 0
/** Adds a row with a value in every column; unique columns get unique values. */
function put({ table }: StoredTable, values: Record<string, string>): void {
  count += 1
  const row = Object.fromEntries(
    Object.values(getTableColumns(table) as Record<string, SQLiteColumn>).flatMap(column => {
      if (column.primary && column.getSQLType() === 'integer') return []
      const filler = column.getSQLType() === 'integer' ? count : JSON.stringify(`filler ${count}`)
      return [[snake(column.name), values[column.name] ?? filler]]
    }),
  )
  const keys = Object.keys(row)
  db.$client
    .prepare(
      `INSERT INTO ${getTableName(table)} (${keys.map(key => `"${key}"`).join(', ')}) VALUES (${keys.map(() => '?').join(', ')})`,
    )
    .run(Object.values(row))
}

/** The columns of the database in which a value occurs. */
const placesOf = (value: string): string[] =>
  tables.flatMap(stored =>
    columnsOf(stored).flatMap(column => {
      const found = db
        .select({ one: sql`1` })
        .from(stored.table)
        .where(eq(sql`CAST(${column} AS TEXT)`, value))
        .limit(1)
        .all()
      return found.length > 0 ? [`${named(stored)}.${column.name}`] : []
    }),
  )

test('a person who is forgotten is nowhere to be found, in one server or in all', () => {
  for (const guildId of [home, elsewhere])
    for (const stored of tables) for (const { column } of stored.users) put(stored, { [column.name]: person, guildId })
  const everywhere = placesOf(person)
  expect(everywhere.length).toBe(tables.flatMap(({ users }) => users).length)
  forgetUser(services(), person, home)
  expect(placesOf(person)).toEqual(everywhere)
  const rowsAtHome = tables.flatMap(stored => {
    if (!stored.guild) return []
    return stored.users.filter(({ column }) => {
      const atHome = sql`${stored.guild} = ${home} AND ${column} = ${person}`
      return db.select({ one: sql`1` }).from(stored.table).where(atHome).all().length > 0
    })
  })
  expect(rowsAtHome).toEqual([])
  forgetUser(services(), person)
  expect(placesOf(person)).toEqual([])
})

test('a server that is erased is nowhere to be found, and the others stay', () => {
  const ofGuilds = tables.filter(({ guild }) => guild)
  for (const guildId of [home, elsewhere]) for (const stored of ofGuilds) put(stored, { guildId })
  expect(placesOf(home)).toHaveLength(ofGuilds.length)
  forgetGuild(services(), home)
  expect(placesOf(home)).toEqual([])
  expect(placesOf(elsewhere)).toHaveLength(ofGuilds.length)
})

test('an export contains every table except bookkeeping, for one server only', async () => {
  for (const guildId of [home, elsewhere]) for (const stored of tables) if (stored.guild) put(stored, { guildId })
  const exported = JSON.parse(Buffer.from(await exportGuild(services(), home, {})).toString()) as Exported
  const shown = exported.features
  expect(exported.history).toHaveLength(1)
  for (const { contract, parts } of features)
    for (const [name, { exported, table, guild }] of Object.entries(parts.tables ?? {})) {
      const stored = exported && guild ? db.select().from(table).where(eq(guild, home)).all() : []
      expect(shown[contract.name]?.[name] ?? [], `${contract.name}.${name}`).toEqual(stored)
      expect(stored).toHaveLength(exported ? 1 : 0)
    }
})

test.each([
  { kept: 10_000, cut: undefined },
  { kept: 10_001, cut: ['history'] },
])('an export of $kept changes says whether its history was shortened', async ({ kept, cut }) => {
  db.run(sql`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${kept})
    INSERT INTO settings_history (guild_id, feature, user_id, via, at, changes)
    SELECT ${home}, 'automod', ${person}, 'dashboard', n, '{}' FROM numbers`)
  const exported = JSON.parse(Buffer.from(await exportGuild(services(), home, {})).toString()) as Exported
  expect(exported.history).toHaveLength(10_000)
  expect(exported.history[0]).toMatchObject({ at: kept })
  expect(exported.cut).toEqual(cut)
})

test('columns that cannot be null are not declared to be cleared', () => {
  const table = sqliteTable('notes', { guildId: text().notNull(), userId: text().notNull() })
  expect(() => storedTable(table, { guild: 'guildId', users: { userId: ['userId'] } })).toThrow('cannot be null')
})
