import type { Database } from '#kernel/feature.ts'
import { and, count, eq, lte, max, sql } from 'drizzle-orm'
import { reputationGifts } from './table.ts'

interface Gift {
  guildId: string
  giverId: string
  receiverId: string
  /** Unix ms. */
  at: number
}

/**
 * Records a gift, unless the giver gave one within the last `waitMs`; the check and the insert are one statement. A
 * gift dated in the future, recorded by a clock that was ahead, makes nobody wait.
 * @returns undefined if it was recorded, otherwise when the giver may give again (Unix ms)
 */
export function recordGift(
  db: Database,
  { guildId, giverId, receiverId, at }: Gift,
  waitMs: number,
): number | undefined {
  const gifts = reputationGifts
  const { changes } = db.run(sql`
    insert into ${gifts} (guild_id, giver_id, receiver_id, at)
    select ${guildId}, ${giverId}, ${receiverId}, ${at}
    where not exists (
      select 1 from ${gifts}
      where ${and(eq(gifts.guildId, guildId), eq(gifts.giverId, giverId))} and ${gifts.at} > ${at - waitMs} and ${gifts.at} <= ${at}
    )`)
  if (changes > 0) return undefined
  const last = db
    .select({ at: max(gifts.at) })
    .from(gifts)
    .where(and(eq(gifts.guildId, guildId), eq(gifts.giverId, giverId), lte(gifts.at, at)))
    .get()
  return (last?.at ?? at) + waitMs
}

/** How much reputation a user gave and received in a guild. */
export function reputationOf(db: Database, guildId: string, userId: string): { given: number; received: number } {
  const of = (column: typeof reputationGifts.giverId | typeof reputationGifts.receiverId) =>
    db
      .select({ gifts: count() })
      .from(reputationGifts)
      .where(and(eq(reputationGifts.guildId, guildId), eq(column, userId)))
      .get()?.gifts ?? 0
  return { given: of(reputationGifts.giverId), received: of(reputationGifts.receiverId) }
}
