import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './connection.ts'

const boats = sqliteTable('boats', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  crewOf: integer(),
})

let client: Database.Database
beforeEach(() => {
  client = new Database(':memory:')
  client.exec('CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, crew_of INTEGER)')
})
afterEach(() => client.close())

test('the same statement with other values is run again, for one row, all rows, arrays or no result', () => {
  const db = connect(client)
  for (const name of ['Petrel', 'Heron']) db.insert(boats).values({ name }).run()
  const called = (name: string) => db.select().from(boats).where(eq(boats.name, name))
  expect(called('Petrel').get()).toEqual({ id: 1, name: 'Petrel', crewOf: null })
  expect(called('Heron').all()).toEqual([{ id: 2, name: 'Heron', crewOf: null }])
  expect(called('Petrel').values()).toEqual([[1, 'Petrel', null]])
  expect(called('Heron').get()?.id).toBe(2)
  expect(called('Gull').get()).toBeUndefined()
  expect(called('Gull').all()).toEqual([])
  expect(db.update(boats).set({ crewOf: 4 }).where(eq(boats.id, 2)).run().changes).toBe(1)
  expect(db.update(boats).set({ crewOf: 4 }).where(eq(boats.id, 9)).run().changes).toBe(0)
  for (const id of [1, 2]) expect(db.delete(boats).where(eq(boats.id, id)).returning().all()).toHaveLength(1)
  expect(called('Heron').all()).toEqual([])
})

test('the rows of a handwritten statement are read as objects and as arrays, in any order', () => {
  const db = connect(client)
  db.insert(boats).values({ name: 'Petrel', crewOf: 3 }).run()
  const query = () => sql`SELECT name, crew_of FROM boats`
  for (let round = 0; round < 2; round++) {
    expect(db.values(query())).toEqual([['Petrel', 3]])
    expect(db.all(query())).toEqual([{ name: 'Petrel', crew_of: 3 }])
    expect(db.get(query())).toEqual({ name: 'Petrel', crew_of: 3 })
  }
})

test('a statement runs like the first time after an error, in a transaction, and while the rows of another are read', () => {
  const db = connect(client)
  const add = (name: string) => db.insert(boats).values({ name }).run()
  add('Petrel')
  expect(() => add('Petrel')).toThrow('UNIQUE')
  add('Heron')
  expect(() =>
    db.transaction(tx => {
      tx.insert(boats).values({ name: 'Gull' }).run()
      tx.transaction(inner => inner.insert(boats).values({ name: 'Tern' }).run())
      add('Gull')
    }),
  ).toThrow('UNIQUE')
  add('Gull')
  const named = (name: string) => db.select({ id: boats.id }).from(boats).where(eq(boats.name, name))
  for (const { name } of db.select().from(boats).all()) expect(named(name).all()).toHaveLength(1)
  for (const row of client.prepare<[], { name: string }>('SELECT name FROM boats').iterate())
    expect(named(row.name).get()).toBeDefined()
  expect(named('Tern').get()).toBeUndefined()
})

test('a statement that ran before a column was added runs after it, and separately in another database', () => {
  const db = connect(client)
  const all = () => db.select().from(boats).all()
  expect(all()).toEqual([])
  client.exec('ALTER TABLE boats ADD COLUMN built INTEGER')
  db.insert(boats).values({ name: 'Petrel' }).run()
  expect(all()).toEqual([{ id: 1, name: 'Petrel', crewOf: null }])
  const other = new Database(':memory:')
  other.exec('CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT, crew_of INTEGER)')
  expect(connect(other).select().from(boats).all()).toEqual([])
  other.close()
  expect(() => connect(other).select().from(boats).all()).toThrow('not open')
})

test('any number of different statements can be run', () => {
  const db = connect(client)
  const answers = Array.from({ length: 250 }, (_, n) =>
    db
      .select({ n: sql<number>`${sql.raw(String(n))}` })
      .from(boats)
      .all(),
  )
  expect(answers.flat()).toEqual([])
  db.insert(boats).values({ name: 'Petrel' }).run()
  expect(
    db
      .select({ n: sql<number>`${sql.raw('7')}` })
      .from(boats)
      .all(),
  ).toEqual([{ n: 7 }])
})
