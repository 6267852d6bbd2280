import type { GuildMember } from 'discord.js'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { TicketContext } from '../life/duties.ts'
import { ticketEvents as events, ticketGuests as guests, tickets } from '../table.ts'
import { ticketRights } from './rights.ts'

/** How many of somebody's events in tickets are considered. */
const mostEvents = 500

/** The columns that decide who reads a ticket. */
const judged = {
  claimedById: tickets.claimedById,
  panelId: tickets.panelId,
  state: tickets.state,
  kind: tickets.kind,
}

/**
 * Yields the distinct combinations of these columns among the tickets somebody opened, was added to or acted in: few,
 * however many tickets there are.
 */
function* ticketsOf({ db }: Pick<Services, 'db'>, guildId: string, userId: string) {
  yield* db
    .selectDistinct(judged)
    .from(tickets)
    .where(and(eq(tickets.guildId, guildId), eq(tickets.openerId, userId)))
    .all()
  const asGuest = db
    .select({ id: guests.ticketId })
    .from(guests)
    .where(and(eq(guests.guildId, guildId), eq(guests.targetId, userId)))
  const byThem = db
    .select({ id: events.ticketId })
    .from(events)
    .where(and(eq(events.guildId, guildId), eq(events.byId, userId)))
    .orderBy(desc(events.id))
    .limit(mostEvents)
  for (const ids of [asGuest, byThem])
    yield* db.selectDistinct(judged).from(tickets).where(inArray(tickets.id, ids)).all()
}

/** Whether somebody is in a ticket that the viewer may read: access to the page alone does not reveal that. */
export function hasSeen(ctx: TicketContext, viewer: GuildMember, userId: string): boolean {
  for (const ticket of ticketsOf(ctx, ctx.guild.id, userId)) if (ticketRights(ctx, viewer, ticket).reads) return true
  return false
}
