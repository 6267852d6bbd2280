import type { GuildMember } from 'discord.js'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { TicketContext } from '../life/duties.ts'
import { ticketEvents as events, ticketGuests as guests, tickets } from '../table.ts'
import { ticketRights } from './rights.ts'

/** Of what somebody did in tickets, so much is looked at. */
const mostEvents = 500

/** All that decides who reads a ticket. */
const judged = {
  claimedById: tickets.claimedById,
  panelId: tickets.panelId,
  state: tickets.state,
  kind: tickets.kind,
}

/** The kinds of tickets somebody opened, was added to or did something in: few, however many tickets they are. */
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

/** Whether somebody is in a ticket that the viewer may read: who may open the page alone does not learn of them. */
export function hasSeen(ctx: TicketContext, viewer: GuildMember, userId: string): boolean {
  for (const ticket of ticketsOf(ctx, ctx.guild.id, userId)) if (ticketRights(ctx, viewer, ticket).reads) return true
  return false
}
