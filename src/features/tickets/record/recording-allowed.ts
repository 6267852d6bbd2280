import { UserError } from '#kit/errors.ts'
import type { TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import { teamOfPanel } from '../panels/panel-team.ts'

type Of = Pick<Ticket, 'panelId'>

/** If a panel made no transcripts, it makes none after it is deleted, either. */
const isKeptBy = (ctx: TicketContext, { panelId }: Of): boolean => teamOfPanel(ctx, ctx.guild.id, panelId).transcript

/** Whether messages of a ticket are kept: the server may have switched transcripts off, or a panel may make none. */
export const isKept = (ctx: TicketContext, ticket: Of): boolean => ctx.own.transcriptsEnabled && isKeptBy(ctx, ticket)

/** @throws UserError that says which setting prevents it if nothing is kept of a ticket */
export function demandKept(ctx: TicketContext, ticket: Of): void {
  if (!ctx.own.transcriptsEnabled)
    throw new UserError('tickets.no-transcripts', 'Transcripts are switched off in this server.')
  if (!isKeptBy(ctx, ticket))
    throw new UserError('tickets.no-transcripts', 'Tickets of this panel have no transcripts, as its settings say.')
}
