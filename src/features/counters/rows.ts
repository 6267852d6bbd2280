import type { Database } from '#kernel/feature.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CounterKind } from './contract.ts'
import { counterBots, counterChannels } from './table.ts'

export type CounterRow = typeof counterChannels.$inferSelect

const of = (guildId: string, kind: CounterKind) =>
  and(eq(counterChannels.guildId, guildId), eq(counterChannels.kind, kind))

export const rowsOf = (db: Database, guildId: string): CounterRow[] =>
  db.select().from(counterChannels).where(eq(counterChannels.guildId, guildId)).all()
export const rowOf = (db: Database, guildId: string, kind: CounterKind): CounterRow | undefined =>
  db.select().from(counterChannels).where(of(guildId, kind)).get()
export const everyRow = (db: Database): CounterRow[] => db.select().from(counterChannels).all()

/** Stores a counter; a new channel replaces the old one. */
export const putRow = (db: Database, row: Omit<CounterRow, 'renamedAt'>) =>
  db
    .insert(counterChannels)
    .values(row)
    .onConflictDoUpdate({
      target: [counterChannels.guildId, counterChannels.kind],
      set: {
        name: row.name,
        channelId: row.channelId,
        renamedAt: sql`CASE WHEN ${counterChannels.channelId} = excluded.channel_id THEN ${counterChannels.renamedAt} END`,
      },
    })
    .run()

export const noteRename = (db: Database, { guildId, kind }: CounterRow, at: number) =>
  db.update(counterChannels).set({ renamedAt: at }).where(of(guildId, kind)).run()

export const dropRow = (db: Database, guildId: string, kind: CounterKind) =>
  db.delete(counterChannels).where(of(guildId, kind)).run()
export const dropChannel = (db: Database, channelId: string): boolean =>
  db.delete(counterChannels).where(eq(counterChannels.channelId, channelId)).run().changes > 0

export const botsIn = (db: Database, guildId: string): number | null =>
  db.select().from(counterBots).where(eq(counterBots.guildId, guildId)).get()?.bots ?? null
export const putBots = (db: Database, guildId: string, bots: number) =>
  db
    .insert(counterBots)
    .values({ guildId, bots })
    .onConflictDoUpdate({ target: counterBots.guildId, set: { bots } })
    .run()
/** Records that one bot was added or removed; does nothing until the bots have been counted. */
export const addBots = (db: Database, guildId: string, change: 1 | -1) =>
  db
    .update(counterBots)
    .set({ bots: sql`max(0, ${counterBots.bots} + ${change})` })
    .where(eq(counterBots.guildId, guildId))
    .run()

/** Guilds whose bots must be counted. */
export const guildsWithBots = (db: Database): string[] =>
  db
    .selectDistinct({ guildId: counterChannels.guildId })
    .from(counterChannels)
    .where(inArray(counterChannels.kind, ['bots', 'members']))
    .all()
    .map(row => row.guildId)
