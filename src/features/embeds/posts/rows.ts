import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import type { Sender } from '../sender/contract.ts'
import { storedMessage, storedSender } from '../stored-message.ts'
import { embedPosts } from '../table.ts'

type Db = Pick<Services, 'db'>
type Row = typeof embedPosts.$inferSelect
export type StoredPost = Omit<Row, 'message' | 'sender'> & { message: MessageDraft; sender: Sender }

const stored = (row: Row): StoredPost => ({
  ...row,
  message: storedMessage(row.message),
  sender: storedSender(row.sender),
})
const one = (guildId: string, id: string) => and(eq(embedPosts.guildId, guildId), eq(embedPosts.id, id))

/** A position in the list: after which message to continue. */
export interface After {
  postedAt: number
  /** If left out, after all messages of that time. */
  id?: string | undefined
}

const follows = ({ postedAt, id }: After) => {
  const isOlder = lt(embedPosts.postedAt, postedAt)
  return id === undefined ? isOlder : or(isOlder, and(eq(embedPosts.postedAt, postedAt), lt(embedPosts.id, id)))
}

/** The sent messages, newest first. */
export const postsOf = ({ db }: Db, guildId: string, after: After | undefined, most: number): StoredPost[] =>
  db
    .select()
    .from(embedPosts)
    .where(and(eq(embedPosts.guildId, guildId), after && follows(after)))
    .orderBy(desc(embedPosts.postedAt), desc(embedPosts.id))
    .limit(most)
    .all()
    .map(stored)

export function postOf({ db }: Db, guildId: string, id: string): StoredPost | undefined {
  const row = db.select().from(embedPosts).where(one(guildId, id)).get()
  return row && stored(row)
}

export function postByMessage({ db }: Db, guildId: string, messageId: string): StoredPost | undefined {
  const row = db
    .select()
    .from(embedPosts)
    .where(and(eq(embedPosts.guildId, guildId), eq(embedPosts.messageId, messageId)))
    .get()
  return row && stored(row)
}

export const insertPost = ({ db }: Db, row: typeof embedPosts.$inferInsert): StoredPost =>
  stored(db.insert(embedPosts).values(row).returning().get())

export function changePost(
  { db }: Db,
  { guildId, id }: Pick<Row, 'guildId' | 'id'>,
  change: Partial<Omit<Row, 'guildId' | 'id'>>,
): StoredPost | undefined {
  const row = db.update(embedPosts).set(change).where(one(guildId, id)).returning().get()
  return row && stored(row)
}

export const removePost = ({ db }: Db, { guildId, id }: Pick<Row, 'guildId' | 'id'>): void =>
  void db.delete(embedPosts).where(one(guildId, id)).run()

/** Prepared, because it runs for every message that is deleted. */
const missing = processState(({ db }: Db) =>
  db
    .update(embedPosts)
    .set({ missing: true })
    .where(
      and(eq(embedPosts.guildId, sql.placeholder('guildId')), eq(embedPosts.messageId, sql.placeholder('messageId'))),
    )
    .prepare(),
)

/** Records that a message was deleted in Discord. */
export const noteMissing = (services: Pick<Services, 'db' | 'memory'>, guildId: string, messageId: string): void =>
  void missing(services).run({ guildId, messageId })
