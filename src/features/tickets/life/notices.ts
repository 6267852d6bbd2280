import {
  type APIEmbed,
  DiscordAPIError,
  type GuildTextBasedChannel,
  type MessageCreateOptions,
  RESTJSONErrorCodes as Code,
  Routes,
} from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { colours } from '#kit/notices.ts'
import { mayWrite } from '#kit/permissions.ts'
import { cut, inert, timeTag } from '#kit/template.ts'
import { questionTitle, shownToTeam, starRow, starsText } from '../feedback/rate.ts'
import { panelOf } from '../panels/rows.ts'
import { ticketEvents, tickets } from '../table.ts'
import { shownNumber } from '../opening/name.ts'
import type { Cause } from './close.ts'
import { closedControls, controlsOf, plainControlsOf, requestControls } from './controls.ts'
import type { Perform, TicketContext } from './duties.ts'
import { openedForBy } from './opened-for.ts'
import { placeOf } from './ticket-channel.ts'
import { presentTicket, timeRules } from './time-rules.ts'
import { noteEvent, scheduleTimers, type Ticket } from './rows.ts'
import { closesAt, nextDue } from './timing.ts'

/** Formats a time (Unix ms) as Discord's relative timestamp. */
const when = (at: number) => timeTag(at, 'R')

const becauseOf: Partial<Record<Cause | 'no_transcript', string>> = {
  no_transcript: 'Its transcript could not be kept, so the channel stays until somebody deletes the ticket.',
  request: 'The member agreed to close it.',
  inactive: 'Nobody has written for a while.',
  overdue: 'It has been open for as long as its panel allows.',
  left: 'Its member is no longer in the server.',
}

const about = z.discriminatedUnion('about', [
  z.object({ about: z.literal('closed'), cause: z.string() }),
  z.object({ about: z.literal('reopened'), byId: z.string() }),
  z.object({ about: z.literal('request'), at: z.number() }),
  z.object({ about: z.literal('warned'), cause: z.enum(['inactive', 'overdue']) }),
  z.object({ about: z.literal('released'), name: z.string() }),
  /** Asks for a rating in a channel about to be deleted, because the opener accepts no direct messages. */
  z.object({ about: z.literal('rating') }),
  /** Shows the rating to the team. */
  z.object({ about: z.literal('rated') }),
  /** Tells the people in the ticket what somebody did from the dashboard; inert. */
  z.object({ about: z.literal('done'), line: z.string() }),
])
type About = z.output<typeof about>

const embed = (color: number, ...lines: (string | undefined)[]): APIEmbed => ({
  color,
  description: lines.filter(line => line !== undefined).join('\n'),
})

/** The ticket's present rating, who gave it, and the comment. */
const ratedLines = ({ openerId, rating, ratingComment }: Ticket): (string | undefined)[] => [
  `${starsText(rating ?? 0)}${openerId === null ? '' : ` from <@${openerId}>`}`,
  ratingComment === null ? undefined : `> ${inert(cut(ratingComment.replace(/\s+/gu, ' '), 1000))}`,
]

/** Returns the message for a notice; it mentions the opener if it is meant for them. */
function messageOf(ticket: Ticket, said: About, until: number): MessageCreateOptions {
  const { openerId } = ticket
  const toOpener = (rest: MessageCreateOptions): MessageCreateOptions => ({
    ...rest,
    ...(openerId !== null && { content: `<@${openerId}>`, allowedMentions: { users: [openerId] } }),
  })
  switch (said.about) {
    case 'closed': {
      const { closedById, closeReason, deleteAt } = ticket
      const lines = [
        closedById === null ? 'This ticket was closed.' : `This ticket was closed by <@${closedById}>.`,
        becauseOf[said.cause as keyof typeof becauseOf],
        closeReason === null ? undefined : `Reason: ${inert(closeReason)}`,
        deleteAt === null ? undefined : `It will be deleted ${when(deleteAt)}.`,
      ]
      return { embeds: [embed(colours.warning, ...lines)], components: closedControls(ticket) }
    }
    case 'reopened':
      return toOpener({ embeds: [embed(colours.success, `<@${said.byId}> opened this ticket again.`)] })
    case 'request': {
      const { closeRequestedById, closeRequestReason, closeRequestUntil } = ticket
      const lines = [
        `${closeRequestedById === null ? 'The team' : `<@${closeRequestedById}>`} asks whether this ticket can be closed.`,
        closeRequestReason === null ? undefined : `Reason: ${inert(closeRequestReason)}`,
        closeRequestUntil === null
          ? undefined
          : `It closes ${when(closeRequestUntil)} unless you write or keep it open.`,
      ]
      return toOpener({ embeds: [embed(colours.brand, ...lines)], components: requestControls(ticket, said.at) })
    }
    case 'warned': {
      const line =
        said.cause === 'inactive'
          ? `Nobody has written here for a while. This ticket closes ${when(until)} unless somebody does.`
          : `This ticket closes ${when(until)}, when it has been open for as long as its panel allows.`
      return toOpener({ embeds: [embed(colours.warning, line)] })
    }
    case 'rating': {
      const { openerId: asked, askedHereUntil } = ticket
      const goes = askedHereUntil === null ? '' : ` This channel will be deleted ${when(askedHereUntil)}.`
      return toOpener({
        embeds: [{ ...embed(colours.brand, `This ticket was closed. ${shownToTeam}${goes}`), title: questionTitle }],
        components: asked === null ? [] : [starRow(ticket, asked, null)],
      })
    }
    case 'rated':
      return { embeds: [embed(colours.brand, ...ratedLines(ticket))] }
    case 'done':
      return { embeds: [embed(colours.success, said.line)] }
  }
  return {
    embeds: [embed(colours.warning, `${inert(said.name)} is no longer on the team. Nobody has this ticket now.`)],
  }
}

const isGone = (error: unknown) =>
  error instanceof DiscordAPIError && (error.code === Code.UnknownMessage || error.code === Code.UnknownChannel)

async function setControls(
  ctx: TicketContext,
  channelId: string | null,
  messageId: string | null,
  components: ReturnType<typeof controlsOf>,
): Promise<void> {
  if (channelId === null || messageId === null) return
  try {
    await ctx.client.rest.patch(Routes.channelMessage(channelId, messageId), { body: { components } })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Updates the buttons of the opening message to the ticket's present state. */
export const controls: Perform = async (ctx, ticket) => {
  const design = panelOf(ctx, ctx.guild.id, ticket.panelId)?.design
  const show = (components: ReturnType<typeof controlsOf>) =>
    setControls(ctx, ticket.channelId, ticket.openMessageId, components)
  await show(controlsOf(ticket, design)).catch((error: unknown) => {
    if (!(error instanceof DiscordAPIError && error.status === 400)) throw error
    return show(plainControlsOf(ticket, design))
  })
  return undefined
}

/** Adds a nonce: sent again soon after a crash, the message is not posted twice, and Discord answers with the first. */
const once = (dutyId: number, message: MessageCreateOptions): MessageCreateOptions => ({
  allowedMentions: { parse: [] },
  ...message,
  nonce: `ticket-${dutyId}`,
  enforceNonce: true,
})

/** Returns the warning as it applies now; undefined if it is no longer due. */
function warning(
  ctx: TicketContext,
  id: number,
  cause: 'inactive' | 'overdue',
): { ticket: Ticket; until: number } | undefined {
  const ticket = presentTicket(ctx, ctx.guild.id, id)
  const at = ctx.now()
  const next = ticket && nextDue(ticket, timeRules(ctx, ticket), at)
  if (!ticket || next?.due !== `warn_${cause}` || next.at > at) return undefined
  return { ticket, until: closesAt(ticket, timeRules(ctx, ticket), cause, at) }
}

/** Stores that the warning was posted: from now on the ticket may be closed when its time is up. */
function warned(ctx: TicketContext, ticket: Ticket, cause: 'inactive' | 'overdue'): void {
  const at = ctx.now()
  const change = cause === 'inactive' ? { warnedAt: at, lastMessageAt: ticket.lastMessageAt } : { overdueWarnedAt: at }
  ctx.db.transaction(() => {
    ctx.db
      .update(tickets)
      .set(change)
      .where(and(eq(tickets.id, ticket.id), eq(tickets.state, 'open')))
      .run()
    noteEvent(ctx, ticket, { kind: 'warned', by: null, detail: { cause } })
    scheduleTimers(ctx, ticket)
  })
}

/** Removes the buttons from the message that announced the closing, which may have been sent a moment ago. */
async function endClosedMessage(ctx: TicketContext, ticket: Ticket): Promise<void> {
  await setControls(ctx, ticket.channelId, ticket.closedMessageId, [])
  ctx.db.update(tickets).set({ closedMessageId: null }).where(eq(tickets.id, ticket.id)).run()
}

/** Posts a notice in the ticket. */
export const notice: Perform = async (ctx, ticket, duty) => {
  const said = about.parse(duty.detail)
  if (said.about === 'reopened') await endClosedMessage(ctx, ticket)
  // The occasion has passed: nobody needs to be asked or warned any more.
  if (said.about === 'request' && ticket.closeRequestedAt !== said.at) return undefined
  const isOver = said.about === 'closed' || said.about === 'rating' || said.about === 'rated'
  if (ticket.state !== (isOver ? 'closed' : 'open')) return undefined
  if (said.about === 'rating' && ticket.askedHereUntil === null) return undefined
  // An opener who was asked in this channel has answered in it, and the channel is about to be deleted.
  if (said.about === 'rated' && (ticket.askedHereUntil !== null || ticket.rating === null)) return undefined
  const channel = await placeOf(ctx, ticket)
  if (!channel?.isTextBased()) return undefined
  const due = said.about === 'warned' ? warning(ctx, ticket.id, said.cause) : undefined
  if (said.about === 'warned' && !due) return undefined
  const sent = await channel.send(once(duty.id, messageOf(ticket, said, due?.until ?? 0)))
  if (said.about === 'warned' && due) warned(ctx, due.ticket, said.cause)
  if (said.about === 'closed')
    ctx.db.update(tickets).set({ closedMessageId: sent.id }).where(eq(tickets.id, ticket.id)).run()
  return undefined
}

const titles: Readonly<Record<string, string>> = {
  opened: 'opened',
  closed: 'closed',
  reopened: 'opened again',
  deleted: 'deleted',
  channel_deleted: 'ended: its channel was deleted by hand',
}

function openedLine(ctx: TicketContext, ticket: Ticket): string | undefined {
  const forBy = openedForBy(ctx, ticket)
  if (ticket.openerId === null) return undefined
  if (!forBy) return `Opened by <@${ticket.openerId}>`
  return `Opened for <@${ticket.openerId}> by ${forBy.byId === null ? 'the team' : `<@${forBy.byId}>`}`
}

const logDetail = z.object({ eventId: z.number().optional(), rated: z.number().optional() })
const eventDetail = z.object({ reason: z.string().optional(), cause: z.string().optional() }).catch({})

/**
 * Posts a member's rating in the log channel, as it is now: if a comment follows soon after the stars, the second post
 * has both.
 */
async function logRating(ctx: TicketContext, ticket: Ticket, dutyId: number, channel: GuildTextBasedChannel) {
  if (ticket.rating === null) return undefined
  if (!mayWrite(channel, ['EmbedLinks'])) return `I may not write in the log channel <#${channel.id}>.`
  const drawn: APIEmbed = {
    ...embed(colours.brand, `Panel: ${inert(ticket.panelTitle)}`, ...ratedLines(ticket)),
    title: `Ticket #${shownNumber(ctx, ticket)} rated`,
  }
  await channel.send(once(dutyId, { embeds: [drawn] }))
  return undefined
}

/** Posts an event of the ticket in the log channel. */
export const log: Perform = async (ctx, ticket, duty) => {
  const channel = ctx.own.logChannel === null ? undefined : ctx.guild.channels.cache.get(ctx.own.logChannel)
  if (!channel?.isTextBased() || channel.isThread()) return undefined
  const { eventId = 0, rated } = logDetail.parse(duty.detail)
  if (rated !== undefined) return logRating(ctx, ticket, duty.id, channel)
  const event = ctx.db
    .select()
    .from(ticketEvents)
    .where(and(eq(ticketEvents.guildId, ctx.guild.id), eq(ticketEvents.id, eventId)))
    .get()
  if (!event) return undefined
  if (!mayWrite(channel, ['EmbedLinks'])) return `I may not write in the log channel <#${channel.id}>.`
  const { reason, cause } = eventDetail.parse(event.detail)
  const lines = [
    `Panel: ${inert(ticket.panelTitle)}`,
    openedLine(ctx, ticket),
    event.kind === 'opened' || event.byId === null ? undefined : `By <@${event.byId}>`,
    cause === undefined ? undefined : becauseOf[cause as keyof typeof becauseOf],
    reason === undefined ? undefined : `Reason: ${inert(cut(reason, 1000))}`,
    event.kind === 'opened' && ticket.channelId !== null ? `<#${ticket.channelId}>` : undefined,
  ]
  const color = event.kind === 'opened' || event.kind === 'reopened' ? colours.success : colours.warning
  const drawn: APIEmbed = {
    ...embed(color, ...lines),
    title: `Ticket #${shownNumber(ctx, ticket)} ${titles[event.kind] ?? event.kind}`,
    timestamp: new Date(event.at).toISOString(),
  }
  await channel.send(once(duty.id, { embeds: [drawn] }))
  return undefined
}
