import { and, eq, getTableColumns, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { dialect } from './dialect.ts'

/** What a table keeps of guilds and people. Erasing, forgetting and exporting follow from it. */
export interface StoredTable {
  table: SQLiteTable
  /** The column that says which guild a row belongs to; undefined for tables that know no guild. */
  guild: SQLiteColumn | undefined
  users: readonly StoredUser[]
  /** What names channels, roles and other things of the server, alone or within a text: columns by their names. */
  references: readonly [name: string, column: SQLiteColumn][]
  /** What an export leaves out for those who cannot see the channel in `channel`: columns by their names. */
  ofChannels: readonly { channel: SQLiteColumn; names: readonly string[] }[]
  /** Whether a guild's export shows its rows. */
  exported: boolean
  /** Who was seen in the guild: somebody who left is told from a stranger by it. */
  seen: readonly SQLiteColumn[]
}

interface StoredUser {
  column: SQLiteColumn
  /** 'row': the row is about this person and goes with them. Otherwise the columns that are emptied while the row stays. */
  forget: 'row' | readonly [name: string, column: SQLiteColumn][]
}

type ColumnOf<T extends SQLiteTable> = keyof T['_']['columns'] & string

/**
 * Declares a table: which column names the guild, and which name people.
 * @param keeps.guild null where rows belong to no guild
 * @param keeps.users by column: 'row' when the row is about that person and is deleted with them, or the columns that
 * are emptied, because the row is about something else: `{ userId: 'row', moderatorId: ['moderatorId', 'moderatorName'] }`
 * @param keeps.channels what only those may know who can see a channel, by the column that names it: `{ channelId:
 * ['channelName'] }`
 * @param keeps.references further columns that name things of the server by their ids, alone or within a text or JSON:
 * where one is made anew, they name the new one
 * @param keeps.seen the columns that name who did something in the guild, or to whom something was done there, for whoever
 * may view the feature; an index finds them in each
 * @param keeps.exported false for bookkeeping that says nothing to the people it is exported for
 * @throws Error when a column to be emptied cannot be null
 */
export function storedTable<T extends SQLiteTable>(
  table: T,
  keeps: {
    guild: ColumnOf<T> | null
    users?: { [K in ColumnOf<T>]?: 'row' | readonly ColumnOf<T>[] }
    channels?: { [K in ColumnOf<T>]?: readonly ColumnOf<T>[] }
    references?: readonly ColumnOf<T>[]
    exported?: boolean
    seen?: readonly ColumnOf<T>[]
  },
): StoredTable {
  const columns: Record<string, SQLiteColumn> = getTableColumns(table)
  const column = (name: string): SQLiteColumn => {
    const found = columns[name]
    if (!found) throw new Error(`the table has no column ${name}`)
    return found
  }
  const emptied = (name: string): [string, SQLiteColumn] => {
    if (column(name).notNull) throw new Error(`${name} is to be emptied, but cannot be null`)
    return [name, column(name)]
  }
  const users = Object.entries<'row' | readonly string[] | undefined>(keeps.users ?? {})
  return {
    table,
    guild: keeps.guild === null ? undefined : column(keeps.guild),
    users: users.flatMap(([name, forget]): StoredUser[] =>
      forget ? [{ column: column(name), forget: forget === 'row' ? forget : forget.map(emptied) }] : [],
    ),
    references: [...new Set([...Object.keys(keeps.channels ?? {}), ...(keeps.references ?? [])])].map(name => [
      name,
      column(name),
    ]),
    ofChannels: Object.entries<readonly string[] | undefined>(keeps.channels ?? {}).map(([name, names = []]) => ({
      channel: column(name),
      names,
    })),
    exported: keeps.exported ?? true,
    seen: (keeps.seen ?? []).map(column),
  }
}

/** Whether a table tells that somebody was seen in a guild. */
export const hasSeen = (db: Database, { table, guild, seen }: StoredTable, guildId: string, userId: string): boolean =>
  guild !== undefined &&
  seen.some(
    column =>
      db
        .select({ column })
        .from(table)
        .where(and(eq(guild, guildId), eq(column, userId)))
        .limit(1)
        .get() !== undefined,
  )

/** Deletes every row of a guild. */
export function eraseGuildRows(db: Database, { table, guild }: StoredTable, guildId: string): void {
  if (guild) db.delete(table).where(eq(guild, guildId)).run()
}

/**
 * Forgets a person in a table.
 * @param guildId only there; a table that knows no guild is left alone then
 */
export function forgetUserRows(db: Database, stored: StoredTable, userId: string, guildId: string | undefined): void {
  const { table, guild, users } = stored
  if (guildId !== undefined && !guild) return
  const theirs = (column: SQLiteColumn): SQL | undefined =>
    and(eq(column, userId), guild && guildId !== undefined ? eq(guild, guildId) : undefined)
  for (const { column, forget } of users.filter(user => user.forget === 'row')) {
    if (forget === 'row') db.delete(table).where(theirs(column)).run()
  }
  for (const { column, forget } of users) {
    if (forget === 'row') continue
    const empty = Object.fromEntries(forget.map(([name]) => [name, null]))
    db.update(table).set(empty).where(theirs(column)).run()
  }
}

/**
 * Names a thing of a guild by its new id in every row of these tables. Few name it: all of them are asked at once.
 * @param tables the same list each time
 */
export function renameInRows(
  db: Database,
  tables: readonly StoredTable[],
  guildId: string,
  { from, to }: { from: string; to: string },
): void {
  const { naming, renamings } = preparedRenames(db, tables)
  for (const [place, isNamed] of naming.get({ guildId, from })?.entries() ?? [])
    if (isNamed) renamings[place]?.run({ guildId, from, to })
}

/** What {@link renameInRows} runs, from the second call on as it was prepared by the first. */
export function preparedRenames(db: Database, tables: readonly StoredTable[]): Renames {
  const prepared = renames.get(db) ?? new WeakMap<readonly StoredTable[], Renames>()
  renames.set(db, prepared)
  const statements = prepared.get(tables) ?? renamesOf(db, tables)
  prepared.set(tables, statements)
  return statements
}

interface Renames {
  /** Which columns name a thing, in the order of the renamings. */
  naming: { get(values: { guildId: string; from: string }): readonly unknown[] | undefined }
  renamings: readonly { run(values: { guildId: string; from: string; to: string }): unknown }[]
}

/** Prepared once: a restored server renames hundreds of things, and building the statements would take longest of all. */
const renames = new WeakMap<Database, WeakMap<readonly StoredTable[], Renames>>()

function renamesOf(db: Database, tables: readonly StoredTable[]): Renames {
  const [from, to] = [sql.placeholder('from'), sql.placeholder('to')]
  const columns = tables.flatMap(({ table, guild, references, ofChannels }) =>
    guild
      ? references.map(([name, column]) => {
          // What names a channel is its id alone, which an index finds; anything else may be a text with ids in it.
          const isId = ofChannels.some(({ channel }) => channel === column)
          const names = (id: SQL | Placeholder) => (isId ? sql`${column} = ${id}` : sql`instr(${column}, ${id}) > 0`)
          return { table, guild, name, names, renamed: isId ? sql`${to}` : sql`replace(${column}, ${from}, ${to})` }
        })
      : [],
  )
  const isNamed = columns.map(
    ({ table, guild, names }) =>
      sql`EXISTS (SELECT 1 FROM ${table} WHERE ${guild} = ${sql.raw('@guildId')} AND ${names(sql.raw('@from'))})`,
  )
  const { sql: asked } = dialect.sqlToQuery(sql`SELECT ${sql.join(isNamed, sql`, `)}`)
  return {
    // The library would hand over the ids once for each column.
    naming: db.$client.prepare<[{ guildId: string; from: string }], unknown[]>(asked).raw(),
    renamings: columns.map(({ table, guild, name, names, renamed }) =>
      db
        .update(table)
        .set({ [name]: renamed })
        .where(and(eq(guild, sql.placeholder('guildId')), names(from)))
        .prepare(),
    ),
  }
}
