import type { GuildMember } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import { demandPlaceInPanel } from '../opening/create-row.ts'
import type { StoredPanel } from '../panels/rows.ts'
import { rolesOfPanel, rolesOfTicket } from '../rights/rights.ts'
import { ticketTranscripts } from '../transcripts/table.ts'
import { actorOf } from './claim.ts'
import { tooLate } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, type Ticket } from './rows.ts'
import { seatsInThread } from './thread-team.ts'

/**
 * Hands a ticket to the team of another panel: from then on that one's roles, category, goals and rules hold. Whoever
 * has claimed it and is not of that team has it no more.
 * @returns what could not be done in Discord, as sentences
 * @throws UserError 409 where it is that panel's already or is not open, 403 where that panel takes no more
 */
export async function moveToPanel(
  ctx: TicketContext,
  ticket: Ticket,
  { by, panel }: { by: GuildMember; panel: StoredPanel },
): Promise<string[]> {
  const { id: panelId, design } = panel
  if (panelId === ticket.panelId)
    throw new UserError('tickets.same-panel', `This ticket is of ${inert(design.title)} already.`, 409)
  const before = rolesOfTicket(ctx, ticket)
  const after = rolesOfPanel(ctx.own, design)
  const former = { dropped: [...before.answer, ...before.read] }
  const seats = ticket.kind === 'thread' ? seatsInThread(before, after) : former
  const moved = act(ctx, ticket, 'move', {
    // How long it may be open is the new panel's to say, and to be warned of.
    change: { panelId, panelTitle: design.title, overdueWarnedAt: null },
    unless() {
      demandPlaceInPanel(ctx, panel)
      return false
    },
    event: { kind: 'moved', by: actorOf(by), detail: { from: ticket.panelTitle, to: design.title } },
    duties: [{ kind: 'place', detail: { move: true, handed: true, ...seats } }, 'controls'],
    // Of a ticket that was closed before: who reads its transcript goes by the panel.
    also: ({ guildId, id }) =>
      void ctx.db
        .update(ticketTranscripts)
        .set({ panelId, panelTitle: design.title })
        .where(and(eq(ticketTranscripts.guildId, guildId), eq(ticketTranscripts.ticketId, id)))
        .run(),
  })
  if (!moved) throw tooLate(ctx, ticket)
  return settle(ctx, moved)
}
