import { UserError } from '#kit/errors.ts'
import type { CommandContext } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { demandTeam } from './controls.ts'
import { type Ticket, ticketIn } from './rows.ts'

type Ctx = CommandContext<typeof tickets>

/** Returns the ticket of the channel in which a command is used. @throws UserError in any other channel */
export function ticketHere(ctx: Ctx): Ticket {
  const ticket = ticketIn(ctx, ctx.guild.id, ctx.channel.id)
  if (!ticket)
    throw new UserError('tickets.not-here', 'This channel is not a ticket. Use the command in the ticket’s channel.')
  return ticket
}

/** The same for commands of the team. @throws UserError 403 also if the caller is not on the team of this ticket */
export function teamTicketHere(ctx: Ctx): Ticket {
  const ticket = ticketHere(ctx)
  demandTeam(ctx, ctx.member, ticket)
  return ticket
}
