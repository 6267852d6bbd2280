import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import { actorOf, claimTicket, releaseTicket, transferTicket } from '../life/claim.ts'
import { closeTicket, deleteTicket, tooLate } from '../life/close.ts'
import { reopen } from '../life/controls.ts'
import { settle, type TicketContext } from '../life/duties.ts'
import { prioritise } from '../life/edits.ts'
import { moveToPanel } from '../life/move-panel.ts'
import { renameTicketChannel } from '../life/rename.ts'
import { addDuties, type Ticket } from '../life/rows.ts'
import type { Priority } from '../life/contract.ts'
import { panelOf } from '../panels/rows.ts'
import { demandMakeable, makeTranscript } from '../transcripts/make.ts'
import { type Transcript, transcriptFor } from '../transcripts/rows.ts'

/** A transcript this recent is used again: making one reads the whole channel. */
const freshMs = 30_000

/** Posts in the ticket what somebody did from the dashboard, as is done for actions in Discord. */
export async function say(ctx: TicketContext, ticket: Ticket, line: string): Promise<string[]> {
  ctx.db.transaction(() => addDuties(ctx, ticket, [{ kind: 'notice', detail: { about: 'done', line } }]))
  return settle(ctx, ticket)
}

/**
 * Claims a ticket for a member, who may take it over from somebody else.
 * @param from who has claimed it as far as the member knows. @throws UserError 409 if somebody else has by now
 */
export async function claim(
  ctx: TicketContext,
  ticket: Ticket,
  member: GuildMember,
  from: string | null,
): Promise<string[]> {
  const { claimedById, claimedByName } = ticket
  const takesOver = claimedById !== null && claimedById === from && claimedById !== member.id
  if (claimedById !== null && !takesOver)
    throw new UserError(
      'tickets.claimed',
      claimedById === member.id
        ? 'You have already claimed this ticket.'
        : `${claimedByName ?? 'Somebody else'} has claimed this ticket.`,
      409,
    )
  const problems = takesOver
    ? await transferTicket(ctx, ticket, { by: member, to: member })
    : await claimTicket(ctx, ticket, member)
  return [...problems, ...(await say(ctx, ticket, `${inert(member.displayName)} takes care of this ticket.`))]
}

export async function release(ctx: TicketContext, ticket: Ticket, member: GuildMember): Promise<string[]> {
  const problems = await releaseTicket(ctx, ticket, member)
  return [...problems, ...(await say(ctx, ticket, `${inert(member.displayName)} gave this ticket back.`))]
}

export async function rename(ctx: TicketContext, ticket: Ticket, by: GuildMember, typed: string) {
  const { name, queuedUntil } = await renameTicketChannel(ctx, ticket, { by, name: typed })
  return { problems: [], name, queuedUntil: queuedUntil ?? null }
}

export async function move(ctx: TicketContext, ticket: Ticket, by: GuildMember, panelId: string): Promise<string[]> {
  const panel = panelOf(ctx, ctx.guild.id, panelId)
  if (!panel) throw new UserError('tickets.no-panel', 'There is no such panel in this server any more.', 404)
  const problems = await moveToPanel(ctx, ticket, { by, panel })
  return [...problems, ...(await say(ctx, ticket, `This ticket was moved to **${inert(panel.design.title)}**.`))]
}

export async function setPriority(
  ctx: TicketContext,
  ticket: Ticket,
  change: { by: GuildMember; priority: Priority },
): Promise<string[]> {
  prioritise(ctx, ticket, change)
  return say(ctx, ticket, `The priority of this ticket is **${change.priority}**.`)
}

export const close = (ctx: TicketContext, ticket: Ticket, by: GuildMember, reason: string): Promise<string[]> =>
  closeTicket(ctx, ticket, { by: actorOf(by), reason: reason.trim() || null })

export const openAgain = (ctx: TicketContext, ticket: Ticket, by: GuildMember): Promise<string[]> =>
  reopen(ctx, ticket, by)

/** @throws UserError 409 if it is open, or was already deleted */
export function deleteClosed(ctx: TicketContext, ticket: Ticket, by: GuildMember): Promise<string[]> {
  if (ticket.state !== 'closed') throw tooLate(ctx, ticket)
  return deleteTicket(ctx, ticket, { by: actorOf(by) })
}

/** @throws UserError if there can be no transcript */
export async function transcriptNow(ctx: TicketContext, ticket: Ticket, by: GuildMember): Promise<Transcript> {
  demandMakeable(ctx, ticket)
  const known = transcriptFor(ctx, ticket)
  const isFresh = known && known.expiredAt === null && Math.abs(ctx.now() - known.createdAt) < freshMs
  return isFresh ? known : makeTranscript(ctx, ticket, actorOf(by))
}
