import { and, desc, eq, gte, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { APIEmbed } from 'discord.js'
import { z } from 'zod'
import { isRefusal } from '#kit/discord-errors.ts'
import { colours } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import type { Perform, TicketContext } from '../life/duties.ts'
import { addDuties, scheduleTimers, type Ticket } from '../life/rows.ts'
import { panelOf } from '../panels/rows.ts'
import { ticketDuties, tickets } from '../table.ts'
import { shownNumber } from '../opening/name.ts'
import { changeableMs, questionTitle, shownToTeam, starRow } from './rate.ts'

/** How long a channel that would otherwise be deleted at once stays for the question (ms). */
const staysMs = 10 * 60_000
/** Detail of the duty: whether the ticket's channel may stay for the question. */
const asking = z.object({ stays: z.boolean().default(false) })

const isWanted = (ctx: TicketContext, { panelId }: Ticket): boolean =>
  panelOf(ctx, ctx.guild.id, panelId)?.design.feedback !== false

const one = ({ guildId, id }: Ticket) => and(eq(tickets.guildId, guildId), eq(tickets.id, id))

/** Stores that the opener is asked. @returns false if they were asked before, or the panel asks for no ratings */
function mayAsk(ctx: TicketContext, ticket: Ticket): boolean {
  if (ticket.openerId === null || ticket.ratedAt !== null) return false
  if (!isWanted(ctx, ticket)) return false
  const asked = ctx.db
    .update(tickets)
    .set({ feedbackAskedAt: ctx.now() })
    .where(and(one(ticket), isNull(tickets.feedbackAskedAt)))
    .run()
  return asked.changes > 0
}

/** Stores that the opener could not be asked. @param refused whether the opener accepts no direct messages */
const unasked = (ctx: TicketContext, ticket: Ticket, refused: boolean) =>
  ctx.db
    .update(tickets)
    .set({ feedbackAskedAt: null, ...(refused && { feedbackRefusedAt: ctx.now() }) })
    .where(one(ticket))
    .run()

const questionOn = (ctx: TicketContext, ticket: Ticket): APIEmbed => ({
  color: colours.brand,
  title: questionTitle,
  description: `Your ticket #${shownNumber(ctx, ticket)} (${inert(ticket.panelTitle)}) in ${inert(ctx.guild.name)} was closed. ${shownToTeam}`,
})

/**
 * Asks in the ticket itself: its channel, which would be deleted now, stays for a while, and its opener can read it
 * again. Not in a thread: it is locked by then, and whoever is in a thread may write in it.
 */
function askHere(ctx: TicketContext, ticket: Ticket): void {
  if (ticket.kind !== 'channel' || ticket.state !== 'closed') return
  ctx.db.transaction(() => {
    const removal = ctx.db
      .delete(ticketDuties)
      .where(
        and(
          eq(ticketDuties.guildId, ticket.guildId),
          eq(ticketDuties.ticketId, ticket.id),
          eq(ticketDuties.kind, 'removal'),
        ),
      )
      .run()
    // No removal is scheduled, so the channel stays for another reason.
    if (removal.changes === 0) return
    const until = ctx.now() + staysMs
    ctx.db
      .update(tickets)
      .set({ feedbackAskedAt: ctx.now(), askedHereUntil: until, deleteAt: until, waitsSince: null })
      .where(one(ticket))
      .run()
    addDuties(ctx, ticket, ['place', { kind: 'notice', detail: { about: 'rating' } }])
    scheduleTimers(ctx, ticket, until)
  })
}

/** Asks the opener for a rating, once: by direct message, or otherwise in the ticket's channel before it is deleted. */
export const askFeedback: Perform = async (ctx, ticket, duty) => {
  const { openerId } = ticket
  if (openerId === null) return undefined
  const opener = await ctx.access.member(ctx.guild, openerId)
  if (!opener || opener.user.bot || !mayAsk(ctx, ticket)) return undefined
  try {
    await opener.send({
      embeds: [questionOn(ctx, ticket)],
      components: [starRow(ticket, openerId, null)],
      nonce: `ticket-${duty.id}`,
      enforceNonce: true,
    })
  } catch (error) {
    const isRefused = isRefusal(error)
    unasked(ctx, ticket, isRefused)
    // An opener who accepts no messages was offered the stars if they closed the ticket themselves.
    if (!isRefused) throw error
    if (asking.parse(duty.detail).stays) askHere(ctx, ticket)
  }
  return undefined
}

/**
 * Returns the stars for an opener about to close their own ticket, who can no longer see it afterwards and may accept
 * no direct messages. Undefined for anybody else, and if the panel asks for no ratings.
 */
export const starsAtClosing = (ctx: TicketContext, ticket: Ticket, memberId: string) =>
  ticket.openerId === memberId && ticket.ratedAt === null && isWanted(ctx, ticket)
    ? starRow(ticket, memberId, null)
    : undefined

/**
 * Returns the question about a member's last ticket, for a place that only they can read, if they could not be reached
 * before. Call it when the question is shown: it counts as asked. Undefined if there is nothing to ask.
 */
export function missedFeedbackQuestion(ctx: TicketContext, memberId: string) {
  const ticket = ctx.db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.guildId, ctx.guild.id),
        eq(tickets.openerId, memberId),
        inArray(tickets.state, ['closed', 'deleted']),
        isNotNull(tickets.feedbackRefusedAt),
        isNull(tickets.feedbackAskedAt),
        gte(tickets.closedAt, ctx.now() - changeableMs),
      ),
    )
    .orderBy(desc(tickets.closedAt))
    .limit(1)
    .get()
  if (!ticket || !mayAsk(ctx, ticket)) return undefined
  return { embed: questionOn(ctx, ticket), row: starRow(ticket, memberId, null) }
}
