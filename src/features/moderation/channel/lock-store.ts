import type { Database } from '#kernel/feature.ts'
import { and, eq } from 'drizzle-orm'
import { toStored, savedOverwrites, type SavedOverwrite } from './lock-overwrites.ts'
import { channelLocks } from './table.ts'

const one = (guildId: string, channelId: string) =>
  and(eq(channelLocks.guildId, guildId), eq(channelLocks.channelId, channelId))

/** Stores what a lock is about to replace. @returns false if the channel is already locked; then nothing changes */
export function storeLock(
  db: Database,
  lock: { guildId: string; channelId: string; saved: readonly SavedOverwrite[]; at: number },
): boolean {
  const { guildId, channelId, saved, at } = lock
  const { changes } = db
    .insert(channelLocks)
    .values({ guildId, channelId, stands: toStored(saved), lockedAt: at })
    .onConflictDoNothing()
    .run()
  return changes > 0
}

/** Returns the overwrites from before the lock, or undefined if the channel is not locked. */
export function readLock(db: Database, guildId: string, channelId: string): SavedOverwrite[] | undefined {
  const row = db.select().from(channelLocks).where(one(guildId, channelId)).get()
  return row && savedOverwrites.parse(row.stands)
}

export function forgetLock(db: Database, guildId: string, channelId: string): void {
  db.delete(channelLocks).where(one(guildId, channelId)).run()
}
