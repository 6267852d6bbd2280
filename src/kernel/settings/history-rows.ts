import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, max, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { changeWays } from '../history/contract.ts'
import type { Database } from '../storage/database.ts'
import { prunedSettings, settingsHistory } from '../storage/table.ts'
import { type HistorySearch, inParts, searchHistory, storedBytes } from './history-search.ts'
import { nameField, thingKey } from './thing-history.ts'
import type { Author, Revision } from './revision.ts'

const changesShape = z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).catch({})

/** Selects revisions: of one feature, and between two ids (exclusive). */
export interface HistoryPart {
  feature?: string
  /** Only those that match all of these conditions. */
  filter?: HistoryFilter
  before?: number
  after?: number
  /** Only these ids, such as those that a search found. */
  ids?: readonly number[] | undefined
  /** The most revisions; 50 unless given. */
  limit?: number
}

export interface HistoryFilter {
  features: readonly string[]
  /** The key prefix of one thing's changes without the last slash: 'commands/abc'. */
  thing?: string | undefined
  userId?: string | undefined
  way?: (typeof changeWays)[number] | undefined
  /** Only changes at or after this time (Unix ms). */
  from?: number | undefined
}

/** Ways that are stored under their own name; everything else stored is a reason of the bot's own. */
const named = changeWays.filter(way => way !== 'bot')

/** Searches the stored JSON text of the list, so that no row has to be parsed. */
const hasTouched = (name: string): SQL => sql`instr(${settingsHistory.touched}, ${JSON.stringify(name)}) > 0`

function matches({ features, thing, userId, way, from }: HistoryFilter): SQL | undefined {
  const { feature, via } = settingsHistory
  return and(
    inArray(feature, [...features]),
    thing === undefined ? undefined : hasTouched(`${thing}/${nameField}`),
    userId === undefined ? undefined : eq(settingsHistory.userId, userId),
    way === undefined ? undefined : way === 'bot' ? notInArray(via, named) : eq(via, way),
    from === undefined ? undefined : gte(settingsHistory.at, from),
  )
}

/** The changes of a setting after a certain revision. */
export interface Touch {
  /** The ids of the first and the last revision after it that touched the setting. */
  first: number
  last: number
  /** The author and time of the last one (Unix ms). */
  author: Author
  at: number
}

const authorFrom = (row: {
  userId: string | null
  via: string
  place: string | null
  restores: number | null
}): Author => ({
  userId: row.userId,
  via: row.via,
  ...(row.place !== null && { place: row.place }),
  ...(row.restores !== null && { restores: row.restores }),
})

const fits = (guildId: string, { feature, filter, before, after, ids }: HistoryPart): SQL | undefined =>
  and(
    eq(settingsHistory.guildId, guildId),
    feature === undefined ? undefined : eq(settingsHistory.feature, feature),
    filter && matches(filter),
    before === undefined ? undefined : lt(settingsHistory.id, before),
    after === undefined ? undefined : gt(settingsHistory.id, after),
    ids && inArray(settingsHistory.id, [...ids]),
  )

/** Creates the queries that read the history of settings. */
export const historyRows = (db: Database) => ({
  /** Newest first. */
  history(guildId: string, options: HistoryPart = {}): Revision[] {
    return db
      .select()
      .from(settingsHistory)
      .where(fits(guildId, options))
      .orderBy(desc(settingsHistory.id))
      .limit(options.limit ?? 50)
      .all()
      .map(({ userId, via, place, restores, changes, touched: _touched, ...row }) => ({
        ...row,
        author: authorFrom({ userId, via, place, restores }),
        changes: changesShape.parse(changes),
      }))
  },

  /**
   * Returns the ids of matching revisions, newest first, in parts small enough that reading one delays nobody
   * noticeably. Together they hold at most `mostBytes` and one more change, so there may be fewer than asked for; an
   * empty result means that none are left.
   */
  historyParts(guildId: string, options: HistoryPart, mostBytes: number): number[][] {
    const rows = db
      .select({ id: settingsHistory.id, bytes: storedBytes })
      .from(settingsHistory)
      .where(fits(guildId, options))
      .orderBy(desc(settingsHistory.id))
      .limit(options.limit ?? 50)
      .all()
    let bytes = 0
    const page = rows.filter(row => {
      const isIn = bytes < mostBytes
      bytes += row.bytes
      return isIn
    })
    return [...inParts(page)]
  },

  /** Returns who touched which settings of a feature after a revision, without reading the values. */
  touchedSince(guildId: string, feature: string, after: number): Map<string, Touch> {
    const { id, touched } = settingsHistory
    const found = db.all<{ name: string; first: number; last: number }>(sql`
      SELECT one.value AS name, min(${id}) AS first, max(${id}) AS last
      FROM ${settingsHistory}, json_each(${touched}) AS one
      WHERE ${settingsHistory.guildId} = ${guildId} AND ${settingsHistory.feature} = ${feature} AND ${id} > ${after}
      GROUP BY one.value`)
    const lastIds = found.map(({ last }) => last)
    const { userId, via, place, restores, at } = settingsHistory
    const rows = db
      .select({ id, userId, via, place, restores, at })
      .from(settingsHistory)
      .where(inArray(id, lastIds))
      .all()
    const touches = new Map(rows.map(row => [row.id, { author: authorFrom(row), at: row.at }]))
    return new Map(
      found.flatMap(({ name, first, last }) => {
        const touch = touches.get(last)
        return touch ? [[name, { first, last, ...touch }]] : []
      }),
    )
  },

  /** Returns when settings of a feature were touched after a revision by changes that are no longer kept (Unix ms). */
  prunedSince(guildId: string, feature: string, after: number): Map<string, number> {
    const { name, at, revision } = prunedSettings
    const here = and(eq(prunedSettings.guildId, guildId), eq(prunedSettings.feature, feature), gt(revision, after))
    const rows = db.select({ name, at }).from(prunedSettings).where(here).all()
    return new Map(rows.map(row => [row.name, row.at]))
  },

  /** Returns the value of a setting before a revision that touched it. */
  valueBefore(revision: number, name: string): unknown {
    const { id, changes } = settingsHistory
    const row = db
      .select({ value: sql<string | null>`${changes} -> ${`$."${name}"[0]`}` })
      .from(settingsHistory)
      .where(eq(id, revision))
      .get()
    return JSON.parse(row?.value ?? 'null')
  },

  /**
   * Returns the fields that the newest change of a thing recorded, with their values then. @param name the key that all
   * its changes record
   */
  lastNoted(guildId: string, feature: string, name: string, at?: number): Record<string, unknown> {
    const which = at === undefined ? hasTouched(name) : eq(settingsHistory.id, at)
    const row = db
      .select({ changes: settingsHistory.changes })
      .from(settingsHistory)
      .where(and(eq(settingsHistory.guildId, guildId), eq(settingsHistory.feature, feature), which))
      .orderBy(desc(settingsHistory.id))
      .limit(1)
      .get()
    return Object.fromEntries(
      Object.entries(changesShape.parse(row?.changes ?? {})).flatMap(([key, [before, after]]) => {
        const value = after ?? before
        return value === null || value === undefined ? [] : [[thingKey(key)?.field ?? key, value]]
      }),
    )
  },

  /**
   * Returns all things of a feature that the history knows: the key that their changes record, and the newest revision
   * of each.
   */
  notedThings(guildId: string, feature: string): { name: string; last: number }[] {
    return db.all(sql`
      SELECT one.value AS name, max(${settingsHistory.id}) AS last
      FROM ${settingsHistory}, json_each(${settingsHistory.touched}) AS one
      WHERE ${settingsHistory.guildId} = ${guildId} AND ${settingsHistory.feature} = ${feature}
        AND one.value GLOB '*/*/'
      GROUP BY one.value`)
  },

  searchHistory: (guildId: string, filter: HistoryFilter, search: HistorySearch): Promise<number[]> =>
    searchHistory(db, guildId, matches(filter), search),

  countHistory: (guildId: string, filter: HistoryFilter): number =>
    db
      .select({ rows: count() })
      .from(settingsHistory)
      .where(and(eq(settingsHistory.guildId, guildId), matches(filter)))
      .get()?.rows ?? 0,

  /** Returns who changed something, and which features were changed. At most 100 people, the latest ones. */
  historyFacets(guildId: string, isVisible: (feature: string) => boolean): { userIds: string[]; features: string[] } {
    const { userId, feature, id } = settingsHistory
    const here = eq(settingsHistory.guildId, guildId)
    const all = db.selectDistinct({ feature }).from(settingsHistory).where(here).all()
    const features = all.map(row => row.feature).filter(isVisible)
    const people = db
      .select({ userId })
      .from(settingsHistory)
      .where(and(here, isNotNull(userId), inArray(feature, features)))
      .groupBy(userId)
      .orderBy(desc(max(id)))
      .limit(100)
      .all()
    return { userIds: people.flatMap(row => row.userId ?? []), features }
  },

  /** Returns when each of these revisions was last undone (Unix ms). */
  restoredAt(guildId: string, ids: readonly number[]): Map<number, number> {
    const rows = db
      .select({ restores: settingsHistory.restores, at: max(settingsHistory.at) })
      .from(settingsHistory)
      .where(and(eq(settingsHistory.guildId, guildId), inArray(settingsHistory.restores, [...ids])))
      .groupBy(settingsHistory.restores)
      .all()
    return new Map(rows.flatMap(({ restores, at }) => (restores === null || at === null ? [] : [[restores, at]])))
  },
})
