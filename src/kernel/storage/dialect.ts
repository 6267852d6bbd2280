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

/** Adds a part of a statement to what is written of it. */
type Write = (part: never, into: Query) => void

/** What statements of the product are written in: one for all databases, as it knows nothing of any. */
export const dialect = new SQLiteSyncDialect({ casing: 'snake_case' })

/** As drizzle itself writes them: it asks each part whether it is one of twelve kinds, and copies what it has at each step. */
const inFull = dialect.sqlToQuery.bind(dialect)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

interface Names {
  /** As the database knows it. */
  own: string
  quoted: string
  /** With its table's, as most parts of a statement name it. */
  full: string
}

/** Columns are declared once and used for as long as the process lives. */
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

/** Subqueries and whatever else is rare. */
function writeOther(part: SQL, into: Query): void {
  const written = inFull(new SQL([part]))
  into.sql += written.sql
  into.params.push(...written.params)
}

function writeStatement(part: SQL, into: Query): void {
  // Its types keep that to themselves.
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

/** Objects of one class are written alike, so that each class is asked about once. */
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

/** What the library's types keep to themselves. */
interface Inside {
  casing: { getColumnCasing(column: Column): string }
  buildSelection(fields: readonly { field: unknown }[], options?: { isSingleTable?: boolean }): SQL
}
const inside = dialect as unknown as Inside
const selectInFull = inside.buildSelection.bind(dialect)

// Its own goes by the names of tables, which two databases may give to different ones.
inside.casing.getColumnCasing = column => namesOf(column).own

/** What is read as it is stored: all but numbers that are too large for JavaScript. */
const isPlain = (field: unknown): field is Column => is(field, Column) && field.columnType !== 'SQLiteNumericBigInt'

/** The columns of one table, which is what most statements read, are written at once. */
inside.buildSelection = (fields, options) => {
  const plain = fields.flatMap(({ field }) => (isPlain(field) ? namesOf(field).quoted : []))
  const isAll = options?.isSingleTable === true && plain.length === fields.length
  return isAll ? sql.raw(plain.join(', ')) : selectInFull(fields, options)
}
