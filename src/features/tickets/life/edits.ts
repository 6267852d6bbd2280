import { DiscordAPIError, type GuildMember, RESTJSONErrorCodes as Code } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { shownNumber } from '../opening/name.ts'
import { actorOf } from './claim.ts'
import { tooLate } from './close.ts'
import type { TicketContext } from './duties.ts'
import { placeOf } from './ticket-channel.ts'
import { act, noteEvent, type Ticket } from './rows.ts'
import type { Priority } from './contract.ts'

/** Sets a ticket's priority. @throws UserError 409 if it already has that priority, or is not open */
export function prioritise(
  ctx: TicketContext,
  ticket: Ticket,
  { by, priority }: { by: GuildMember; priority: Priority },
): void {
  let isSame = false
  const changed = act(ctx, ticket, 'prioritise', {
    change: { priority },
    event: { kind: 'priority', by: actorOf(by), detail: { before: ticket.priority, after: priority } },
    unless: before => (isSame = before.priority === priority),
  })
  if (isSame) throw new UserError('tickets.same', `The priority of this ticket is already ${priority}.`, 409)
  if (!changed) throw tooLate(ctx, ticket)
}

/** Pins the opening message. @throws UserError if it is gone, or the bot may not pin it */
export async function pinOpening(ctx: TicketContext, ticket: Ticket, by: GuildMember): Promise<void> {
  const gone = new UserError('tickets.no-opening', 'The opening message of this ticket is gone.', 404)
  const channel = await placeOf(ctx, ticket)
  if (!channel?.isTextBased() || ticket.openMessageId === null) throw gone
  try {
    await channel.messages.pin(ticket.openMessageId, `Ticket #${shownNumber(ctx, ticket)}`)
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === Code.UnknownMessage) throw gone
    if (error instanceof DiscordAPIError && error.code === Code.MissingPermissions)
      throw new UserError('tickets.cannot-pin', 'I need Pin Messages in this channel for that.', 403)
    throw error
  }
  noteEvent(ctx, ticket, { kind: 'pinned', by: actorOf(by) })
}
