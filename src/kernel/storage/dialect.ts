import {
  Column,
  getTableName,
  is,
  Name,
  Param,
  Placeholder,
  type Query,
  SQL,
  sql,
  StringChunk,
  Table,
} from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'

/** Appends a part of a statement to the query. */
type Write = (part: never, into: Query) => void

/** The dialect that statements are written in: one for all databases, because it holds no state of any. */
export const dialect = new SQLiteSyncDialect({ casing: 'snake_case' })

/** drizzle's own writer, which checks each part against twelve kinds, and copies its result at each step. */
const inFull = dialect.sqlToQuery.bind(dialect)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

interface Names {
  /** The column's name in the database. */
  own: string
  quoted: string
  /** The quoted name with its table's, as in most parts of a statement. */
  full: string
}

/** Cached, because columns are declared once and used for as long as the process lives. */
const columns = new WeakMap<Column, Names>()

function namesOf(column: Column): Names {
  const known = columns.get(column)
  if (known) return known
  const own = column.keyAsName ? toSnakeCase(column.name) : column.name
  const names = { own, quoted: quoted(own), full: `${quoted(getTableName(column.table))}.${quoted(own)}` }
  columns.set(column, names)
  return names
}

function bind(value: unknown, into: Query): void {
  into.sql += '?'
  into.params.push(value)
}

function writeParam(part: Param, into: Query): void {
  if (is(part.value, Placeholder)) return bind(part, into)
  const value: unknown = part.value === null ? null : part.encoder.mapToDriverValue(part.value)
  if (is(value, SQL)) write(value, into)
  else bind(value, into)
}

/** Writes rare parts, such as subqueries, with drizzle's own writer. */
function writeOther(part: SQL, into: Query): void {
  const written = inFull(new SQL([part]))
  into.sql += written.sql
  into.params.push(...written.params)
}

function writeStatement(part: SQL, into: Query): void {
  // Not in the library's types.
  const { shouldInlineParams } = part as unknown as { shouldInlineParams: boolean }
  if (shouldInlineParams) writeOther(part, into)
  else for (const chunk of part.queryChunks) write(chunk, into)
}

const kinds = [
  [StringChunk, (part: StringChunk, into: Query) => void (into.sql += part.value.join(''))],
  [Name, (part: Name, into: Query) => void (into.sql += quoted(part.value))],
  [Table, (part: Table, into: Query) => void (into.sql += quoted(getTableName(part)))],
  [Column, (part: Column, into: Query) => void (into.sql += namesOf(part).full)],
  [Param, writeParam],
  [Placeholder, bind],
  [SQL, writeStatement],
] as const satisfies readonly [unknown, Write][]
const writers = new Map<unknown, Write>()

/** Returns the writer for a part. All objects of one class have the same, so each class is checked only once. */
function writerOf(part: object): Write {
  const kind: unknown = Object.getPrototypeOf(part)
  const known = writers.get(kind)
  if (known) return known
  const writer = kinds.find(([type]) => is(part, type))?.[1] ?? writeOther
  writers.set(kind, writer)
  return writer
}

function write(part: unknown, into: Query): void {
  if (part === undefined) return
  if (part === null || typeof part !== 'object') return bind(part, into)
  if (!Array.isArray(part)) return writerOf(part)(part as never, into)
  into.sql += '('
  for (const [place, one] of part.entries()) {
    if (place > 0) into.sql += ', '
    write(one, into)
  }
  into.sql += ')'
}

dialect.sqlToQuery = (statement, source) => {
  if (source !== undefined) return inFull(statement, source)
  const written: Query = { sql: '', params: [] }
  write(statement, written)
  return written
}

/** Internals that are missing in the library's types. */
interface Inside {
  casing: { getColumnCasing(column: Column): string }
  buildSelection(fields: readonly { field: unknown }[], options?: { isSingleTable?: boolean }): SQL
}
const inside = dialect as unknown as Inside
const selectInFull = inside.buildSelection.bind(dialect)

// drizzle's own cache is keyed by table names, which may stand for different tables in two databases.
inside.casing.getColumnCasing = column => namesOf(column).own

/** Whether a column is read as it is stored: all are, except numbers that are too large for JavaScript. */
const isPlainColumn = (field: unknown): field is Column =>
  is(field, Column) && field.columnType !== 'SQLiteNumericBigInt'

/** Writes the columns of one table, which is what most statements read, in one piece. */
inside.buildSelection = (fields, options) => {
  const plain = fields.flatMap(({ field }) => (isPlainColumn(field) ? namesOf(field).quoted : []))
  const isAll = options?.isSingleTable === true && plain.length === fields.length
  return isAll ? sql.raw(plain.join(', ')) : selectInFull(fields, options)
}
