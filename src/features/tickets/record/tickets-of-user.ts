import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '#kernel/feature.ts'
import { ticketEvents, ticketGuests, tickets } from '../table.ts'
import { ticketMessages } from './table.ts'

type Db = Pick<Services, 'db'>
export type AboutEvent = Pick<typeof ticketEvents.$inferSelect, 'id' | 'ticketId' | 'byId' | 'byName' | 'detail'>
export type Involved = ReturnType<typeof ticketsWith>[number]

/** Whose data is deleted, and in which guild; everywhere if there is no guild. */
export interface Whose {
  userId: string
  guildId: string | undefined
}

export const eventDetail = z.record(z.string(), z.unknown()).catch({})

/** Passes a list of ids as one parameter of a statement. */
export const among = (ids: readonly (string | number)[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** Selects what somebody did, and what was done to them. */
export const eventsWith = ({ db }: Db, { userId, guildId }: Whose): AboutEvent[] =>
  db
    .select({
      id: ticketEvents.id,
      ticketId: ticketEvents.ticketId,
      byId: ticketEvents.byId,
      byName: ticketEvents.byName,
      detail: ticketEvents.detail,
    })
    .from(ticketEvents)
    .where(
      and(
        guildId === undefined ? undefined : eq(ticketEvents.guildId, guildId),
        or(eq(ticketEvents.byId, userId), sql`instr(${ticketEvents.detail}, ${userId}) > 0`),
      ),
    )
    .all()

/** Returns the tickets that somebody was involved in, by every column that may contain them. */
export function ticketsWith({ db }: Db, { userId, guildId }: Whose, events: readonly AboutEvent[]) {
  const { openerId, claimedById, closedById, closeRequestedById, firstResponseById } = tickets
  const here = guildId === undefined ? undefined : eq(tickets.guildId, guildId)
  const ids = new Set([
    ...events.map(({ ticketId }) => ticketId),
    ...db
      .selectDistinct({ id: ticketMessages.ticketId })
      .from(ticketMessages)
      .where(eq(ticketMessages.authorId, userId))
      .all()
      .map(({ id }) => id),
    ...db
      .select({ id: ticketGuests.ticketId })
      .from(ticketGuests)
      .where(
        and(guildId === undefined ? undefined : eq(ticketGuests.guildId, guildId), eq(ticketGuests.targetId, userId)),
      )
      .all()
      .map(({ id }) => id),
    ...db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        and(
          here,
          or(...[openerId, claimedById, closedById, closeRequestedById, firstResponseById].map(one => eq(one, userId))),
        ),
      )
      .all()
      .map(({ id }) => id),
  ])
  return db
    .select({
      id: tickets.id,
      guildId: tickets.guildId,
      number: tickets.number,
      openerId,
      openerName: tickets.openerName,
      claimedById,
      claimedByName: tickets.claimedByName,
      closedById,
      closedByName: tickets.closedByName,
      openMessageId: tickets.openMessageId,
      answers: tickets.answers,
    })
    .from(tickets)
    .where(and(here, inArray(tickets.id, among([...ids]))))
    .all()
}

/** Returns every name somebody had in connection with a ticket. */
export function namesOf(
  services: Pick<Services, 'db' | 'client'>,
  { userId }: Whose,
  events: readonly AboutEvent[],
  all: readonly Involved[],
): string[] {
  const written = services.db
    .selectDistinct({ name: ticketMessages.authorName })
    .from(ticketMessages)
    .where(eq(ticketMessages.authorId, userId))
    .all()
  const user = services.client.users.cache.get(userId)
  const names = [
    ...all.flatMap(ticket => [
      ticket.openerId === userId && ticket.openerName,
      ticket.claimedById === userId && ticket.claimedByName,
      ticket.closedById === userId && ticket.closedByName,
    ]),
    ...events.flatMap(({ byId, byName, detail }) => {
      const { toId, toName } = eventDetail.parse(detail)
      return [byId === userId && byName, toId === userId && toName]
    }),
    ...written.map(({ name }) => name),
    user?.username,
    user?.displayName,
  ]
  return [...new Set(names)].filter(name => typeof name === 'string').filter(name => name !== '')
}
