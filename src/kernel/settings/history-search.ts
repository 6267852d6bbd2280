import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { takeTurns } from '#kit/event-loop.ts'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'

/** What one of the changed settings must contain, or be: a text, ids of what is called so, settings that are. */
export interface HistorySearch {
  text: string
  ids: readonly string[]
  settings: readonly { feature: string; key: string }[]
  /** Fields of things besides settings. */
  fields?: readonly { feature: string; kind: string; name: string }[]
  /** What is not found: features with what changes of their things are known by, 'tickets/panels/abc/'. */
  except?: readonly string[]
}

/** Between two parts of so many bytes everybody else has a turn: a part takes a few milliseconds, whatever is in it. */
const bytesAtOnce = 40_000

const { id, guildId: guild, feature, changes } = settingsHistory

/** Unlike LIKE, this takes a time that grows with the text alone. Letters of ASCII are the same in both cases. */
const containing = (text: string) => sql`instr(lower(${changes}), lower(${text})) > 0`

/** JSON as it is stored, so that a quote or a line break that somebody looks for is found. */
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

/** Of nothing that is not to be found. */
const allowed = (except: readonly string[] = []): SQL | undefined =>
  except.length === 0
    ? undefined
    : sql`NOT EXISTS (SELECT 1 FROM json_each(${settingsHistory.touched}) AS key WHERE ${feature} || '/' || key.value IN (SELECT value FROM json_each(${JSON.stringify(except)})))`

/** The size of a change, read without its value. */
export const storedBytes = sql<number>`octet_length(${changes})`

/** Ids of rows in parts that take a few milliseconds each, whatever is in them. */
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
 * Looks through a guild's changes in small parts, each of them read once.
 * @param filter which rows come into question at all
 * @returns the ids of all that fit, newest first
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
  const turns = takeTurns()
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
