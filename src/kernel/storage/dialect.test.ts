import { and, asc, count, desc, eq, exists, gt, inArray, isNull, like, max, not, or, sql } from 'drizzle-orm'
import { BetterSQLite3Database, BetterSQLiteSession, drizzle } from 'drizzle-orm/better-sqlite3'
import { alias, blob, integer, numeric, sqliteTable, text, unionAll } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { dialect } from './dialect.ts'

const boats = sqliteTable('boats', {
  boatId: integer().primaryKey({ autoIncrement: true }),
  guildId: text().notNull(),
  name: text('the "name"').notNull().default('Petrel'),
  rig: text({ mode: 'json' }).$type<unknown>(),
  isAway: integer({ mode: 'boolean' }).notNull().default(false),
  builtAt: integer({ mode: 'timestamp_ms' }),
  tons: numeric({ mode: 'bigint' }),
  plan: blob({ mode: 'buffer' }),
})
const crews = sqliteTable('crews', { guildId: text().notNull(), boatId: integer().notNull(), userId: text().notNull() })
const fleet = alias(boats, 'fleet')

type Db = ReturnType<typeof drizzle.mock>
const { placeholder } = sql

const statements: Record<string, (db: Db) => { toSQL(): { sql: string; params: unknown[] } }> = {
  'all columns': db => db.select().from(crews),
  'all columns, with a large number': db => db.select().from(boats).where(eq(boats.guildId, '1')),
  'some columns and what is computed': db =>
    db
      .select({
        id: boats.boatId,
        most: max(boats.builtAt),
        all: sql<number>`count(*)`.as('all'),
        of: { x: boats.name },
      })
      .from(boats)
      .groupBy(boats.guildId, sql`${boats.name} || '?'`)
      .having(gt(count(), 3)),
  conditions: db =>
    db
      .select({ name: boats.name })
      .from(boats)
      .where(
        and(
          or(eq(boats.isAway, true), isNull(boats.rig), undefined),
          not(like(boats.name, '%"?%')),
          inArray(boats.boatId, [1, 2, 3]),
          inArray(boats.guildId, [placeholder('one'), 'two']),
          gt(boats.builtAt, new Date(5)),
          eq(boats.rig, { mast: [1, null] }),
          sql`${boats.name} IN ${['a', 'b']} AND ${null} IS NULL AND ${sql.param([1], boats.rig)} = ${sql.raw('"x"')}`,
        ),
      )
      .orderBy(desc(boats.builtAt), asc(sql`lower(${boats.name})`), boats.boatId)
      .limit(10)
      .offset(20),
  'prepared, with values that come later': db =>
    db
      .select()
      .from(boats)
      .where(and(eq(boats.rig, placeholder('rig')), sql`${boats.boatId} > ${placeholder('after')}`))
      .limit(placeholder('limit')),
  'joins, also of a table with itself': db =>
    db
      .selectDistinct({ name: boats.name, other: fleet.name, who: crews.userId })
      .from(boats)
      .leftJoin(crews, and(eq(crews.boatId, boats.boatId), eq(crews.guildId, boats.guildId)))
      .innerJoin(fleet, eq(fleet.guildId, boats.guildId))
      .where(eq(fleet.isAway, false)),
  'a table under another name': db => db.select().from(fleet).where(eq(fleet.name, 'x')),
  subqueries: db => {
    const last = db
      .select({ id: max(boats.boatId).as('id') })
      .from(boats)
      .groupBy(boats.guildId)
      .as('last')
    return db
      .with(db.$with('crewed').as(db.select({ boatId: crews.boatId }).from(crews)))
      .select({ id: last.id, name: boats.name })
      .from(last)
      .innerJoin(boats, eq(boats.boatId, last.id))
      .where(
        and(
          exists(db.select().from(crews).where(eq(crews.boatId, boats.boatId))),
          inArray(boats.boatId, db.select({ id: crews.boatId }).from(crews).where(eq(crews.userId, '7'))),
        ),
      )
  },
  'one behind another': db =>
    unionAll(db.select({ id: boats.guildId }).from(boats), db.select({ id: crews.guildId }).from(crews))
      .orderBy(sql`1`)
      .limit(5),
  'what is written into a statement': db =>
    db
      .select({ n: sql`${"o'clock"}`.inlineParams() })
      .from(boats)
      .where(sql`${boats.name} = ${sql`${'it"s'}`.inlineParams()}`),
  'one more row': db =>
    db
      .insert(boats)
      .values({ guildId: '1', rig: { a: 1 }, builtAt: new Date(9), tons: 5n, plan: Buffer.from('x') })
      .returning(),
  'rows that may be there': db =>
    db
      .insert(boats)
      .values([
        { guildId: '1', name: 'a' },
        { guildId: sql`lower(${'B'})`, name: placeholder('name'), rig: null },
      ])
      .onConflictDoUpdate({
        target: [boats.guildId, boats.name],
        set: { rig: sql`excluded.rig`, name: 'c', isAway: sql`NOT ${boats.isAway}` },
        setWhere: eq(boats.isAway, true),
      })
      .returning({ id: boats.boatId, plus: sql<number>`${boats.boatId} + 1` }),
  'rows of another table': db =>
    db
      .insert(crews)
      .select(db.select({ guildId: boats.guildId, boatId: boats.boatId, userId: sql`${'9'}`.as('userId') }).from(boats))
      .onConflictDoNothing(),
  'a change': db =>
    db
      .update(boats)
      .set({ name: sql`${boats.name} || ${placeholder('more')}`, rig: ['x'], builtAt: null, isAway: true })
      .where(eq(boats.boatId, 3))
      .returning(),
  'a change by another table': db =>
    db.update(boats).set({ name: 'x' }).from(crews).where(eq(crews.boatId, boats.boatId)),
  'rows that go': db => db.delete(crews).where(eq(crews.userId, '7')).returning({ id: crews.boatId }),
}

test.each(Object.entries(statements))('%s: the same SQL as drizzle writes', (_what, statement) => {
  const session = new BetterSQLiteSession({} as never, dialect, undefined)
  const ours = statement(new BetterSQLite3Database('sync', dialect, session, undefined) as never).toSQL()
  expect(ours).toEqual(statement(drizzle.mock({ casing: 'snake_case' })).toSQL())
})
