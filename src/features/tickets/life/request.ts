import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { actorOf } from './claim.ts'
import { closeTicket, tooLate } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, type Ticket } from './rows.ts'

/** The columns that end a request without closing the ticket. */
export const noRequest = {
  closeRequestedAt: null,
  closeRequestUntil: null,
  requestWaitsSince: null,
  closeRequestedById: null,
  closeRequestReason: null,
}

/**
 * Asks the opener whether the ticket can be closed.
 * @param wish.delayMs after which it closes unless the opener refuses or writes
 * @throws UserError 409 if the opener was asked already, or it is not open
 */
export async function requestClose(
  ctx: TicketContext,
  ticket: Ticket,
  { by, reason, delayMs }: { by: GuildMember; reason: string | null; delayMs: number | undefined },
): Promise<string[]> {
  if (ticket.openerId === null || ticket.openerId === by.id)
    throw new UserError('tickets.nobody-to-ask', 'There is nobody to ask: close the ticket instead.')
  const at = ctx.now()
  let isAsked = false
  const asked = act(ctx, ticket, 'requestClose', {
    change: {
      closeRequestedAt: at,
      closeRequestedById: by.id,
      closeRequestReason: reason,
      closeRequestUntil: delayMs === undefined ? null : at + delayMs,
    },
    event: { kind: 'close_requested', by: actorOf(by), detail: { ...(reason !== null && { reason }) } },
    duties: [{ kind: 'notice', detail: { about: 'request', at } }],
    unless: ({ closeRequestedAt }) => (isAsked = closeRequestedAt !== null),
  })
  if (isAsked) throw new UserError('tickets.asked', 'The member was asked already and has not answered yet.', 409)
  if (!asked) throw tooLate(ctx, ticket)
  return settle(ctx, asked)
}

/**
 * Handles the opener's answer.
 * @param at when the opener was asked: an answer to an older request counts for nothing
 * @throws UserError 403 for anybody else, 409 if there is no such request any more
 */
export async function answerRequest(
  ctx: TicketContext,
  ticket: Ticket,
  { member, at, accepts }: { member: GuildMember; at: number; accepts: boolean },
): Promise<string[]> {
  if (member.id !== ticket.openerId)
    throw new UserError('tickets.not-opener', 'Only the member who opened this ticket can answer that.', 403)
  if (ticket.closeRequestedAt !== at) {
    const sentence = 'That question has already been settled. Close the ticket if it is resolved.'
    throw new UserError('tickets.not-asked', sentence, 409)
  }
  if (accepts)
    return closeTicket(ctx, ticket, { by: actorOf(member), reason: ticket.closeRequestReason, cause: 'request' })
  const refused = act(ctx, ticket, 'refuseClose', {
    change: { ...noRequest, awaiting: 'team', awaitingSince: ctx.now() },
    event: { kind: 'close_refused', by: actorOf(member) },
    unless: ({ closeRequestedAt }) => closeRequestedAt !== at,
  })
  if (!refused) throw tooLate(ctx, ticket)
  return []
}
