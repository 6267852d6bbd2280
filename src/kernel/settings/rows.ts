import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../storage/database.ts'
import { settings, settingsHistory } from '../storage/table.ts'
import type { Document } from './document.ts'
import type { Author, Revision } from './revision.ts'

const documentShape = z.record(z.string(), z.unknown()).catch({})
const changesShape = z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).catch({})

type Change = Omit<Revision, 'id'>

/** Which revisions: of one feature, and between two ids (neither of them included). */
export interface HistoryPart {
  feature?: string
  /** Of these features alone. */
  features?: readonly string[]
  before?: number
  after?: number
  /** 50 unless told. */
  limit?: number
}

/** The settings tables. What a change stores is only the keys it touched, so that a default may still change for the others. */
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
        tx.insert(settingsHistory)
          .values({ guildId, feature, ...author, at, changes })
          .run()
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
            options.features && inArray(settingsHistory.feature, [...options.features]),
            options.before === undefined ? undefined : lt(settingsHistory.id, options.before),
            options.after === undefined ? undefined : gt(settingsHistory.id, options.after),
          ),
        )
        .orderBy(desc(settingsHistory.id))
        .limit(options.limit ?? 50)
        .all()
        .map(({ userId, via, changes, ...row }) => ({
          ...row,
          author: { userId, via } satisfies Author,
          changes: changesShape.parse(changes),
        }))
    },
  }
}
