import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '../feature.ts'
import { madeChanges } from '../storage/table.ts'
import type { RevisionItem } from './contract.ts'

/** The entries of the history that they have, as they are stored. */
export const entryIds = z.array(z.int())

/** Which of a server's entries in the history were made at once, and how: the last few setups, imports and copies are remembered. */
export function madeAtOnce({ db }: Services, guildId: string): ReadonlyMap<number, NonNullable<RevisionItem['many']>> {
  const rows = db.select().from(madeChanges).where(eq(madeChanges.guildId, guildId)).all()
  return new Map(
    rows.flatMap(({ id, kind, changes, undoneAt, revisions }) => {
      const many = { id, kind, changes, undone: undoneAt !== null }
      return entryIds.parse(revisions).map(entry => [entry, many] as const)
    }),
  )
}
