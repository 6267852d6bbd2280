import { desc, eq } from 'drizzle-orm'
import { personOf } from '#kit/people.ts'
import type { Services } from '../feature.ts'
import { madeChanges } from '../storage/table.ts'
import type { ManyChanges } from './contract.ts'

/** The last changes that were made at once in a server; null if there are none, or they were undone. */
export async function lastApplied({ db, client }: Services, guildId: string): Promise<ManyChanges | null> {
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
