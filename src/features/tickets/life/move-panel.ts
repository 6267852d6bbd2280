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
import { threadAccessChange } from './thread-team.ts'

/**
 * Hands a ticket to the team of another panel, whose roles, category, goals and rules apply from then on. A claim by
 * somebody who is not on that team ends.
 * @returns what could not be done in Discord, as sentences
 * @throws UserError 409 if it belongs to that panel already or is not open, 403 if that panel takes no more tickets
 */
export async function moveToPanel(
  ctx: TicketContext,
  ticket: Ticket,
  { by, panel }: { by: GuildMember; panel: StoredPanel },
): Promise<string[]> {
  const { id: panelId, design } = panel
  if (panelId === ticket.panelId)
    throw new UserError('tickets.same-panel', `This ticket already belongs to ${inert(design.title)}.`, 409)
  const before = rolesOfTicket(ctx, ticket)
  const after = rolesOfPanel(ctx.own, design)
  const former = { dropped: [...before.answer, ...before.read] }
  const access = ticket.kind === 'thread' ? threadAccessChange(before, after) : former
  const moved = act(ctx, ticket, 'move', {
    // The new panel decides how long the ticket may be open, so its warning is due again.
    change: { panelId, panelTitle: design.title, overdueWarnedAt: null },
    unless() {
      demandPlaceInPanel(ctx, panel)
      return false
    },
    event: { kind: 'moved', by: actorOf(by), detail: { from: ticket.panelTitle, to: design.title } },
    duties: [{ kind: 'place', detail: { move: true, handed: true, ...access } }, 'controls'],
    // For a ticket that was closed before: its panel decides who reads its transcript.
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
