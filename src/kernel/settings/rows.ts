import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, max, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { changeWays } from '../contract.ts'
import type { Database } from '../storage/database.ts'
import { type HistorySearch, searchHistory } from './history-search.ts'
import { pruneHistory } from './prune-history.ts'
import { settings, settingsHistory } from '../storage/table.ts'
import type { Document } from './document.ts'
import type { Author, Revision } from './revision.ts'

const documentShape = z.record(z.string(), z.unknown()).catch({})
const changesShape = z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).catch({})

type Change = Omit<Revision, 'id'>

const pruneEvery = 100

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
  userId?: string | undefined
  way?: (typeof changeWays)[number] | undefined
  /** Unix ms. */
  from?: number | undefined
}

/** Ways that are written down as such; all others are reasons of the bot's own. */
const named = changeWays.filter(way => way !== 'bot')

function matches({ features, userId, way, from }: HistoryFilter): SQL | undefined {
  const { feature, via } = settingsHistory
  return and(
    inArray(feature, [...features]),
    userId === undefined ? undefined : eq(settingsHistory.userId, userId),
    way === undefined ? undefined : way === 'bot' ? notInArray(via, named) : eq(via, way),
    from === undefined ? undefined : gte(settingsHistory.at, from),
  )
}

/**
 * The settings tables. What a change stores is only the keys it touched, so that a default may still change for the
 * others.
 */
export function settingsRows(db: Database) {
  const placed = { guildId: sql.placeholder('guildId'), feature: sql.placeholder('feature') }
  const one = db
    .select({ document: settings.document })
    .from(settings)
    .where(and(eq(settings.guildId, placed.guildId), eq(settings.feature, placed.feature)))
    .prepare()

  const document = (guildId: string, feature: string): Document | undefined => {
    const row = one.get({ guildId, feature })
    return row && documentShape.parse(row.document)
  }

  return {
    document,

    documents(guildId: string): Record<string, unknown> {
      const found = db.select().from(settings).where(eq(settings.guildId, guildId)).all()
      return Object.fromEntries(found.map(row => [row.feature, row.document]))
    },

    /** The document and its history row, or neither. */
    store({ guildId, feature, author, at, changes }: Change) {
      db.transaction(tx => {
        const after = Object.fromEntries(Object.entries(changes).map(([key, [, value]]) => [key, value]))
        const merged = { ...document(guildId, feature), ...after }
        tx.insert(settings)
          .values({ guildId, feature, document: merged, changedAt: at })
          .onConflictDoUpdate({
            target: [settings.guildId, settings.feature],
            set: { document: merged, changedAt: at },
          })
          .run()
        const { id } = tx
          .insert(settingsHistory)
          .values({ guildId, feature, ...author, at, changes })
          .returning({ id: settingsHistory.id })
          .get()
        // All are pruned once a day; guilds that change settings constantly are pruned sooner.
        if (id % pruneEvery === 0) pruneHistory(db, guildId, at)
      })
    },

    /** Newest first. */
    history(guildId: string, options: HistoryPart = {}): Revision[] {
      return db
        .select()
        .from(settingsHistory)
        .where(
          and(
            eq(settingsHistory.guildId, guildId),
            options.feature === undefined ? undefined : eq(settingsHistory.feature, options.feature),
            options.filter && matches(options.filter),
            options.before === undefined ? undefined : lt(settingsHistory.id, options.before),
            options.after === undefined ? undefined : gt(settingsHistory.id, options.after),
            options.ids && inArray(settingsHistory.id, [...options.ids]),
          ),
        )
        .orderBy(desc(settingsHistory.id))
        .limit(options.limit ?? 50)
        .all()
        .map(({ userId, via, restores, changes, ...row }) => ({
          ...row,
          author: { userId, via, ...(restores !== null && { restores }) } satisfies Author,
          changes: changesShape.parse(changes),
        }))
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
    historyFacets(guildId: string): { userIds: string[]; features: string[] } {
      const { userId, feature, id } = settingsHistory
      const here = eq(settingsHistory.guildId, guildId)
      const people = db
        .select({ userId })
        .from(settingsHistory)
        .where(and(here, isNotNull(userId)))
        .groupBy(userId)
        .orderBy(desc(max(id)))
        .limit(100)
        .all()
      const features = db.selectDistinct({ feature }).from(settingsHistory).where(here).all()
      return { userIds: people.flatMap(row => row.userId ?? []), features: features.map(row => row.feature) }
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
  }
}
