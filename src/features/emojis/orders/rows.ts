import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { snowflake } from '#contract'
import type { Author, Services } from '#kernel/feature.ts'
import { emojiAdded, emojiOrders, emojiRemoved } from '../table.ts'

type Db = Pick<Services, 'db'>
export type EmojiOrder = typeof emojiOrders.$inferSelect
export type NewOrder = Pick<EmojiOrder, 'kind' | 'name' | 'animated'> &
  Partial<Pick<EmojiOrder, 'emojiId' | 'fileId' | 'key' | 'asked'>> & { roles?: readonly string[] | undefined }

const ids = z.array(snowflake).catch([])
/** Reads ids that are stored as JSON. */
export const idsOf = (stored: unknown): string[] => ids.parse(stored ?? [])

export const orderOf = ({ db }: Db, guildId: string, id: number): EmojiOrder | undefined =>
  db
    .select()
    .from(emojiOrders)
    .where(and(eq(emojiOrders.guildId, guildId), eq(emojiOrders.id, id)))
    .get()

export const ordersOf = ({ db }: Db, guildId: string): EmojiOrder[] =>
  db.select().from(emojiOrders).where(eq(emojiOrders.guildId, guildId)).orderBy(asc(emojiOrders.id)).all()

export const everyOrder = ({ db }: Db): EmojiOrder[] => db.select().from(emojiOrders).orderBy(asc(emojiOrders.id)).all()

export const countOrders = ({ db }: Db, guildId: string): number =>
  db.select({ all: count() }).from(emojiOrders).where(eq(emojiOrders.guildId, guildId)).get()?.all ?? 0

export const insertOrder = ({ db }: Db, guildId: string, order: NewOrder, author: Author, at: number): EmojiOrder =>
  db
    .insert(emojiOrders)
    .values({
      guildId,
      ...order,
      roles: order.roles ?? null,
      byId: author.userId,
      via: author.via,
      place: author.place ?? null,
      at,
    })
    .returning()
    .get()

export const changeOrder = ({ db }: Db, { id }: EmojiOrder, patch: Partial<Omit<EmojiOrder, 'id' | 'guildId'>>): void =>
  void db.update(emojiOrders).set(patch).where(eq(emojiOrders.id, id)).run()

export const deleteOrder = ({ db }: Db, { id }: EmojiOrder): void =>
  void db.delete(emojiOrders).where(eq(emojiOrders.id, id)).run()

export const authorOf = ({ byId, via, place }: EmojiOrder): Author => ({ userId: byId, via, place })

/** The members for whom the bot added emojis, by emoji id. */
export const addersOf = ({ db }: Db, guildId: string): Map<string, string | null> =>
  new Map(
    db
      .select({ id: emojiAdded.emojiId, byId: emojiAdded.byId })
      .from(emojiAdded)
      .where(eq(emojiAdded.guildId, guildId))
      .all()
      .map(({ id, byId }) => [id, byId]),
  )

/** The emoji that a request with this key has added, and what it asked for. */
export const addedWith = ({ db }: Db, guildId: string, byId: string, key: string) =>
  db
    .select({ id: emojiAdded.emojiId, asked: emojiAdded.asked })
    .from(emojiAdded)
    .where(and(eq(emojiAdded.guildId, guildId), eq(emojiAdded.byId, byId), eq(emojiAdded.key, key)))
    .get()

/** The new id of a deleted emoji that has been restored. */
export const putBackAs = ({ db }: Db, guildId: string, formerId: string): string | undefined =>
  db
    .select({ id: emojiAdded.emojiId })
    .from(emojiAdded)
    .where(and(eq(emojiAdded.guildId, guildId), eq(emojiAdded.formerId, formerId)))
    .get()?.id

export const noteAdded = ({ db }: Db, row: typeof emojiAdded.$inferInsert): void =>
  void db.insert(emojiAdded).values(row).onConflictDoNothing().run()

export const forgetAdded = ({ db }: Db, guildId: string, emojiIds: readonly string[]): void =>
  void db
    .delete(emojiAdded)
    .where(and(eq(emojiAdded.guildId, guildId), inArray(emojiAdded.emojiId, [...emojiIds])))
    .run()

export type Removed = typeof emojiRemoved.$inferSelect

/** The deleted emojis, oldest first. */
export const removedOf = ({ db }: Db, guildId: string): Removed[] =>
  db
    .select()
    .from(emojiRemoved)
    .where(eq(emojiRemoved.guildId, guildId))
    .orderBy(asc(emojiRemoved.removedAt), asc(emojiRemoved.emojiId))
    .all()

export const removedEmojiOf = ({ db }: Db, guildId: string, emojiId: string): Removed | undefined =>
  db
    .select()
    .from(emojiRemoved)
    .where(and(eq(emojiRemoved.guildId, guildId), eq(emojiRemoved.emojiId, emojiId)))
    .get()

export const noteRemoved = ({ db }: Db, row: typeof emojiRemoved.$inferInsert): void =>
  void db.insert(emojiRemoved).values(row).onConflictDoNothing().run()

/** @returns whether it existed */
export const forgetRemoved = ({ db }: Db, guildId: string, emojiId: string): boolean =>
  db
    .delete(emojiRemoved)
    .where(and(eq(emojiRemoved.guildId, guildId), eq(emojiRemoved.emojiId, emojiId)))
    .run().changes > 0
