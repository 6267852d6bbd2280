import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import { mayAnswer } from '../rights/rights.ts'
import { tooLate } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, type Actor, type NewDuty, type Ticket, ticketOf } from './rows.ts'

/** Somebody as they are kept with what they did. */
export const actorOf = ({ id, displayName }: GuildMember): Actor => ({ id, name: displayName })

const seen = (dropped: readonly string[] = []): NewDuty[] => [{ kind: 'place', detail: { dropped } }, 'controls']

/** What a claim sets. */
const claimedBy = (services: Pick<TicketContext, 'now'>, member: GuildMember) => ({
  claimedById: member.id,
  claimedByName: member.displayName,
  claimedAt: services.now(),
})

/** Who has a ticket at this moment: what follows without waiting for anything is as good as a transaction. */
const holderOf = (ctx: TicketContext, ticket: Ticket): string | null =>
  ticketOf(ctx, ticket.guildId, ticket.id)?.claimedById ?? null

/** Who has it, as pages can tell it, too: they make no name of a mention. */
const holderName = (ctx: TicketContext, ticket: Ticket): string =>
  inert(ticketOf(ctx, ticket.guildId, ticket.id)?.claimedByName ?? 'Somebody else')

/**
 * Somebody of the team takes a ticket.
 * @returns what could not be done in Discord, as sentences
 * @throws UserError 409 where somebody has it, or it is not open
 */
export async function claimTicket(ctx: TicketContext, ticket: Ticket, member: GuildMember): Promise<string[]> {
  const holder = holderOf(ctx, ticket)
  if (holder !== null)
    throw new UserError(
      'tickets.claimed',
      `${holder === member.id ? 'You have' : `${holderName(ctx, ticket)} has`} claimed this ticket already.`,
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
 * Gives a claimed ticket back to the team: whoever has it may, and whoever manages the server.
 * @throws UserError 409 where nobody has it, 403 where somebody else has
 */
export async function releaseTicket(ctx: TicketContext, ticket: Ticket, member: GuildMember): Promise<string[]> {
  const holder = holderOf(ctx, ticket)
  if (holder === null) throw new UserError('tickets.unclaimed', 'Nobody has claimed this ticket.', 409)
  if (holder !== member.id && !ctx.access.has(member, 'manage', 'tickets'))
    throw new UserError(
      'tickets.not-yours',
      `${holderName(ctx, ticket)} has claimed this ticket, so they release it.`,
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

/** Hands a ticket to somebody else of the team. @throws UserError where they are not of it, or have it */
export async function transferTicket(
  ctx: TicketContext,
  ticket: Ticket,
  { by, to }: { by: GuildMember; to: GuildMember },
): Promise<string[]> {
  if (to.user.bot || !mayAnswer(ctx, to, ticket))
    throw new UserError(
      'tickets.not-of-team',
      `${inert(to.displayName)} is not of the team that answers this ticket. Give them its role first.`,
    )
  const holder = holderOf(ctx, ticket)
  if (holder === to.id) throw new UserError('tickets.claimed', `${inert(to.displayName)} has this ticket already.`, 409)
  const transferred = act(ctx, ticket, 'transfer', {
    change: claimedBy(ctx, to),
    event: { kind: 'transferred', by: actorOf(by), detail: { toId: to.id, toName: to.displayName } },
    duties: seen(holder === null ? [] : [holder]),
  })
  if (!transferred) throw tooLate(ctx, ticket)
  return settle(ctx, transferred)
}
