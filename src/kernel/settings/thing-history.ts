import { and, desc, eq, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'
import type { Revision } from './revision.ts'

type Change = Omit<Revision, 'id'>
type Changes = Change['changes']

/**
 * A change of one of the things that a feature declares. `before` is undefined for a new one, `after` for a deleted
 * one.
 */
export interface ThingChange {
  /** Its key in `things`. */
  kind: string
  /** Must not contain a slash. */
  id: string
  /** Its present name, or the last one before it was deleted. */
  name: string
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  /** The ids of the channel it was posted in, and of the previous one. */
  posted?: { before: string | null; after: string }
}

/** After this pause between two saves by one person, a new entry begins (ms). */
const pauseMs = 5 * 60_000
/** How many of a feature's newest changes are searched for one to merge with. */
const recent = 50

/** The field under which every change records the thing's name: null before it was created, and after it is deleted. */
export const nameField = ''
export const postedField = 'posted'

const prefixOf = ({ kind, id }: Pick<ThingChange, 'kind' | 'id'>): string => `${kind}/${id}/`

/** Parses the key of a recorded change into the thing and its field; undefined for a setting. */
export function thingKey(key: string): { kind: string; id: string; field: string } | undefined {
  const [, kind, id, field] = /^([^/]+)\/([^/]+)\/([^/]*)$/.exec(key) ?? []
  return kind === undefined || id === undefined || field === undefined ? undefined : { kind, id, field }
}

/**
 * Returns what the history records of a change: 'panels/abc/title' to the old and new value. Empty when nothing
 * changed.
 */
export function changesOf({ posted, before, after, name: called, ...thing }: ThingChange): Changes {
  const prefix = prefixOf(thing)
  const existing = (isThere: boolean) => (isThere ? called : null)
  const key = `${prefix}${nameField}`
  if (posted) return { [key]: [called, called], [`${prefix}${postedField}`]: [posted.before, posted.after] }
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const fields = names
    .filter(name => !isDeepStrictEqual(before?.[name], after?.[name]))
    .map((name): [string, [unknown, unknown]] => [`${prefix}${name}`, [before?.[name], after?.[name]]])
  if (fields.length === 0) return {}
  return { [key]: [existing(before !== undefined), existing(after !== undefined)], ...Object.fromEntries(fields) }
}

const changesShape = z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).catch({})

/** Whether changes may be merged into one entry with others: they are neither a deletion nor a posting. */
const isEditing = (changes: Changes, isFirst: boolean): boolean =>
  Object.entries(changes).every(([key, [before, after]]) => {
    const field = thingKey(key)?.field
    return field === nameField ? after !== null && (isFirst || before !== null) : field !== postedField
  })

const isName = (key: string) => thingKey(key)?.field === nameField

/** Merges two changes; undefined when they cancel each other out. */
function joined(first: Changes, second: Changes): Changes | undefined {
  const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  const all = keys.map((key): [string, [unknown, unknown]] => {
    const [was, is] = [first[key] ?? second[key], second[key] ?? first[key]]
    return [key, [was?.[0], is?.[1]]]
  })
  const [called, rest] = [all.filter(([key]) => isName(key)), all.filter(([key]) => !isName(key))]
  const left = rest.filter(([, [was, is]]) => !isDeepStrictEqual(was, is))
  return left.length === 0 ? undefined : Object.fromEntries([...called, ...left])
}

/**
 * Removes from the history the entry that a change of a thing continues: the newest of that thing, if the same person
 * made it in the same way minutes ago. It is stored again, merged with the change, under a new id, so that somebody who
 * has read the former entry counts as having read before this one.
 * @returns the changes to store
 */
export function takeOutForMerge(db: Database, change: Change, thing: Pick<ThingChange, 'kind' | 'id'>): Changes {
  const { guildId, feature, author, at, changes } = change
  if (
    author.userId === null ||
    author.apart === true ||
    (author.restores ?? null) !== null ||
    !isEditing(changes, false)
  )
    return changes
  const prefix = prefixOf(thing)
  const { id, userId, via, place, restores, touched } = settingsHistory
  const newest = db
    .select({ id, userId, via, place, restores, at: settingsHistory.at, touched })
    .from(settingsHistory)
    .where(and(eq(settingsHistory.guildId, guildId), eq(settingsHistory.feature, feature)))
    .orderBy(desc(id))
    .limit(recent)
    .all()
    .find(row => Array.isArray(row.touched) && row.touched.some(key => String(key).startsWith(prefix)))
  const isContinued =
    newest !== undefined &&
    newest.userId === author.userId &&
    newest.via === author.via &&
    newest.place === (author.place ?? null) &&
    newest.restores === null &&
    Math.abs(at - newest.at) < pauseMs
  if (!isContinued) return changes
  const stored = db
    .select({ changes: sql<string>`${settingsHistory.changes}` })
    .from(settingsHistory)
    .where(eq(id, newest.id))
    .get()
  const former = changesShape.parse(JSON.parse(stored?.changes ?? '{}'))
  const merged = isEditing(former, true) ? joined(former, changes) : undefined
  if (!merged) return changes
  db.delete(settingsHistory).where(eq(id, newest.id)).run()
  return merged
}
