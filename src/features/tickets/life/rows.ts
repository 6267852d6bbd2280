import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { jobHandle, processState, type Services, storedAtStart } from '#kernel/feature.ts'
import type { EventKind, TicketState } from './contract.ts'
import { type TicketAction, after, type DutyKind, statesFor } from './states.ts'
import { tellChanged } from './notify-pages.ts'
import { ticketDuties, ticketEvents, ticketGuests, tickets } from '../table.ts'

export type Ticket = typeof tickets.$inferSelect
export type TicketEvent = typeof ticketEvents.$inferSelect

/** Who did something to a ticket; null for the bot itself. */
export interface Actor {
  id: string
  name: string
}

type Stored = Pick<Services, 'db' | 'memory' | 'now'>
type Acting = Stored & Pick<Services, 'scheduler' | 'live'>

const oneTicket = z.object({ ticketId: z.number() })
/** Does what is still to be done in Discord for a ticket. */
export const settleHandle = jobHandle(oneTicket)
/** The same for many tickets at once, after work that people are waiting for. */
export const settleInBulkHandle = jobHandle(oneTicket)
/** Retries a refused change to who sees a ticket. */
export const placeAgainHandle = jobHandle(oneTicket.extend({ dutyId: z.number(), detail: z.unknown() }))
/** Does what is due in a ticket by time, and schedules the next check. */
export const clockHandle = jobHandle(oneTicket)

/** The key of a ticket's jobs. */
export const keyOf = ({ id }: Pick<Ticket, 'id'>): string => `ticket:${id}`

/** Which ticket is in which channel, deleted ones excepted: looked up for every message. */
const places = processState(
  ({ db }: Pick<Services, 'db'>) =>
    new Map(
      db
        .select({ id: tickets.id, channelId: tickets.channelId })
        .from(tickets)
        .where(ne(tickets.state, 'deleted'))
        .all()
        .flatMap(({ id, channelId }) => (channelId === null ? [] : [[channelId, id] as const])),
    ),
)

function remember(services: Stored, ticket: Ticket): void {
  if (ticket.channelId === null) return
  if (ticket.state === 'deleted') places(services).delete(ticket.channelId)
  else places(services).set(ticket.channelId, ticket.id)
}

/** Queried for every channel that is recreated after an attack. */
const inChannel = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.guildId, sql.placeholder('guildId')),
        eq(tickets.channelId, sql.placeholder('channelId')),
        ne(tickets.state, 'deleted'),
      ),
    )
    .prepare(),
)

/** Moves a ticket to the channel that replaces its own after an attack. @returns the ticket; undefined if it is none */
export function moveTicket(
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  id: { from: string; to: string },
): Ticket | undefined {
  const row = inChannel(services).get({ guildId, channelId: id.to })
  if (!row) return undefined
  const known = places(services)
  known.delete(id.from)
  known.set(id.to, row.id)
  return row
}

/** Removes a guild's channels from memory when its rows are erased. */
export function forgetPlaces(services: Pick<Services, 'db' | 'memory'>, guildId: string): void {
  const rows = services.db
    .select({ channelId: tickets.channelId })
    .from(tickets)
    .where(eq(tickets.guildId, guildId))
    .all()
  for (const { channelId } of rows) if (channelId !== null) places(services).delete(channelId)
}

const byId = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.guildId, sql.placeholder('guildId')), eq(tickets.id, sql.placeholder('id'))))
    .prepare(),
)

export const ticketOf = (services: Pick<Services, 'db' | 'memory'>, guildId: string, id: number): Ticket | undefined =>
  byId(services).get({ guildId, id })

/** Whether a channel holds a ticket. Does not query the database, since this is called for every message. */
export const holdsTicket = (services: Stored, channelId: string): boolean => places(services).has(channelId)

/** Returns the ticket in a channel or thread of this guild, unless it was deleted. */
export function ticketIn(services: Stored, guildId: string, channelId: string): Ticket | undefined {
  const id = places(services).get(channelId)
  return id === undefined ? undefined : ticketOf(services, guildId, id)
}

type Filter = Partial<Record<'openerId' | 'panelId' | 'claimedById', string>>

const selecting = ({ db }: Pick<Services, 'db'>, states: number, by: readonly (keyof Filter)[]) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.guildId, sql.placeholder('guildId')),
        inArray(
          tickets.state,
          Array.from({ length: states }, (_, place) => sql.placeholder(`${place}`)),
        ),
        ...by.map(column => eq(tickets[column], sql.placeholder(column))),
      ),
    )
    .orderBy(desc(tickets.number))
    .prepare()
/** Prepared queries by the number of states and the columns: some run whenever a member leaves or loses a role. */
const selections = processState(() => new Map<string, ReturnType<typeof selecting>>())

/** Returns a guild's tickets in some states, newest first. */
export function ticketsIn(
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  states: readonly TicketState[],
  filter: Filter = {},
): Ticket[] {
  const by = (['openerId', 'panelId', 'claimedById'] as const).filter(column => filter[column] !== undefined)
  const known = selections(services)
  const name = [states.length, ...by].join()
  const selection = known.get(name) ?? selecting(services, states.length, by)
  known.set(name, selection)
  return selection.all({ guildId, ...states, ...filter })
}

/** Whether a guild that becomes available may have an open ticket. */
export const mayHaveOpenTickets = storedAtStart(({ db }: Pick<Services, 'client' | 'db'>) =>
  db
    .selectDistinct({ guildId: tickets.guildId })
    .from(tickets)
    .where(eq(tickets.state, 'open'))
    .all()
    .map(({ guildId }) => guildId),
)

/** Returns the events of a ticket, oldest first. */
export const eventsOf = ({ db }: Pick<Services, 'db'>, guildId: string, ticketId: number): TicketEvent[] =>
  db
    .select()
    .from(ticketEvents)
    .where(and(eq(ticketEvents.guildId, guildId), eq(ticketEvents.ticketId, ticketId)))
    .orderBy(asc(ticketEvents.id))
    .all()

export interface NewEvent {
  kind: EventKind
  by: Actor | null
  detail?: Readonly<Record<string, unknown>>
}

export function noteEvent(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { guildId, id }: Pick<Ticket, 'guildId' | 'id'>,
  { kind, by, detail = {} }: NewEvent,
): number {
  return db
    .insert(ticketEvents)
    .values({ guildId, ticketId: id, at: now(), kind, byId: by?.id ?? null, byName: by?.name ?? null, detail })
    .returning({ id: ticketEvents.id })
    .get().id
}

/** Something to be done in Discord: its kind, and what it is about. */
export type NewDuty = DutyKind | { kind: DutyKind; detail: Readonly<Record<string, unknown>> }

/** Events that the log channel lists. */
const logged: ReadonlySet<EventKind> = new Set<EventKind>([
  'opened',
  'closed',
  'reopened',
  'deleted',
  'channel_deleted',
])

/** Stores duties; a job does them even if the caller is gone. Call it in a transaction. */
export function addDuties(
  { db, scheduler, now }: Pick<Acting, 'db' | 'scheduler' | 'now'>,
  { guildId, id }: Pick<Ticket, 'guildId' | 'id'>,
  duties: readonly NewDuty[],
  handle = settleHandle,
): void {
  if (duties.length === 0) return
  const rows = duties.map(duty => {
    const { kind, detail } = typeof duty === 'string' ? { kind: duty, detail: {} } : duty
    return { guildId, ticketId: id, kind, detail }
  })
  db.insert(ticketDuties).values(rows).run()
  scheduler.at(handle, { at: now(), key: keyOf({ id }), guildId, payload: { ticketId: id } })
}

/** Schedules the ticket's timer job, which checks what is due. */
export const scheduleTimers = (
  { scheduler, now }: Pick<Services, 'scheduler' | 'now'>,
  { guildId, id }: Pick<Ticket, 'guildId' | 'id'>,
  at = now(),
): number => scheduler.at(clockHandle, { at, key: keyOf({ id }), guildId, payload: { ticketId: id } })

/** Stores a ticket before its channel is created. */
export function insertTicket(services: Stored, row: typeof tickets.$inferInsert): Ticket {
  const ticket = services.db.insert(tickets).values(row).returning().get()
  remember(services, ticket)
  return ticket
}

/** People and roles that were added to a ticket. */
export const guestsOf = ({ db }: Pick<Services, 'db'>, { id }: Pick<Ticket, 'id'>) =>
  db.select().from(ticketGuests).where(eq(ticketGuests.ticketId, id)).all()

/** Returns tickets of all guilds whose channel is still being created. */
export const unfinished = ({ db }: Pick<Services, 'db'>): Ticket[] =>
  db.select().from(tickets).where(eq(tickets.state, 'opening')).all()

const isOpening = ({ guildId, id }: Pick<Ticket, 'guildId' | 'id'>) =>
  and(eq(tickets.guildId, guildId), eq(tickets.id, id), eq(tickets.state, 'opening'))

/** Stores which channel was created for a ticket being opened. @returns undefined if it is no longer being opened */
export function noteChannel(services: Stored, ticket: Ticket, channelId: string): Ticket | undefined {
  const changed = services.db.update(tickets).set({ channelId }).where(isOpening(ticket)).returning().get()
  if (changed) remember(services, changed)
  return changed
}

/** Deletes the row of a ticket that could not be opened. Its number is not assigned again. */
export function dropTicket(services: Stored, ticket: Ticket): void {
  const dropped = services.db.delete(tickets).where(isOpening(ticket)).returning().get()
  if (dropped && dropped.channelId !== null) places(services).delete(dropped.channelId)
}

interface Done {
  /** Further columns to set. */
  change?: Partial<typeof tickets.$inferInsert>
  event?: NewEvent | undefined
  /** What is to be done in Discord afterwards, besides the line in the log channel. */
  duties?: readonly NewDuty[]
  /** Further conditions on the ticket as stored, such as that nobody has claimed it. */
  unless?(ticket: Ticket): boolean
  /** Further statements of the same transaction. */
  also?(ticket: Ticket): void
}

/**
 * Applies an action to a ticket as stored, and stores its event and duties in the same transaction: of two people who
 * do the same at once, one is told that it was already done.
 * @returns the ticket as it is now; undefined if its state did not allow the action
 */
export function act(
  services: Acting,
  { guildId, id }: Pick<Ticket, 'guildId' | 'id'>,
  action: TicketAction,
  { change = {}, event, duties = [], unless, also }: Done,
): Ticket | undefined {
  const { db } = services
  const changed = db.transaction(() => {
    const before = ticketOf(services, guildId, id)
    const state = before && after(before.state, action)
    if (!before || !state || unless?.(before)) return undefined
    const row = db
      .update(tickets)
      .set({ ...change, state })
      .where(and(eq(tickets.guildId, guildId), eq(tickets.id, id), inArray(tickets.state, [...statesFor(action)])))
      .returning()
      .get()
    if (!row) return undefined
    also?.(row)
    const eventId = event && noteEvent(services, row, event)
    const log: NewDuty[] = event && logged.has(event.kind) ? [{ kind: 'log', detail: { eventId } }] : []
    addDuties(services, row, [...log, ...duties])
    scheduleTimers(services, row)
    return row
  })
  if (changed) {
    remember(services, changed)
    tellChanged(services, changed, 'state')
  }
  return changed
}
