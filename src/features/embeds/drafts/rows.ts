import { and, count, desc, eq, isNull, or } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import type { Sender } from '../sender/contract.ts'
import { storedMessage, storedSender } from '../stored-message.ts'
import { embedDrafts } from '../table.ts'

type Db = Pick<Services, 'db'>
type Row = typeof embedDrafts.$inferSelect
export type StoredDraft = Omit<Row, 'message' | 'sender'> & { message: MessageDraft; sender: Sender }

const stored = (row: Row): StoredDraft => ({
  ...row,
  message: storedMessage(row.message),
  sender: storedSender(row.sender),
})
const one = (guildId: string, id: string) => and(eq(embedDrafts.guildId, guildId), eq(embedDrafts.id, id))
const seenBy = (viewerId: string) => or(isNull(embedDrafts.ownerId), eq(embedDrafts.ownerId, viewerId))

/** The drafts that somebody may see, last saved first. */
export const draftsOf = ({ db }: Db, guildId: string, viewerId: string): StoredDraft[] =>
  db
    .select()
    .from(embedDrafts)
    .where(and(eq(embedDrafts.guildId, guildId), seenBy(viewerId)))
    .orderBy(desc(embedDrafts.savedAt), desc(embedDrafts.id))
    .all()
    .map(stored)

/** All drafts of a guild, private ones included. */
export const everyDraft = ({ db }: Db, guildId: string): StoredDraft[] =>
  db.select().from(embedDrafts).where(eq(embedDrafts.guildId, guildId)).all().map(stored)

export const countDrafts = ({ db }: Db, guildId: string): number =>
  db.select({ all: count() }).from(embedDrafts).where(eq(embedDrafts.guildId, guildId)).get()?.all ?? 0

export function draftOf({ db }: Db, guildId: string, id: string): StoredDraft | undefined {
  const row = db.select().from(embedDrafts).where(one(guildId, id)).get()
  return row && stored(row)
}

export const insertDraft = ({ db }: Db, row: StoredDraft): StoredDraft =>
  stored(db.insert(embedDrafts).values(row).returning().get())

/** @returns undefined if it was saved or deleted in the meantime */
export function updateDraft({ db }: Db, row: StoredDraft): StoredDraft | undefined {
  const before = and(one(row.guildId, row.id), eq(embedDrafts.revision, row.revision - 1))
  const changed = db.update(embedDrafts).set(row).where(before).returning().get()
  return changed && stored(changed)
}

export const removeDraft = ({ db }: Db, guildId: string, id: string): void =>
  void db.delete(embedDrafts).where(one(guildId, id)).run()
