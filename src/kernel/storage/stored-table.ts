import { and, eq, getTableColumns, type Placeholder, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { dialect } from './dialect.ts'

/** A table's declaration of what it stores about guilds and people. It controls erasing, forgetting and exporting. */
export interface StoredTable {
  table: SQLiteTable
  /** The column with the guild that a row belongs to; undefined for tables without one. */
  guild: SQLiteColumn | undefined
  users: readonly StoredUser[]
  /** The columns that contain ids of channels, roles and the like, alone or within a text, by name. */
  references: readonly [name: string, column: SQLiteColumn][]
  /** The columns that an export leaves out for people who cannot see the channel in `channel`, by name. */
  ofChannels: readonly { channel: SQLiteColumn; names: readonly string[] }[]
  /** Whether a guild's export contains its rows. */
  exported: boolean
  /** The columns with people who were seen in the guild, which tell somebody who left from a stranger. */
  seen: readonly SQLiteColumn[]
}

interface StoredUser {
  column: SQLiteColumn
  /**
   * 'row': the row is about this person and is deleted with them. Otherwise the columns that are set to null while the
   * row stays.
   */
  forget: 'row' | readonly [name: string, column: SQLiteColumn][]
}

type ColumnOf<T extends SQLiteTable> = keyof T['_']['columns'] & string

/**
 * Declares a table: which column has the guild, and which have people.
 * @param keeps.guild null if rows belong to no guild
 * @param keeps.users by column: 'row' if the row is about that person and is deleted with them, or the columns that are
 * set to null, because the row is about something else: `{ userId: 'row', moderatorId: ['moderatorId', 'moderatorName']
 * }`
 * @param keeps.channels the columns that only people who can see a channel may read, by the column with its id: `{
 * channelId: ['channelName'] }`
 * @param keeps.references further columns that contain ids of channels, roles and the like, alone or within a text or
 * JSON: when one is recreated, its id is replaced in them
 * @param keeps.seen the columns with people who did something in the guild, or to whom something was done there, as
 * people who may view the feature can see; each needs an index
 * @param keeps.exported false for bookkeeping that means nothing to people
 * @throws Error when a column that is to be set to null is NOT NULL
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

/** Whether a table shows that somebody was seen in a guild. */
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
 * @param guildId the guild to forget them in, which leaves tables without guilds alone; undefined for all
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
 * Replaces an id in every row of a guild in these tables. Few contain it, so one query first finds out which ones.
 * @param tables must be the same array at each call, because prepared statements are cached by it
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

/** Returns the statements of {@link renameInRows}, which the first call prepares. */
export function preparedRenames(db: Database, tables: readonly StoredTable[]): Renames {
  const prepared = renames.get(db) ?? new WeakMap<readonly StoredTable[], Renames>()
  renames.set(db, prepared)
  const statements = prepared.get(tables) ?? renamesOf(db, tables)
  prepared.set(tables, statements)
  return statements
}

interface Renames {
  /** Finds out which columns contain the id, in the order of `renamings`. */
  naming: { get(values: { guildId: string; from: string }): readonly unknown[] | undefined }
  renamings: readonly { run(values: { guildId: string; from: string; to: string }): unknown }[]
}

/** Cached: restoring a server replaces hundreds of ids, and building the statements would take the longest time. */
const renames = new WeakMap<Database, WeakMap<readonly StoredTable[], Renames>>()

function renamesOf(db: Database, tables: readonly StoredTable[]): Renames {
  const [from, to] = [sql.placeholder('from'), sql.placeholder('to')]
  const columns = tables.flatMap(({ table, guild, references, ofChannels }) =>
    guild
      ? references.map(([name, column]) => {
          // A column with a channel has its id alone, which an index finds; other columns may be texts that contain
          // ids.
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
    // drizzle would bind the ids once for each column.
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
