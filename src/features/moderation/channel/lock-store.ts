import type { Database } from '#kernel/feature.ts'
import { and, eq } from 'drizzle-orm'
import { storable, storedStands, type Stand } from './lock-overwrites.ts'
import { channelLocks } from './table.ts'

const one = (guildId: string, channelId: string) =>
  and(eq(channelLocks.guildId, guildId), eq(channelLocks.channelId, channelId))

/** Remembers what stands before a lock. @returns false when the channel is locked already; nothing changes then */
export function rememberLock(
  db: Database,
  lock: { guildId: string; channelId: string; stands: readonly Stand[]; at: number },
): boolean {
  const { guildId, channelId, stands, at } = lock
  const { changes } = db
    .insert(channelLocks)
    .values({ guildId, channelId, stands: storable(stands), lockedAt: at })
    .onConflictDoNothing()
    .run()
  return changes > 0
}

/** What stood before the lock, or undefined when the channel is not locked. */
export function lockOf(db: Database, guildId: string, channelId: string): Stand[] | undefined {
  const row = db.select().from(channelLocks).where(one(guildId, channelId)).get()
  return row && storedStands.parse(row.stands)
}

export function forgetLock(db: Database, guildId: string, channelId: string): void {
  db.delete(channelLocks).where(one(guildId, channelId)).run()
}

export function forgetLocks(db: Database, guildId: string): void {
  db.delete(channelLocks).where(eq(channelLocks.guildId, guildId)).run()
}

/** For the export of a guild. */
export const locksOf = (db: Database, guildId: string) =>
  db.select().from(channelLocks).where(eq(channelLocks.guildId, guildId)).all()
