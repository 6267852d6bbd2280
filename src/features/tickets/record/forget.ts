import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import type { Ticket } from '../life/rows.ts'
import { ticketEvents, ticketGuests, tickets } from '../table.ts'
import { attachmentFiles } from './attachments.ts'
import { ticketAttachments, ticketMessages, ticketMessageVersions } from './table.ts'

type Db = Pick<Services, 'db'>
type Message = Pick<typeof ticketMessages.$inferSelect, 'id' | 'authorId' | 'isBot'>

/** Shorter words are in everybody's sentences. */
const shortestName = 3
const shortestAnswer = 12
/** A place in a statement for each. */
const atOnce = 500

const answerTexts = z.array(z.object({ value: z.string() })).catch([])
const eventDetail = z.record(z.string(), z.unknown()).catch({})

/** The tickets that somebody had to do with, by whatever names them. */
function ticketsWith({ db }: Db, userId: string, guildId: string | undefined): Ticket[] {
  const { openerId, claimedById, closedById, closeRequestedById, firstResponseById } = tickets
  const ids = new Set([
    ...db
      .select({ id: ticketEvents.ticketId })
      .from(ticketEvents)
      .where(
        and(
          guildId === undefined ? undefined : eq(ticketEvents.guildId, guildId),
          or(eq(ticketEvents.byId, userId), sql`instr(${ticketEvents.detail}, ${userId}) > 0`),
        ),
      )
      .all()
      .map(({ id }) => id),
    ...db
      .selectDistinct({ id: ticketMessages.ticketId })
      .from(ticketMessages)
      .where(eq(ticketMessages.authorId, userId))
      .all()
      .map(({ id }) => id),
    ...db
      .select({ id: ticketGuests.ticketId })
      .from(ticketGuests)
      .where(eq(ticketGuests.targetId, userId))
      .all()
      .map(({ id }) => id),
    ...db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        or(...[openerId, claimedById, closedById, closeRequestedById, firstResponseById].map(one => eq(one, userId))),
      )
      .all()
      .map(({ id }) => id),
  ])
  return [...ids].flatMap(id => {
    const found = db
      .select()
      .from(tickets)
      .where(and(eq(tickets.id, id), guildId === undefined ? undefined : eq(tickets.guildId, guildId)))
      .get()
    return found ? [found] : []
  })
}

/** What somebody was called where they had to do with a ticket. */
function namesIn(services: Pick<Services, 'db' | 'client'>, ticket: Ticket, userId: string): string[] {
  const { db } = services
  const events = db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticket.id)).all()
  const written = db
    .selectDistinct({ name: ticketMessages.authorName })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticket.id), eq(ticketMessages.authorId, userId)))
    .all()
  const user = services.client.users.cache.get(userId)
  const all = [
    ticket.openerId === userId && ticket.openerName,
    ticket.claimedById === userId && ticket.claimedByName,
    ticket.closedById === userId && ticket.closedByName,
    ...events.flatMap(({ byId, byName, detail }) => {
      const { toId, toName } = eventDetail.parse(detail)
      return [byId === userId && byName, toId === userId && toName]
    }),
    ...written.map(({ name }) => name),
    user?.username,
    user?.displayName,
  ]
  return [...new Set(all)].filter(name => typeof name === 'string').filter(name => name.length >= shortestName)
}

/** The bot's messages that a conversation begins with: its questions' answers may be spread over several. */
function openingOf({ openMessageId }: Ticket, all: readonly Message[]): Message[] {
  const run = (from: number) => {
    const rest = from < 0 ? [] : all.slice(from)
    const end = rest.findIndex(({ isBot, authorId }) => !isBot || authorId !== rest[0]?.authorId)
    return end === -1 ? rest : rest.slice(0, end)
  }
  return [...run(0), ...run(all.findIndex(({ id }) => id === openMessageId))]
}

/** The messages of bots that say something of somebody. Others' own words stay theirs. */
function messagesAbout({ db }: Db, ticket: Ticket, userId: string, names: readonly string[]): string[] {
  const isOpener = ticket.openerId === userId
  const own = and(eq(ticketMessages.guildId, ticket.guildId), eq(ticketMessages.ticketId, ticket.id))
  const order = [asc(ticketMessages.at), asc(ticketMessages.id)]
  const answers = isOpener ? answerTexts.parse(ticket.answers ?? []).map(({ value }) => value) : []
  const { content, parts, id, authorId, isBot } = ticketMessages
  const telling = [userId, ...names, ...answers.filter(({ length }) => length >= shortestAnswer)].flatMap(text => [
    sql`instr(${content}, ${text}) > 0`,
    // As it stands in what was recorded of embeds.
    sql`instr(${parts}, ${JSON.stringify(text).slice(1, -1)}) > 0`,
  ])
  const columns = { id, authorId, isBot }
  const all = isOpener
    ? db
        .select(columns)
        .from(ticketMessages)
        .where(own)
        .orderBy(...order)
        .all()
    : []
  const told = db
    .select(columns)
    .from(ticketMessages)
    .where(and(own, eq(isBot, true), or(...telling)))
    .all()
  return [...new Set([...openingOf(ticket, all), ...told].filter(one => one.isBot).map(one => one.id))]
}

interface Kept {
  guildId: string
  fileId: string
}

/** Empties messages for good: what has no author is not taken in again. @returns their files */
function emptyMessages({ db }: Db, { guildId, id: ticketId }: Ticket, all: readonly string[]): Kept[] {
  const files: Kept[] = []
  for (let at = 0; at < all.length; at += atOnce) {
    const ids = all.slice(at, at + atOnce)
    db.update(ticketMessages)
      .set({ authorId: null, authorName: null, authorAvatar: null, content: null, parts: null })
      .where(and(eq(ticketMessages.guildId, guildId), inArray(ticketMessages.id, ids)))
      .run()
    db.update(ticketMessageVersions)
      .set({ authorId: null, content: null })
      .where(and(eq(ticketMessageVersions.ticketId, ticketId), inArray(ticketMessageVersions.messageId, ids)))
      .run()
    files.push(
      ...takeFiles({ db }, and(eq(ticketAttachments.ticketId, ticketId), inArray(ticketAttachments.messageId, ids))),
    )
  }
  return files
}

/** Takes files out of the record. @returns where they are kept */
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
      problem: 'Whose file it was asked to be forgotten.',
    })
    .where(which)
    .run()
  return kept.flatMap(({ fileId, guildId }) => (fileId === null ? [] : [{ guildId, fileId }]))
}

/** What happened stays without who it was about, and without their reasons. */
function emptyEvents({ db }: Db, ticket: Ticket, userId: string): void {
  for (const { id, byId, detail } of db.select().from(ticketEvents).where(eq(ticketEvents.ticketId, ticket.id)).all()) {
    const known = eventDetail.parse(detail)
    const isAbout = Object.values(known).includes(userId)
    if (byId !== userId && !isAbout) continue
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
 * Takes out of tickets what tables alone do not say is about somebody: the bot's own messages about them, the names of
 * their channels, who events were about, and their files. Call it before their rows are emptied.
 */
export function forgetInTickets(services: Services, userId: string, guildId: string | undefined): void {
  const { db } = services
  const files = takeFiles(
    services,
    and(
      eq(ticketAttachments.authorId, userId),
      guildId === undefined ? undefined : eq(ticketAttachments.guildId, guildId),
    ),
  )
  for (const ticket of ticketsWith(services, userId, guildId)) {
    const names = namesIn(services, ticket, userId)
    files.push(...emptyMessages(services, ticket, messagesAbout(services, ticket, userId, names)))
    emptyEvents(services, ticket, userId)
    if (ticket.openerId === userId)
      db.update(tickets)
        .set({ name: `ticket-${ticket.number}` })
        .where(eq(tickets.id, ticket.id))
        .run()
  }
  for (const { guildId: of, fileId } of files)
    services.background(services.files.of(attachmentFiles, of).delete(fileId), {
      text: 'a file was not deleted',
      guildId: of,
      fileId,
    })
}

/** Whether somebody was let into a ticket who asked to be forgotten: nobody knows any more who that is. */
export const hasForgottenGuest = ({ db }: Db, { id }: Pick<Ticket, 'id'>): boolean =>
  db
    .select({ detail: ticketEvents.detail })
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, id), eq(ticketEvents.kind, 'added')))
    .all()
    .some(({ detail }) => eventDetail.parse(detail)['targetId'] === null)
