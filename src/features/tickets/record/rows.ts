import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { openedForLine, withoutOpenedForName } from '../life/opened-for.ts'
import type { Ticket } from '../life/rows.ts'
import { type Attachment, type Audience, type RecordedMessage, untilClosing } from './recorded-message.ts'
import { recordedParts, type RecordedContent, type RecordedFile } from './message-content.ts'
import { ticketAnswers } from '../live/table.ts'
import { ticketAttachments, ticketMessages, ticketMessageVersions } from './table.ts'

type Db = Pick<Services, 'db'>
type Of = Pick<Ticket, 'guildId' | 'id'>
type OfOpener = Of & Pick<Ticket, 'openerId'>

/** Whether a ticket was closed at a moment (Unix ms). */
export type WasClosed = (at: number) => boolean

const messagesIn = ({ guildId, id }: Of) => and(eq(ticketMessages.guildId, guildId), eq(ticketMessages.ticketId, id))

const noteFile = (
  { db }: Db,
  { guildId, id }: Of,
  { id: messageId, authorId }: RecordedContent,
  file: RecordedFile,
  afterClosing: boolean,
) =>
  db
    .insert(ticketAttachments)
    .values({
      guildId,
      ticketId: id,
      messageId,
      id: file.id,
      authorId,
      afterClosing,
      name: file.name,
      bytes: file.bytes,
      width: file.width,
      height: file.height,
      state: 'waiting',
    })
    .onConflictDoNothing()
    .run()

/** Whether a message of that moment is hidden from the opener; their own messages never are. */
const isKeptFrom = ({ openerId }: OfOpener, { authorId }: RecordedContent, wasClosed: WasClosed, at: number): boolean =>
  authorId !== openerId && wasClosed(at)

/** Records a message as it is now, new or known, and keeps its earlier version. One that was deleted stays deleted. */
export function record(services: Db, ticket: OfOpener, said: RecordedContent, wasClosed: WasClosed): void {
  const { guildId, id: ticketId } = ticket
  const { files, id, content: sent, ...rest } = said
  const { db } = services
  db.transaction(() => {
    const own = and(eq(ticketMessages.guildId, guildId), eq(ticketMessages.id, id))
    const known = db.select().from(ticketMessages).where(own).get()
    // Nor is the name of somebody who asked to be forgotten, which is still in Discord.
    const isNameless = known?.isBot && known.content?.includes(openedForLine(null))
    const content = isNameless ? withoutOpenedForName(sent) : sent
    const afterClosing = isKeptFrom(ticket, said, wasClosed, (known && said.editedAt) ?? said.at)
    if (!known)
      db.insert(ticketMessages)
        .values({ guildId, ticketId, id, content, afterClosing, ...rest })
        .run()
    // A message of somebody who asked to be forgotten is not recorded again.
    else if (known.authorId !== null) {
      if (known.content !== null && known.content !== content)
        db.insert(ticketMessageVersions)
          .values({
            guildId,
            ticketId,
            messageId: id,
            authorId: known.authorId,
            content: known.content,
            at: said.editedAt ?? known.at,
            afterClosing,
          })
          .run()
      db.update(ticketMessages).set({ content, parts: rest.parts, editedAt: rest.editedAt }).where(own).run()
    }
    if (!known || known.authorId !== null)
      for (const file of files) noteFile(services, ticket, said, file, afterClosing)
  })
}

/** The same for a page of messages, most of which are usually new or unchanged. */
export function recordAll(
  services: Db,
  ticket: OfOpener,
  page: readonly RecordedContent[],
  wasClosed: WasClosed,
): void {
  const { db } = services
  const { guildId, id: ticketId } = ticket
  const ids = page.map(({ id }) => id)
  const own = and(eq(ticketMessages.guildId, guildId), inArray(ticketMessages.id, ids))
  const isHidden = (said: RecordedContent) => isKeptFrom(ticket, said, wasClosed, said.at)
  db.transaction(() => {
    const known = new Map(
      db
        .select()
        .from(ticketMessages)
        .where(own)
        .all()
        .map(row => [row.id, row]),
    )
    const fresh = page.filter(({ id }) => !known.has(id))
    if (fresh.length > 0)
      db.insert(ticketMessages)
        .values(
          fresh.map(said => {
            const { files: _files, ...rest } = said
            return { guildId, ticketId, afterClosing: isHidden(said), ...rest }
          }),
        )
        .run()
    for (const said of fresh) for (const file of said.files) noteFile(services, ticket, said, file, isHidden(said))
    for (const said of page) {
      const row = known.get(said.id)
      const isSame = row?.content === said.content && JSON.stringify(row.parts) === JSON.stringify(said.parts)
      if (row && !(isSame && said.files.length === 0)) record(services, ticket, said, wasClosed)
    }
  })
}

/** Stores that messages were deleted; what they said stays. */
export function noteDeleted({ db }: Db, guildId: string, ids: readonly string[], at: number): void {
  db.update(ticketMessages)
    .set({ deletedAt: at })
    .where(
      and(eq(ticketMessages.guildId, guildId), inArray(ticketMessages.id, [...ids]), isNull(ticketMessages.deletedAt)),
    )
    .run()
}

/** Returns the ids of a ticket's messages that are in Discord as far as is known. */
export const presentIds = ({ db }: Db, ticket: Of): string[] =>
  db
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(and(messagesIn(ticket), isNull(ticketMessages.deletedAt), eq(ticketMessages.isNote, false)))
    .all()
    .map(({ id }) => id)

/** The condition for messages of a ticket that somebody may see. */
export const shownIn = (ticket: Of, audience: Audience) =>
  and(messagesIn(ticket), audience === 'opener' ? eq(ticketMessages.afterClosing, false) : undefined)

export const countMessages = ({ db }: Db, ticket: Of, audience: Audience = 'team'): number =>
  db.select({ all: count() }).from(ticketMessages).where(shownIn(ticket, audience)).get()?.all ?? 0

/** The place of a page of messages: after this one. */
export type Cursor = Pick<RecordedMessage, 'at' | 'id'>

/**
 * Returns the next messages of a ticket, oldest first.
 * @param after the last one that was read
 * @param audience who reads them; the team is shown everything
 */
export function messagesOf(
  { db }: Db,
  ticket: Of,
  { after, limit, audience = 'team' }: { after?: Cursor; limit: number; audience?: Audience },
): RecordedMessage[] {
  const behind =
    after && or(gt(ticketMessages.at, after.at), and(eq(ticketMessages.at, after.at), gt(ticketMessages.id, after.id)))
  const found = db
    .select()
    .from(ticketMessages)
    .where(and(shownIn(ticket, audience), behind))
    .orderBy(asc(ticketMessages.at), asc(ticketMessages.id))
    .limit(limit)
    .all()
  const messages = whole({ db }, ticket, found)
  return audience === 'team' ? messages : messages.map(untilClosing)
}

/** Returns the newest messages of a ticket, oldest first. @param before the first one that was read */
export function latestOf(
  { db }: Db,
  ticket: Of,
  { before, limit }: { before?: Cursor; limit: number },
): RecordedMessage[] {
  const ahead =
    before &&
    or(lt(ticketMessages.at, before.at), and(eq(ticketMessages.at, before.at), lt(ticketMessages.id, before.id)))
  const found = db
    .select()
    .from(ticketMessages)
    .where(and(messagesIn(ticket), ahead))
    .orderBy(desc(ticketMessages.at), desc(ticketMessages.id))
    .limit(limit)
    .all()
  return whole({ db }, ticket, found.toReversed())
}

/** Adds earlier versions and files to rows. */
function whole({ db }: Db, ticket: Of, found: readonly (typeof ticketMessages.$inferSelect)[]): RecordedMessage[] {
  const ids = found.map(({ id }) => id)
  const versions = Map.groupBy(
    db
      .select()
      .from(ticketMessageVersions)
      .where(and(eq(ticketMessageVersions.ticketId, ticket.id), inArray(ticketMessageVersions.messageId, ids)))
      .orderBy(asc(ticketMessageVersions.id))
      .all(),
    ({ messageId }) => messageId,
  )
  const files = Map.groupBy(
    db
      .select()
      .from(ticketAttachments)
      .where(and(eq(ticketAttachments.ticketId, ticket.id), inArray(ticketAttachments.messageId, ids)))
      .orderBy(asc(ticketAttachments.id))
      .all(),
    ({ messageId }) => messageId,
  )
  return found.map(({ guildId: _guild, ticketId: _ticket, key: _key, ...message }) => ({
    ...message,
    parts: recordedParts.parse(message.parts ?? {}),
    versions: (versions.get(message.id) ?? []).map(({ content, at, afterClosing }) => ({ content, at, afterClosing })),
    files: files.get(message.id) ?? [],
  }))
}

/** Whether a message has been recorded. */
export const isRecorded = ({ db }: Db, guildId: string, id: string): boolean =>
  db
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.guildId, guildId), eq(ticketMessages.id, id)))
    .get() !== undefined

export const attachmentOf = ({ db }: Db, ticket: Of, id: string): Attachment | undefined =>
  db
    .select()
    .from(ticketAttachments)
    .where(
      and(
        eq(ticketAttachments.guildId, ticket.guildId),
        eq(ticketAttachments.ticketId, ticket.id),
        eq(ticketAttachments.id, id),
      ),
    )
    .get()

export const attachmentsOf = ({ db }: Db, { guildId, id }: Of): Attachment[] =>
  db
    .select()
    .from(ticketAttachments)
    .where(and(eq(ticketAttachments.guildId, guildId), eq(ticketAttachments.ticketId, id)))
    .all()

export function settleAttachment(
  { db }: Db,
  { guildId, id }: Pick<Attachment, 'guildId' | 'id'>,
  change: Pick<Attachment, 'state'> & Partial<Pick<Attachment, 'fileId' | 'type' | 'problem'>>,
): void {
  db.update(ticketAttachments)
    .set(change)
    .where(and(eq(ticketAttachments.guildId, guildId), eq(ticketAttachments.id, id)))
    .run()
}

/** Deletes everything that was recorded of a ticket, with the rows of its files but not the files themselves. */
export function deleteRecord({ db }: Db, { guildId, id }: Of): void {
  for (const table of [ticketMessages, ticketMessageVersions, ticketAttachments, ticketAnswers])
    db.delete(table)
      .where(and(eq(table.guildId, guildId), eq(table.ticketId, id)))
      .run()
}
