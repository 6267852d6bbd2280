import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import { mayAnswer } from '../rights/rights.ts'
import { tooLate } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, type Actor, type NewDuty, type Ticket, ticketOf } from './rows.ts'

/** Returns the id and name that are stored with what a member does. */
export const actorOf = ({ id, displayName }: GuildMember): Actor => ({ id, name: displayName })

const seen = (dropped: readonly string[] = []): NewDuty[] => [{ kind: 'place', detail: { dropped } }, 'controls']

/** The columns that a claim sets. */
const claimedBy = (services: Pick<TicketContext, 'now'>, member: GuildMember) => ({
  claimedById: member.id,
  claimedByName: member.displayName,
  claimedAt: services.now(),
})

/** Returns who holds a ticket now. What follows without an await is as safe as in a transaction. */
const holderOf = (ctx: TicketContext, ticket: Ticket): string | null =>
  ticketOf(ctx, ticket.guildId, ticket.id)?.claimedById ?? null

/** Returns the holder's name for a sentence. Pages show it as well, and they do not resolve mentions. */
const holderName = (ctx: TicketContext, ticket: Ticket): string =>
  inert(ticketOf(ctx, ticket.guildId, ticket.id)?.claimedByName ?? 'Somebody else')

/**
 * Claims a ticket for somebody on the team.
 * @returns what could not be done in Discord, as sentences
 * @throws UserError 409 if somebody has claimed it, or it is not open
 */
export async function claimTicket(ctx: TicketContext, ticket: Ticket, member: GuildMember): Promise<string[]> {
  const holder = holderOf(ctx, ticket)
  if (holder !== null)
    throw new UserError(
      'tickets.claimed',
      `${holder === member.id ? 'You have' : `${holderName(ctx, ticket)} has`} already claimed this ticket.`,
      409,
    )
  const claimed = act(ctx, ticket, 'claim', {
    change: claimedBy(ctx, member),
    event: { kind: 'claimed', by: actorOf(member) },
    duties: seen(),
  })
  if (!claimed) throw tooLate(ctx, ticket)
  return settle(ctx, claimed)
}

/**
 * Gives a claimed ticket back to the team. Allowed for the person who claimed it and for managers of the server.
 * @throws UserError 409 if nobody has claimed it, 403 if somebody else has
 */
export async function releaseTicket(ctx: TicketContext, ticket: Ticket, member: GuildMember): Promise<string[]> {
  const holder = holderOf(ctx, ticket)
  if (holder === null) throw new UserError('tickets.unclaimed', 'Nobody has claimed this ticket.', 409)
  if (holder !== member.id && !ctx.access.has(member, 'manage', 'tickets'))
    throw new UserError(
      'tickets.not-yours',
      `${holderName(ctx, ticket)} has claimed this ticket, so only they can release it.`,
      403,
    )
  const released = act(ctx, ticket, 'release', {
    change: { claimedById: null, claimedByName: null, claimedAt: null },
    event: { kind: 'released', by: actorOf(member) },
    duties: seen([holder]),
  })
  if (!released) throw tooLate(ctx, ticket)
  return settle(ctx, released)
}

/** Hands a ticket to somebody else on the team. @throws UserError if they are not on it, or already have the ticket */
export async function transferTicket(
  ctx: TicketContext,
  ticket: Ticket,
  { by, to }: { by: GuildMember; to: GuildMember },
): Promise<string[]> {
  if (to.user.bot || !mayAnswer(ctx, to, ticket))
    throw new UserError(
      'tickets.not-of-team',
      `${inert(to.displayName)} is not on the team that answers this ticket. Give them its role first.`,
    )
  const holder = holderOf(ctx, ticket)
  if (holder === to.id) throw new UserError('tickets.claimed', `${inert(to.displayName)} already has this ticket.`, 409)
  const transferred = act(ctx, ticket, 'transfer', {
    change: claimedBy(ctx, to),
    event: { kind: 'transferred', by: actorOf(by), detail: { toId: to.id, toName: to.displayName } },
    duties: seen(holder === null ? [] : [holder]),
  })
  if (!transferred) throw tooLate(ctx, ticket)
  return settle(ctx, transferred)
}
