import { and, eq, gte } from 'drizzle-orm'
import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import { explain, isOutage, untaken } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import { actorOf } from '../life/claim.ts'
import type { TicketContext } from '../life/duties.ts'
import { noteEvent, type Ticket, ticketOf } from '../life/rows.ts'
import type { StoredPanel } from '../panels/rows.ts'
import { isTeamOf } from '../rights/rights.ts'
import { ticketEvents } from '../table.ts'
import { finishLater, finishOpening } from './finish.ts'
import type { Answer } from './template.ts'
import { storeTicket } from './create-row.ts'

/** The label of the reason among the answers in a ticket. */
const reasonLabel = 'Why it was opened'
/** How long the same key identifies the same ticket (ms). */
const keptMs = 24 * 3_600_000

const opened = z.object({ key: z.string() })

/** Returns the ticket that an earlier call with the same key has opened. */
export function openedWith(ctx: TicketContext, key: string): Ticket | undefined {
  const { guildId, kind, at, ticketId, detail } = ticketEvents
  const found = ctx.db
    .select({ ticketId, detail })
    .from(ticketEvents)
    .where(and(eq(guildId, ctx.guild.id), eq(kind, 'opened_for'), gte(at, ctx.now() - keptMs)))
    .all()
    .find(event => opened.safeParse(event.detail).data?.key === key)
  return found && ticketOf(ctx, ctx.guild.id, found.ticketId)
}

interface For {
  by: GuildMember
  member: GuildMember
  panel: StoredPanel
  /** The reason, which the member can read. */
  reason?: string
  /** The known answers to the panel's questions. */
  answers?: readonly Answer[]
  /** The caller's key for this ticket: a repeated call with it opens no second one. */
  key?: string
}

/**
 * Opens a ticket for a member, on behalf of somebody on the panel's team. The panel's questions, hours and cooldown do
 * not apply; limits on open tickets do.
 * @throws UserError if they are not on its team, no further ticket may be open, or it could not be created
 */
export async function openFor(
  ctx: TicketContext,
  { by, member, panel, reason = '', answers = [], key }: For,
): Promise<Ticket> {
  if (!ctx.own.enabled) throw new UserError('tickets.off', 'The module Tickets is switched off in this server.', 409)
  if (!isTeamOf(ctx, by, panel.design))
    throw new UserError('tickets.not-team', `Only the support team of ${inert(panel.design.title)} can do that.`, 403)
  if (member.user.bot) throw new UserError('tickets.bot-opener', 'Bots do not read tickets. Name a member.')
  const before = key === undefined ? undefined : openedWith(ctx, key)
  if (before) return before
  const told: Answer[] = [...(reason === '' ? [] : [{ label: reasonLabel, value: reason }]), ...answers]
  const { ticket, isNew } = storeTicket(ctx, member, panel, { answers: told, byTeam: true }, written => {
    finishLater(ctx, written)
    const detail = { ...(reason !== '' && { reason }), ...(key !== undefined && { key }) }
    noteEvent(ctx, written, { kind: 'opened_for', by: actorOf(by), detail })
  })
  if (!isNew) return ticket
  try {
    const opened = await finishOpening(ctx, ctx.guild, ticket.id)
    if (opened) return opened
  } catch (error) {
    if (isOutage(error)) throw new UserError('tickets.later', `${untaken} The ticket opens as soon as it does.`, 503)
    throw explain(error) ?? error
  }
  throw new UserError('tickets.opener-left', `${inert(member.displayName)} is no longer in the server.`, 409)
}
