import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { withoutOpenedForName } from '../life/opened-for.ts'
import type { Ticket } from '../life/rows.ts'
import { ticketEvents, tickets, ticketTags } from '../table.ts'
import { attachmentFiles } from './attachments.ts'
import {
  type AboutEvent,
  among,
  eventDetail,
  eventsWith,
  type Involved,
  namesOf,
  ticketsWith,
} from './tickets-of-user.ts'
import { type Message, messagesAbout } from './messages-about.ts'
import { recordedParts } from './message-content.ts'
import { ticketAttachments, ticketMessages, ticketMessageVersions } from './table.ts'
import { tellsOf, wordIn } from './mentions-of-user.ts'

type Db = Pick<Services, 'db'>

/** How many tickets one statement processes. */
const atOnce = 500

interface Kept {
  guildId: string
  fileId: string
}

/** Empties messages for good: one without an author is not recorded again. @returns their files */
function emptyMessages({ db }: Db, all: readonly Message[]): Kept[] {
  if (all.length === 0) return []
  const ids = among(all.map(({ id }) => id))
  const of = among([...new Set(all.map(({ ticketId }) => ticketId))])
  db.update(ticketMessages)
    .set({ authorId: null, authorName: null, authorAvatar: null, content: null, parts: null })
    .where(and(inArray(ticketMessages.ticketId, of), inArray(ticketMessages.id, ids)))
    .run()
  db.update(ticketMessageVersions)
    .set({ authorId: null, content: null })
    .where(and(inArray(ticketMessageVersions.ticketId, of), inArray(ticketMessageVersions.messageId, ids)))
    .run()
  return takeFiles({ db }, and(inArray(ticketAttachments.ticketId, of), inArray(ticketAttachments.messageId, ids)))
}

/** Removes the name of whoever opened a ticket for its member from the opening message, whose other words stay. */
function removeOpenedForName({ db }: Db, { ticketId, id, content }: Message): void {
  db.update(ticketMessages)
    .set({ content: withoutOpenedForName(content ?? '') })
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.id, id)))
    .run()
  const of = and(eq(ticketMessageVersions.ticketId, ticketId), eq(ticketMessageVersions.messageId, id))
  for (const earlier of db.select().from(ticketMessageVersions).where(of).all())
    db.update(ticketMessageVersions)
      .set({ content: earlier.content && withoutOpenedForName(earlier.content) })
      .where(eq(ticketMessageVersions.id, earlier.id))
      .run()
}

/** Removes files from the record. @returns where they are kept */
function takeFiles({ db }: Db, which: ReturnType<typeof and>): Kept[] {
  const kept = db
    .select({ guildId: ticketAttachments.guildId, fileId: ticketAttachments.fileId })
    .from(ticketAttachments)
    .where(which)
    .all()
  db.update(ticketAttachments)
    .set({
      state: 'not_kept',
      authorId: null,
      name: null,
      fileId: null,
      problem: 'The owner of this file asked to be forgotten.',
    })
    .where(which)
    .run()
  return kept.flatMap(({ fileId, guildId }) => (fileId === null ? [] : [{ guildId, fileId }]))
}

/** Events stay, without the person they were about and without that person's reasons. */
function emptyEvents({ db }: Db, events: readonly AboutEvent[], userId: string): void {
  for (const { id, byId, detail } of events) {
    const known = eventDetail.parse(detail)
    const isAbout = Object.values(known).includes(userId)
    const isEmptied = byId === userId && known['reason'] !== undefined
    if (!isAbout && !isEmptied) continue
    const { reason, toName, ...rest } = known
    const kept = {
      ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, value === userId ? null : value])),
      ...(byId !== userId && reason !== undefined && { reason }),
      ...(!isAbout && toName !== undefined && { toName }),
    }
    db.update(ticketEvents).set({ detail: kept }).where(eq(ticketEvents.id, id)).run()
  }
}

/**
 * Returns the ready answers of the servers somebody has been to: the text without placeholders shows what was filled
 * in.
 */
const readyAnswersOf = ({ db }: Db, all: readonly Involved[]): string[] =>
  db
    .select({ text: ticketTags.text })
    .from(ticketTags)
    .where(inArray(ticketTags.guildId, among([...new Set(all.map(({ guildId }) => guildId))])))
    .all()
    .map(({ text }) => text)

/**
 * Removes personal data that columns alone do not identify: the bot's messages about somebody, the names of their
 * channels, the people in events, and their files. Call it before their rows are emptied.
 */
export function forgetInTickets(services: Services, userId: string, guildId: string | undefined): void {
  const { db, client } = services
  const files = takeFiles(
    services,
    and(
      eq(ticketAttachments.authorId, userId),
      guildId === undefined ? undefined : eq(ticketAttachments.guildId, guildId),
    ),
  )
  const whose = { userId, guildId }
  const events = eventsWith(services, whose)
  const all = ticketsWith(services, whose, events)
  const names = namesOf(services, whose, events, all)
  const isTelling = tellsOf({ userId, names, readyAnswers: readyAnswersOf(services, all) })
  const tells = ({ content, parts, authorId }: Message) =>
    isTelling({ content, parts: recordedParts.parse(parts ?? {}), isOurs: authorId === client.user?.id })
  const words = [...new Set([userId, ...names.map(wordIn)])]
  const ownTickets = new Set(all.flatMap(({ id, openerId }) => (openerId === userId ? [id] : [])))
  const hasOnlyOpened = (said: Message) =>
    !ownTickets.has(said.ticketId) && !tells({ ...said, content: withoutOpenedForName(said.content ?? '') })
  for (let at = 0; at < all.length; at += atOnce) {
    const about = messagesAbout(services, userId, all.slice(at, at + atOnce), { words, tells })
    for (const said of about.filter(hasOnlyOpened)) removeOpenedForName(services, said)
    files.push(
      ...emptyMessages(
        services,
        about.filter(said => !hasOnlyOpened(said)),
      ),
    )
  }
  emptyEvents(services, events, userId)
  const here = guildId === undefined ? undefined : eq(tickets.guildId, guildId)
  db.update(tickets)
    .set({ name: sql`'ticket-' || ${tickets.number}` })
    .where(and(here, eq(tickets.openerId, userId)))
    .run()
  for (const { guildId: of, fileId } of files)
    services.background(services.files.of(attachmentFiles, of).delete(fileId), {
      text: 'a file was not deleted',
      guildId: of,
      fileId,
    })
}

/** Whether a guest of a ticket has asked to be forgotten: nobody knows any more who that is. */
export const hasForgottenGuest = ({ db }: Db, { id }: Pick<Ticket, 'id'>): boolean =>
  db
    .select({ detail: ticketEvents.detail })
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, id), eq(ticketEvents.kind, 'added')))
    .all()
    .some(({ detail }) => eventDetail.parse(detail)['targetId'] === null)
