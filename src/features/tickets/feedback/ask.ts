import { and, eq, isNull } from 'drizzle-orm'
import { isRefusal } from '#kit/discord-errors.ts'
import { colours } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import type { Perform, TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import { panelOf } from '../panels/rows.ts'
import { tickets } from '../table.ts'
import { shownNumber } from '../opening/name.ts'
import { starRow } from './rate.ts'

const isWanted = (ctx: TicketContext, { panelId }: Ticket): boolean =>
  panelOf(ctx, ctx.guild.id, panelId)?.design.feedback !== false

/** Notes that the opener is asked. @returns false where they were before, or nobody wants to know */
function mayAsk(ctx: TicketContext, ticket: Ticket): boolean {
  if (ticket.openerId === null || ticket.ratedAt !== null) return false
  if (!isWanted(ctx, ticket)) return false
  const asked = ctx.db
    .update(tickets)
    .set({ feedbackAskedAt: ctx.now() })
    .where(and(eq(tickets.id, ticket.id), isNull(tickets.feedbackAskedAt)))
    .run()
  return asked.changes > 0
}

const unasked = (ctx: TicketContext, ticket: Ticket) =>
  ctx.db.update(tickets).set({ feedbackAskedAt: null }).where(eq(tickets.id, ticket.id)).run()

/** Asks whoever opened a ticket how it went, once, by direct message. */
export const askFeedback: Perform = async (ctx, ticket, duty) => {
  const { openerId } = ticket
  if (openerId === null) return undefined
  const opener = await ctx.access.member(ctx.guild, openerId)
  if (!opener || opener.user.bot || !mayAsk(ctx, ticket)) return undefined
  try {
    await opener.send({
      embeds: [
        {
          color: colours.brand,
          title: 'How did it go?',
          description: `Your ticket #${shownNumber(ctx, ticket)} (${inert(ticket.panelTitle)}) in ${inert(ctx.guild.name)} was closed. Your answer is shown to the team.`,
        },
      ],
      components: [starRow(ticket, openerId, null)],
      nonce: `ticket-${duty.id}`,
      enforceNonce: true,
    })
  } catch (error) {
    unasked(ctx, ticket)
    // Who takes no messages could say it when they closed it themselves.
    if (!isRefusal(error)) throw error
  }
  return undefined
}

/**
 * The stars for whoever is about to close their own ticket: afterwards they see it no more, and may take no direct
 * messages. Undefined for anybody else, and where nobody wants to know.
 */
export const starsAtClosing = (ctx: TicketContext, ticket: Ticket, memberId: string) =>
  ticket.openerId === memberId && ticket.ratedAt === null && isWanted(ctx, ticket)
    ? starRow(ticket, memberId, null)
    : undefined
