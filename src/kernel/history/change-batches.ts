import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '../feature.ts'
import { madeChanges } from '../storage/table.ts'
import type { RevisionItem } from './contract.ts'

/** The ids of the history entries that were made at once, as they are stored. */
export const entryIds = z.array(z.int())

/**
 * Returns which of a server's history entries were made together, and how, by id. The last few setups, imports and
 * copies are kept.
 */
export function madeAtOnce({ db }: Services, guildId: string): ReadonlyMap<number, NonNullable<RevisionItem['many']>> {
  const rows = db.select().from(madeChanges).where(eq(madeChanges.guildId, guildId)).all()
  return new Map(
    rows.flatMap(({ id, kind, changes, undoneAt, revisions }) => {
      const many = { id, kind, changes, undone: undoneAt !== null }
      return entryIds.parse(revisions).map(entry => [entry, many] as const)
    }),
  )
}
