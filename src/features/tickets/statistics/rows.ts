import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { ticketEvents, tickets } from '../table.ts'

type Stored = Pick<Services, 'db'>

/** Rows that one statement reads, before others have their turn. */
export const rowsAtOnce = 250

/** What of a ticket is looked at by when it happened. */
export type Moment = 'openedAt' | 'firstResponseAt' | 'closedAt' | 'ratedAt'

/** Where reading goes on: at this moment, after this row. */
interface Place {
  at: number
  id: number
}

interface Stretch {
  guildId: string
  from: number
  until: number
}

/** Tickets of a stretch of time by one of their moments, oldest first. */
export const ticketsBy = ({ db }: Stored, moment: Moment, { guildId, from, until }: Stretch, after?: Place) =>
  db
    .select({
      id: tickets.id,
      panelId: tickets.panelId,
      panelTitle: tickets.panelTitle,
      openedAt: tickets.openedAt,
      firstResponseById: tickets.firstResponseById,
      claimedById: tickets.claimedById,
      claimedByName: tickets.claimedByName,
      rating: tickets.rating,
      at: sql<number>`${tickets[moment]}`,
    })
    .from(tickets)
    .where(
      and(
        eq(tickets.guildId, guildId),
        gte(tickets[moment], after?.at ?? from),
        lt(tickets[moment], until),
        after && sql`(${tickets[moment]}, ${tickets.id}) > (${after.at}, ${after.id})`,
        ne(tickets.state, 'opening'),
      ),
    )
    .orderBy(asc(tickets[moment]), asc(tickets.id))
    .limit(rowsAtOnce)
export type CountedTicket = ReturnType<ReturnType<typeof ticketsBy>['all']>[number]

/** Who answered which tickets in a stretch of time, oldest first. */
export const answersIn = ({ db }: Stored, { guildId, from, until }: Stretch, after?: Place) =>
  db
    .select({
      id: ticketEvents.id,
      at: ticketEvents.at,
      ticketId: ticketEvents.ticketId,
      byId: ticketEvents.byId,
      byName: ticketEvents.byName,
      panelId: tickets.panelId,
    })
    .from(ticketEvents)
    .innerJoin(tickets, eq(tickets.id, ticketEvents.ticketId))
    .where(
      and(
        eq(ticketEvents.guildId, guildId),
        eq(ticketEvents.kind, 'answered'),
        gte(ticketEvents.at, after?.at ?? from),
        lt(ticketEvents.at, until),
        after && sql`(${ticketEvents.at}, ${ticketEvents.id}) > (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(asc(ticketEvents.at), asc(ticketEvents.id))
    .limit(rowsAtOnce)

/** When the first ticket of a guild was opened (Unix ms). */
export const firstOpened = ({ db }: Stored, guildId: string) =>
  db
    .select({ at: tickets.openedAt })
    .from(tickets)
    .where(eq(tickets.guildId, guildId))
    .orderBy(asc(tickets.openedAt))
    .limit(1)

/** Reads a stretch of time page by page; between two pages others have their turn. */
export async function* pages<T extends Place>(
  read: (after?: T) => T[],
  turns: () => Promise<void>,
): AsyncGenerator<T[]> {
  for (let rows = read(); rows.length > 0; rows = rows.length < rowsAtOnce ? [] : read(rows.at(-1))) {
    yield rows
    await turns()
  }
}
