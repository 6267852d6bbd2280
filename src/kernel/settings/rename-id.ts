import { and, desc, eq, isNull, like, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'
import { type Document, changesBetween } from './document.ts'
import { parseDocument } from './rows.ts'

interface Renamed {
  from: string
  to: string
}

type Changes = Record<string, [unknown, unknown]>

/**
 * Returns the value with every occurrence of the old id replaced, keys and texts included; a list gets no duplicates of
 * the new id.
 */
function renamed(value: unknown, { from, to }: Renamed): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to)
  if (Array.isArray(value)) {
    const list = value.map(one => renamed(one, { from, to }))
    return list.filter((one, index) => one !== to || list.indexOf(to) === index)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replaceAll(from, to), renamed(one, { from, to })]),
  )
}

const says = (value: unknown, id: string): boolean => JSON.stringify(value ?? null).includes(id)

/** The reasons under which features record what they removed because of a deletion. */
const deletion = '% deleted'
const mostNotes = 50

/** Returns what features removed from their settings because the thing was deleted, newest first. */
function takenOut(db: Database, guildId: string, { from }: Renamed): { feature: string; changes: Changes }[] {
  const statement = takenOutOf.get(db) ?? prepareTakenOut(db)
  takenOutOf.set(db, statement)
  // Changes are only ever stored in this form.
  return statement.all({ guildId, from }).map(({ feature, changes }) => ({ feature, changes: changes as Changes }))
}

const prepareTakenOut = (db: Database) =>
  db
    .select({ feature: settingsHistory.feature, changes: settingsHistory.changes })
    .from(settingsHistory)
    .where(
      and(
        eq(settingsHistory.guildId, sql.placeholder('guildId')),
        isNull(settingsHistory.userId),
        like(settingsHistory.via, deletion),
        sql`instr(${settingsHistory.changes}, ${sql.placeholder('from')}) > 0`,
      ),
    )
    .orderBy(desc(settingsHistory.id))
    .limit(mostNotes)
    .prepare()

/** Prepared once, because it runs for each of the hundreds of things that are recreated after an attack. */
const takenOutOf = new WeakMap<Database, ReturnType<typeof prepareTakenOut>>()

/** Returns a value with what was removed from it restored under the new id; what people have changed since stays. */
function putBack(current: unknown, [before, after]: [unknown, unknown], id: Renamed): unknown {
  if (!Array.isArray(before)) return isDeepStrictEqual(current, after) ? renamed(before, id) : current
  if (!Array.isArray(current)) return current
  const list: unknown[] = [...current]
  for (const [place, one] of before.entries()) {
    if (!says(one, id.from)) continue
    const back = renamed(one, id)
    if (!list.some(other => isDeepStrictEqual(other, back))) list.splice(Math.min(place, list.length), 0, back)
  }
  return list
}

/**
 * Returns the changes that make settings refer to a thing by its new id.
 * @param texts the stored documents by feature
 */
export function renamesIn(
  db: Database,
  texts: ReadonlyMap<string, string>,
  guildId: string,
  id: Renamed,
): { feature: string; changes: Changes }[] {
  const documents = new Map<string, { before: Document; after: Document }>()
  const open = (feature: string) => {
    const before = parseDocument(texts.get(feature) ?? '{}')
    const known = documents.get(feature) ?? { before, after: before }
    documents.set(feature, known)
    return known
  }
  for (const [feature, text] of texts) {
    if (!text.includes(id.from)) continue
    const held = open(feature)
    held.after = renamed(held.before, id) as Document
  }
  for (const { feature, changes } of takenOut(db, guildId, id)) {
    const held = open(feature)
    for (const [key, [before, after]] of Object.entries(changes))
      if (says(before, id.from) && !says(after, id.from) && key in held.after)
        held.after = { ...held.after, [key]: putBack(held.after[key], [before, after], id) }
  }
  return [...documents].flatMap(([feature, { before, after }]) => {
    const changes = changesBetween(before, after)
    return Object.keys(changes).length > 0 ? [{ feature, changes }] : []
  })
}
