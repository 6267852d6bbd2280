import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { personOf } from '#kit/people.ts'
import type { Services } from '../feature.ts'
import type { RevisionItem } from '../history/contract.ts'
import { madeChanges } from '../storage/table.ts'
import type { ManyChanges } from './contract.ts'

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

/** The last of them in a server, unless it was taken back. */
export async function lastMade({ db, client }: Services, guildId: string): Promise<ManyChanges | null> {
  const row = db
    .select()
    .from(madeChanges)
    .where(eq(madeChanges.guildId, guildId))
    .orderBy(desc(madeChanges.id))
    .limit(1)
    .get()
  if (!row || row.undoneAt !== null) return null
  const by = row.userId === null ? null : await personOf(client, row.userId)
  return { id: row.id, kind: row.kind, changes: row.changes, by, at: row.at }
}
