import type { Database } from '#kernel/feature.ts'
import { count, countDistinct, desc, eq } from 'drizzle-orm'
import { reputationGifts } from './table.ts'

/**
 * Members by the reputation they received, most first.
 * @returns one page, and how many members have any
 */
export function reputationBoard(
  db: Database,
  guildId: string,
  { limit, offset }: { limit: number; offset: number },
): { rows: { userId: string; received: number }[]; total: number } {
  const here = eq(reputationGifts.guildId, guildId)
  const received = count()
  const rows = db
    .select({ userId: reputationGifts.receiverId, received })
    .from(reputationGifts)
    .where(here)
    .groupBy(reputationGifts.receiverId)
    .orderBy(desc(received), reputationGifts.receiverId)
    .limit(limit)
    .offset(offset)
    .all()
  const total = db
    .select({ total: countDistinct(reputationGifts.receiverId) })
    .from(reputationGifts)
    .where(here)
    .get()
  return { rows, total: total?.total ?? 0 }
}
