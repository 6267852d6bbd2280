import { and, eq, max, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { z } from 'zod'
import type { Database } from '../storage/database.ts'
import { settings, settingsHistory } from '../storage/table.ts'
import type { Document } from './document.ts'
import { historyRows } from './history-rows.ts'
import { historyLimits, pruneHistory } from './prune-history.ts'
import { changesOf, takeOutForMerge, type ThingChange } from './thing-history.ts'
import type { Revision } from './revision.ts'

const documentShape = z.record(z.string(), z.unknown()).catch({})

/** Parses a stored document. */
export const parseDocument = (text: string): Document => documentShape.parse(JSON.parse(text))

type Change = Omit<Revision, 'id'>

/**
 * How much a guild may add to its history before it is pruned again; `guilds` is for how many guilds that is
 * remembered.
 */
const unpruned = { rows: 100, bytes: historyLimits.bytes / 10, guilds: 1000 } as const

/**
 * Creates the queries on the settings tables. A change stores only the keys that it touched, so that the defaults of
 * the others may still change.
 */
export function settingsRows(db: Database) {
  const placed = { guildId: sql.placeholder('guildId'), feature: sql.placeholder('feature') }
  const one = db
    .select({ document: settings.document })
    .from(settings)
    .where(and(eq(settings.guildId, placed.guildId), eq(settings.feature, placed.feature)))
    .prepare()

  const all = db
    .select({ feature: settings.feature, text: sql<string>`${settings.document}` })
    .from(settings)
    .where(eq(settings.guildId, placed.guildId))
    .prepare()

  const newest = db
    .select({ id: max(settingsHistory.id) })
    .from(settingsHistory)
    .where(eq(settingsHistory.guildId, placed.guildId))
    .prepare()

  const document = (guildId: string, feature: string): Document | undefined => {
    const row = one.get({ guildId, feature })
    return row && documentShape.parse(row.document)
  }

  const added = new LRUCache<string, { rows: number; bytes: number }>(entryLimit(unpruned.guilds))
  /**
   * Prunes a guild's history when it has grown much. All guilds are pruned once a day; this is for those with many or
   * large changes, and for a guild that is not remembered.
   */
  const pruneIfDue = (guildId: string, bytes: number) => {
    const last = added.get(guildId) ?? { rows: unpruned.rows, bytes: 0 }
    const now = { rows: last.rows + 1, bytes: last.bytes + bytes }
    const isDue = now.rows > unpruned.rows || now.bytes > unpruned.bytes
    if (isDue) pruneHistory(db, guildId)
    added.set(guildId, isDue ? { rows: 0, bytes: 0 } : now)
  }

  const keep = ({ guildId, feature, author, at, changes }: Change) => {
    const { bytes } = db
      .insert(settingsHistory)
      .values({ guildId, feature, ...author, at, changes, touched: Object.keys(changes) })
      .returning({ bytes: sql<number>`octet_length(${settingsHistory.changes})` })
      .get()
    pruneIfDue(guildId, bytes)
  }

  return {
    document,
    /** Every document of a guild by feature, as JSON text. */
    texts: (guildId: string): Map<string, string> =>
      // Rows as arrays, as the driver returns them: a start reads a thousand servers, and naming the columns takes the
      // longest.
      new Map(all.values({ guildId }) as [string, string][]),
    ...historyRows(db),
    /** The id of a guild's newest revision; 0 while there is none. */
    newestRevision: (guildId: string): number => newest.get({ guildId })?.id ?? 0,

    documents(guildId: string): Record<string, unknown> {
      const found = db.select().from(settings).where(eq(settings.guildId, guildId)).all()
      return Object.fromEntries(found.map(row => [row.feature, row.document]))
    },

    /** Stores the document and its history row, or neither. */
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
        keep({ guildId, feature, author, at, changes })
      })
    },

    /** Records a change of a thing in the history, in the caller's transaction or one of its own. */
    noteThing(change: Omit<Change, 'changes'>, thing: ThingChange) {
      const changes = changesOf(thing)
      if (Object.keys(changes).length === 0) return
      const noted = { ...change, changes }
      db.transaction(() => keep({ ...noted, changes: takeOutForMerge(db, noted, thing) }))
    },
  }
}
