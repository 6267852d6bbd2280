import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'

/**
 * What a matching revision contains in one of its changes: a text, an id of something by that name, or a setting by
 * that name.
 */
export interface HistorySearch {
  text: string
  ids: readonly string[]
  settings: readonly { feature: string; key: string }[]
  /** Fields of things that are not settings. */
  fields?: readonly { feature: string; kind: string; name: string }[]
  /** Things that must not be found: feature and key of their changes, 'tickets/panels/abc/'. */
  except?: readonly string[]
}

/**
 * The size of a part (bytes): between two parts everybody else has a turn, and one takes a few milliseconds whatever it
 * contains.
 */
const bytesAtOnce = 40_000

const { id, guildId: guild, feature, changes } = settingsHistory

/** Unlike with LIKE, the time grows only with the length of the text. ASCII letters match in either case. */
const containing = (text: string) => sql`instr(lower(${changes}), lower(${text})) > 0`

/** Encodes a text like the stored JSON, so that quotes and line breaks are found. */
const asStored = (text: string) => JSON.stringify(text).slice(1, -1)

const found = ({ text, ids, settings, fields = [] }: HistorySearch): SQL[] => [
  containing(asStored(text)),
  ...ids.map(one => sql`instr(${changes}, ${one}) > 0`),
  ...settings.map(one => sql`(${feature} = ${one.feature} AND json_type(${changes}, ${`$."${one.key}"`}) IS NOT NULL)`),
  ...fields.map(
    one =>
      sql`(${feature} = ${one.feature} AND EXISTS (SELECT 1 FROM json_each(${settingsHistory.touched}) AS key WHERE key.value GLOB ${`${one.kind}/*/${one.name}`}))`,
  ),
]

/** Excludes revisions of things that must not be found. */
const allowed = (except: readonly string[] = []): SQL | undefined =>
  except.length === 0
    ? undefined
    : sql`NOT EXISTS (SELECT 1 FROM json_each(${settingsHistory.touched}) AS key WHERE ${feature} || '/' || key.value IN (SELECT value FROM json_each(${JSON.stringify(except)})))`

/** The size of a change (bytes), read without its value. */
export const storedBytes = sql<number>`octet_length(${changes})`

/** Yields the ids of rows in parts that take a few milliseconds each, whatever they contain. */
export function* inParts(rows: readonly { id: number; bytes: number }[]): Generator<number[]> {
  let part: number[] = []
  let bytes = 0
  for (const row of rows) {
    part.push(row.id)
    bytes += row.bytes
    if (bytes < bytesAtOnce) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

/**
 * Searches a guild's changes in small parts, reading each once.
 * @param filter limits the rows that are searched
 * @returns the ids of all matching revisions, newest first
 */
export async function searchHistory(
  db: Database,
  guildId: string,
  filter: SQL | undefined,
  search: HistorySearch,
): Promise<number[]> {
  const rows = db
    .select({ id, bytes: storedBytes })
    .from(settingsHistory)
    .where(and(eq(guild, guildId), filter))
    .orderBy(desc(id))
    .all()
  const wanted = sql.join(found(search), sql` OR `)
  const ids: number[] = []
  const turns = createBackgroundYield()
  for (const part of inParts(rows)) {
    const fitting = db
      .select({ id })
      .from(settingsHistory)
      .where(and(inArray(id, part), sql`(${wanted})`, allowed(search.except)))
      .orderBy(desc(id))
      .all()
    ids.push(...fitting.map(row => row.id))
    await turns()
  }
  return ids
}
