import type { Database } from '#kernel/feature.ts'
import { and, count, eq, sql } from 'drizzle-orm'
import { keyOfAnother } from '#kit/request-key.ts'
import { inviteBonuses, inviteJoins } from './table.ts'

interface Entry {
  guildId: string
  userId: string
  byId: string
  /** Unix ms. */
  at: number
}

/**
 * Gives invites by hand, or takes them if `amount` is negative.
 * @param key the caller's key for this request: repeating it gives them only once
 * @throws UserError 409 if the key was used for something else
 */
export function addBonus(db: Database, entry: Entry, amount: number, key?: string): void {
  const code = key === undefined ? null : `press ${key}`
  const { changes } = db
    .insert(inviteBonuses)
    .values({ ...entry, amount, code })
    .onConflictDoNothing()
    .run()
  if (changes > 0 || code === null) return
  const done = db
    .select()
    .from(inviteBonuses)
    .where(and(eq(inviteBonuses.guildId, entry.guildId), eq(inviteBonuses.code, code)))
    .get()
  if (done?.userId !== entry.userId || done.amount !== amount) throw keyOfAnother()
}

/** Cancels out the bonus with one more entry, so that an import that was reset is not imported again. */
export function resetBonus(db: Database, { guildId, userId, byId, at }: Entry): void {
  const { guildId: inGuild, userId: owner, amount } = inviteBonuses
  db.run(sql`
    insert into ${inviteBonuses} (guild_id, user_id, amount, by_id, at)
    select ${guildId}, ${userId}, -sum(${amount}), ${byId}, ${at}
    from ${inviteBonuses} where ${and(eq(inGuild, guildId), eq(owner, userId))}
    having sum(${amount}) <> 0`)
}

/**
 * Adds the uses that an invite had before it was tracked; joins that we saw are already counted.
 * @returns how many were added: zero when this code was imported before
 */
export function importCode(db: Database, entry: Entry, code: string, uses: number): number {
  const { guildId } = entry
  const seen = db
    .select({ joins: count() })
    .from(inviteJoins)
    .where(and(eq(inviteJoins.guildId, guildId), eq(inviteJoins.code, code)))
    .get()
  const amount = Math.max(0, uses - (seen?.joins ?? 0))
  const { changes } = db
    .insert(inviteBonuses)
    .values({ ...entry, amount, code })
    .onConflictDoNothing()
    .run()
  return changes > 0 ? amount : 0
}
