import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { closedStretches, type ClosedStretch, closingKinds } from '../life/closed-stretches.ts'
import { ticketEvents, tickets } from '../table.ts'

type Stored = Pick<Services, 'db'>

/** How many rows one statement reads before other work gets a turn. */
export const rowsAtOnce = 250

/** The moments by which tickets are selected. */
export type Moment = 'openedAt' | 'firstResponseAt' | 'closedAt' | 'ratedAt'

/** Where reading continues: at this moment, after this row. */
export interface RowPlace {
  at: number
  id: number
}

/** The placeholders of a statement: the guild, the end of the period, and the place to continue from. */
const asked = {
  guildId: sql.placeholder('guildId'),
  until: sql.placeholder('until'),
  at: sql.placeholder('at'),
  id: sql.placeholder('id'),
}

/** Returns the place before everything that happened at this moment or later. */
export const placeBefore = (from: number): RowPlace => ({ at: from, id: 0 })

const { openedAt, firstResponseAt, closedAt, ratedAt } = tickets
const columns = { openedAt, firstResponseAt, closedAt, ratedAt }

/** Selects tickets by one of their moments, oldest first. */
const ticketsBy = ({ db }: Stored, moment: Moment) =>
  db
    .select({
      id: tickets.id,
      panelId: tickets.panelId,
      panelTitle: tickets.panelTitle,
      openedAt: tickets.openedAt,
      reopenedAt: tickets.reopenedAt,
      firstResponseById: tickets.firstResponseById,
      claimedById: tickets.claimedById,
      claimedByName: tickets.claimedByName,
      rating: tickets.rating,
      at: sql<number>`${columns[moment]}`,
    })
    .from(tickets)
    .where(
      and(
        eq(tickets.guildId, asked.guildId),
        gte(columns[moment], asked.at),
        lt(columns[moment], asked.until),
        sql`(${columns[moment]}, ${tickets.id}) > (${asked.at}, ${asked.id})`,
        ne(tickets.state, 'opening'),
      ),
    )
    .orderBy(asc(columns[moment]), asc(tickets.id))
    .limit(rowsAtOnce)
    .prepare()

/** Selects who answered which tickets, oldest first. */
const answersIn = ({ db }: Stored) =>
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
        eq(ticketEvents.guildId, asked.guildId),
        eq(ticketEvents.kind, 'answered'),
        gte(ticketEvents.at, asked.at),
        lt(ticketEvents.at, asked.until),
        sql`(${ticketEvents.at}, ${ticketEvents.id}) > (${asked.at}, ${asked.id})`,
      ),
    )
    .orderBy(asc(ticketEvents.at), asc(ticketEvents.id))
    .limit(rowsAtOnce)
    .prepare()

/** Selects when some tickets were closed and reopened, oldest first. */
const closings = ({ db }: Stored) =>
  db
    .select({ ticketId: ticketEvents.ticketId, kind: ticketEvents.kind, at: ticketEvents.at })
    .from(ticketEvents)
    .where(
      and(
        sql`${ticketEvents.ticketId} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`,
        inArray(ticketEvents.kind, [...closingKinds]),
      ),
    )
    .orderBy(asc(ticketEvents.ticketId), asc(ticketEvents.id))
    .prepare()

/** The statements of the statistics, each prepared once. */
export const statements = processState((services: Stored) => ({
  openedAt: ticketsBy(services, 'openedAt'),
  firstResponseAt: ticketsBy(services, 'firstResponseAt'),
  closedAt: ticketsBy(services, 'closedAt'),
  ratedAt: ticketsBy(services, 'ratedAt'),
  answers: answersIn(services),
  closings: closings(services),
  firstOpened: firstOpened(services),
}))
export type CountedTicket = ReturnType<ReturnType<typeof ticketsBy>['all']>[number]

/** Selects when the first ticket of a guild was opened (Unix ms). */
const firstOpened = ({ db }: Stored) =>
  db
    .select({ at: tickets.openedAt })
    .from(tickets)
    .where(eq(tickets.guildId, asked.guildId))
    .orderBy(asc(tickets.openedAt))
    .limit(1)
    .prepare()

/** Reads on from a place, page by page, and lets other work have a turn between two pages. */
export async function* pages<T extends RowPlace>(
  read: (after: RowPlace) => T[],
  from: RowPlace,
  turns: () => Promise<void>,
): AsyncGenerator<T[]> {
  for (let place: RowPlace | undefined = from; place; ) {
    const rows: T[] = read({ at: place.at, id: place.id })
    if (rows.length > 0) yield rows
    await turns()
    place = rows.length < rowsAtOnce ? undefined : rows.at(-1)
  }
}

/** Returns when reopened tickets had been closed, by ticket id. */
export function closedBefore(services: Parameters<typeof statements>[0], rows: readonly CountedTicket[]) {
  const ids = rows.flatMap(({ id, reopenedAt }) => (reopenedAt === null ? [] : [id]))
  if (ids.length === 0) return new Map<number, ClosedStretch[]>()
  const found = statements(services).closings.all({ ids: JSON.stringify(ids) })
  const byTicket = Map.groupBy(found, ({ ticketId }) => ticketId)
  return new Map([...byTicket].map(([id, events]) => [id, closedStretches(events)]))
}
