import type { GuildMember, PartialGuildMember } from 'discord.js'
import { inLane } from '#kernel/discord/lanes.ts'
import { panelOf } from '../panels/rows.ts'
import { closeTicket } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { memberHere, reviewClaims } from './claim-holder.ts'
import { hasThreads, joinThreads, leaveThreads } from './thread-team.ts'
import { noteReportedRoles } from './reported-role-changes.ts'
import { act, mayHaveOpenTickets, type Ticket, ticketIn, ticketsIn } from './rows.ts'

/** Closes a ticket whose opener has left the server, if its panel says so. */
async function closeOnLeave(ctx: TicketContext, ticket: Ticket): Promise<void> {
  if (panelOf(ctx, ctx.guild.id, ticket.panelId)?.design.close_on_leave === false) return
  await inLane('bulk', () => closeTicket(ctx, ticket, { by: null, cause: 'left' })).catch((err: unknown) =>
    ctx.log.warn({ err, guildId: ctx.guild.id, ticketId: ticket.id }, 'ticket not closed on leave'),
  )
}

/** Closes the tickets of a member who left, and returns those they had claimed to the team. */
export async function onMemberLeft(ctx: TicketContext, member: GuildMember | PartialGuildMember): Promise<void> {
  const open = ticketsIn(ctx, ctx.guild.id, ['open'], { openerId: member.id })
  for (const ticket of open) await closeOnLeave(ctx, ticket)
  await reviewClaims(ctx, member.id)
}

/** Applies a change of somebody's roles to claims and threads. */
export async function onRolesChanged(
  ctx: TicketContext,
  before: GuildMember | PartialGuildMember,
  { id, roles }: GuildMember,
): Promise<void> {
  const lost = before.partial ? [] : [...before.roles.cache.keys()].filter(role => !roles.cache.has(role))
  const gained = before.partial ? [] : [...roles.cache.keys()].filter(role => !before.roles.cache.has(role))
  if (hasThreads(ctx)) noteReportedRoles(ctx, id, [...lost, ...gained])
  // Before anything else: a person whom somebody adds to a thread by hand a moment later stays there.
  if (lost.length > 0) await leaveThreads(ctx, id, lost)
  if (before.partial || lost.length > 0) await reviewClaims(ctx, id)
  if (gained.length > 0) await joinThreads(ctx, id, gained)
}

/**
 * Makes up for events that the bot missed in an open ticket: its opener left, or its holder left or is no longer on the
 * team.
 * @throws any error from Discord that leaves open who is there
 */
export async function handleMissedDepartures(ctx: TicketContext, ticket: Ticket): Promise<void> {
  const { openerId, claimedById } = ticket
  if (openerId !== null && !(await memberHere(ctx, openerId))) await closeOnLeave(ctx, ticket)
  if (claimedById !== null) await reviewClaims(ctx, claimedById)
}

async function inEveryOpenTicket(ctx: TicketContext): Promise<void> {
  for (const ticket of ticketsIn(ctx, ctx.guild.id, ['open']))
    await inLane('bulk', () => handleMissedDepartures(ctx, ticket)).catch((err: unknown) =>
      ctx.log.warn({ err, guildId: ctx.guild.id, ticketId: ticket.id }, 'a ticket was not looked after'),
    )
}

/**
 * Does the same for every open ticket of a server that the bot comes back to: while it was away, people may have left
 * or lost a role.
 */
export const handleAllMissedDepartures = (ctx: TicketContext): Promise<void> | undefined =>
  mayHaveOpenTickets(ctx, ctx.guild.id) ? inEveryOpenTicket(ctx) : undefined

/**
 * Ends the ticket of a channel that was deleted by hand, once it is known that the channel is not going to be restored.
 * What was recorded stays.
 */
export function endWithoutChannel(ctx: TicketContext, channelId: string): void {
  const ticket = ticketIn(ctx, ctx.guild.id, channelId)
  if (!ticket) return
  const at = ctx.now()
  const ended = act(ctx, ticket, 'delete', {
    change: {
      channelMissing: true,
      deletedAt: at,
      deleteAt: null,
      awaiting: null,
      awaitingSince: null,
      ...(ticket.closedAt === null && { closedAt: at }),
    },
    event: { kind: 'channel_deleted', by: null },
    duties: ticket.state === 'open' ? ['transcript', 'feedback'] : [],
  })
  if (ended)
    ctx.background(settle(ctx, ended), {
      text: 'what follows the end of a ticket could not be done',
      guildId: ctx.guild.id,
      ticketId: ticket.id,
    })
}
