import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, max, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { changeWays } from '../history/contract.ts'
import type { Database } from '../storage/database.ts'
import { prunedSettings, settingsHistory } from '../storage/table.ts'
import { type HistorySearch, inParts, searchHistory, storedBytes } from './history-search.ts'
import { calledAs, thingKey } from './note-thing.ts'
import type { Author, Revision } from './revision.ts'

const changesShape = z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).catch({})

/** Which revisions: of one feature, and between two ids (neither of them included). */
export interface HistoryPart {
  feature?: string
  /** Only those that all of this is true of. */
  filter?: HistoryFilter
  before?: number
  after?: number
  /** Only these, as a search found them. */
  ids?: readonly number[] | undefined
  /** 50 unless told. */
  limit?: number
}

export interface HistoryFilter {
  features: readonly string[]
  /** What the changes of one thing are known by, but for its last slash: 'commands/abc'. */
  thing?: string | undefined
  userId?: string | undefined
  way?: (typeof changeWays)[number] | undefined
  /** Unix ms. */
  from?: number | undefined
}

/** Ways that are written down as such; all others are reasons of the bot's own. */
const named = changeWays.filter(way => way !== 'bot')

/** As it stands in the list: nothing is parsed for it, row after row. */
const hasTouched = (name: string): SQL => sql`instr(${settingsHistory.touched}, ${JSON.stringify(name)}) > 0`

function matches({ features, thing, userId, way, from }: HistoryFilter): SQL | undefined {
  const { feature, via } = settingsHistory
  return and(
    inArray(feature, [...features]),
    thing === undefined ? undefined : hasTouched(`${thing}/${calledAs}`),
    userId === undefined ? undefined : eq(settingsHistory.userId, userId),
    way === undefined ? undefined : way === 'bot' ? notInArray(via, named) : eq(via, way),
    from === undefined ? undefined : gte(settingsHistory.at, from),
  )
}

/** That a setting was touched after some revision. */
export interface Touch {
  /** The first revision after it that did, and the last. */
  first: number
  last: number
  /** Of the last one: who and when, Unix ms. */
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

/** What reads the history of settings. */
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
   * The ids of what fits, newest first, in parts small enough that nobody notices one being read. All together hold
   * `mostBytes` and one change more at most, so there may be fewer than asked for; with nothing, nothing is left.
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

  /** Who touched which settings of a feature after a revision, without reading what they changed. */
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

  /** When settings of a feature were touched after a revision by changes that are no longer kept, Unix ms. */
  prunedSince(guildId: string, feature: string, after: number): Map<string, number> {
    const { name, at, revision } = prunedSettings
    const here = and(eq(prunedSettings.guildId, guildId), eq(prunedSettings.feature, feature), gt(revision, after))
    const rows = db.select({ name, at }).from(prunedSettings).where(here).all()
    return new Map(rows.map(row => [row.name, row.at]))
  },

  /** What a setting was before a revision that touched it. */
  valueBefore(revision: number, name: string): unknown {
    const { id, changes } = settingsHistory
    const row = db
      .select({ value: sql<string | null>`${changes} -> ${`$."${name}"[0]`}` })
      .from(settingsHistory)
      .where(eq(id, revision))
      .get()
    return JSON.parse(row?.value ?? 'null')
  },

  /** The fields that the newest change of a thing noted, as they were then. @param name what its changes are known by */
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

  /** What the changes of a feature's things are known by, of all things that the history knows, and the newest of each. */
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

  /** Who changed something and what was changed. At most 100 people, those who did last. */
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

  /** When each of these revisions was last undone, Unix ms. */
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
