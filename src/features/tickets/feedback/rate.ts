import {
  type APIActionRowComponent,
  type APIButtonComponent,
  ButtonStyle,
  ComponentType,
  type GuildMember,
  type Message,
  TextInputStyle,
} from 'discord.js'
import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { colours } from '#kit/notices.ts'
import { since } from '#kit/clock.ts'
import { recentCache } from '#kit/recent-cache.ts'
import { component, state } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import type { TicketContext } from '../life/duties.ts'
import { addDuties, noteEvent, scheduleTimers, type Ticket, ticketOf } from '../life/rows.ts'
import { tellChanged } from '../life/notify-pages.ts'
import { shownNumber } from '../opening/name.ts'
import { tickets as rows } from '../table.ts'

/** The title of the question, and what is said about the answer, wherever it is asked. */
export const questionTitle = 'How did it go?'
export const shownToTeam = 'Your answer is shown to the team.'

const mostStars = 5
/** '★★★★☆' */
export const starsText = (stars: number): string => `${'★'.repeat(stars)}${'☆'.repeat(mostStars - stars)}`
const longestComment = 1000
/** How long an answer can be changed. */
export const changeableMs = 7 * 24 * 3_600_000
/** How long a channel that was kept for an answer stays afterwards, to show the thanks. */
const thankedMs = 15_000

const rated = z.object({
  id: z.coerce.number().int(),
  guild: z.string(),
  stars: z.coerce.number().int().min(1).max(mostStars),
})

/** Returns the member's own ticket if it can still be rated. @throws UserError */
function ownTicket(ctx: TicketContext, member: GuildMember, id: number): Ticket {
  const ticket = ticketOf(ctx, ctx.guild.id, id)
  if (!ticket || ticket.openerId !== member.id)
    throw new UserError('tickets.not-opener', 'Only the member who opened this ticket can rate it.', 403)
  // They are about to close it.
  if (ticket.state === 'open') return ticket
  const asked = ticket.ratedAt ?? ticket.feedbackAskedAt ?? ticket.closedAt
  if (asked === null || ctx.now() - asked > changeableMs)
    throw new UserError('tickets.rated', 'That was more than a week ago, so it can no longer be rated.', 409)
  return ticket
}

const toldHere = { kind: 'notice', detail: { about: 'rated' } } as const

/**
 * How often in an hour the team is notified of one ticket's rating: pressing one star after another floods no channel.
 */
const mostToldInHour = 5
const hourMs = 3_600_000
const toldOf = state(() => recentCache<{ begun: number; times: number }>(500))

/** Whether the team is notified once more; counts it. */
function isTold(ctx: TicketContext, { id }: Ticket): boolean {
  const all = toldOf(ctx, ctx.guild.id)
  const known = all.get(String(id))
  const hour = known && since(known.begun, ctx.now()) < hourMs ? known : { begun: ctx.now(), times: 0 }
  hour.times += 1
  all.set(String(id), hour)
  return hour.times <= mostToldInHour
}

/**
 * Stores stars or a comment, and notifies the team in the log and in the closed ticket. The time of the first rating
 * decides how long it can be changed.
 */
function store(
  ctx: TicketContext,
  member: GuildMember,
  ticket: Ticket,
  change: { rating: number; ratingComment?: string | null },
) {
  ctx.db.transaction(() => {
    ctx.db
      .update(rows)
      .set({ ...change, ratedAt: ticket.ratedAt ?? ctx.now() })
      .where(and(eq(rows.guildId, ticket.guildId), eq(rows.id, ticket.id)))
      .run()
    const isOther = ticket.rating !== change.rating
    if (isOther)
      noteEvent(ctx, ticket, {
        kind: 'rated',
        by: { id: member.id, name: member.displayName },
        detail: { stars: change.rating },
      })
    const isNewComment = change.ratingComment !== undefined && change.ratingComment !== ticket.ratingComment
    if ((isOther || isNewComment) && isTold(ctx, ticket))
      addDuties(ctx, ticket, [{ kind: 'log', detail: { rated: change.rating } }, toldHere])
  })
  tellChanged(ctx, ticket, 'state')
}

const about = {
  pressedBy: 'caller',
  needs: [],
  data: rated,
  aboutGuild: ({ guild }: { guild: string }) => guild,
} as const

/** A number of stars, which counts as soon as it is pressed; a comment can follow. */
export const rateButton = component(tickets, 'rate', {
  ...about,
  kind: 'button',
  ack: 'modal',
  // An opener who was asked may answer, whatever was switched off since.
  always: true,
  async run(ctx, { id, stars }) {
    const ticket = ownTicket(ctx, ctx.member, id)
    store(ctx, ctx.member, ticket, { rating: stars })
    await ctx.interaction.showModal({
      title: `${starsText(stars)} Thank you`,
      custom_id: commentModal.id({ id, guild: ctx.guild.id, stars }, ctx.member.id),
      components: [
        {
          type: ComponentType.Label,
          label: 'Anything to add?',
          description: 'Your stars are already saved. The team will read what you write.',
          component: {
            type: ComponentType.TextInput,
            custom_id: 'comment',
            style: TextInputStyle.Paragraph,
            max_length: longestComment,
            required: false,
            ...(ticket.ratingComment && { value: ticket.ratingComment }),
          },
        },
      ],
    })
  },
})

export const commentModal = component(tickets, 'comment', {
  ...about,
  kind: 'modal',
  ack: 'update',
  always: true,
  async run(ctx, { id, stars }) {
    const ticket = ownTicket(ctx, ctx.member, id)
    const ratingComment = ctx.interaction.fields.getTextInputValue('comment').trim() || null
    store(ctx, ctx.member, ticket, { rating: stars, ratingComment })
    // If the opener is about to close the ticket, the buttons for that stay.
    const rest = ticket.state === 'open' ? otherRows(ctx.interaction.message) : []
    deleteChannelSoon(ctx, ticket)
    await ctx.answer({
      content: '',
      embeds: [
        ...otherEmbeds(ctx.interaction.message),
        {
          color: colours.success,
          title: starsText(stars),
          description: `Thank you for your answer to ticket #${shownNumber(ctx, ticket)}. You can change it for a week.`,
        },
      ],
      components: [starRow(ticket, ctx.member.id, stars), ...rest],
    })
  },
})

/** Lets a channel that was kept for the answer be deleted soon. */
function deleteChannelSoon(ctx: TicketContext, ticket: Ticket): void {
  const at = ctx.now() + thankedMs
  const { guildId, id } = ticket
  const isWaiting = and(isNotNull(rows.askedHereUntil), gt(rows.deleteAt, at), eq(rows.state, 'closed'))
  ctx.db.transaction(() => {
    const changed = ctx.db
      .update(rows)
      .set({ deleteAt: at, waitsSince: ctx.now() })
      .where(and(eq(rows.guildId, guildId), eq(rows.id, id), isWaiting))
      .run()
    if (changed.changes > 0) scheduleTimers(ctx, ticket, at)
  })
}

/** Returns the other embeds of the message that ends with the question, or with the thanks for an earlier answer. */
const otherEmbeds = (message: Message | null) =>
  (message?.embeds ?? [])
    .filter(({ title }) => title !== questionTitle && !/^[★☆]{5}$/.test(title ?? ''))
    .map(embed => embed.toJSON())

/** Returns the rows under a message except the stars, which come first. */
const otherRows = (message: Message | null) =>
  (message?.components ?? [])
    .slice(1)
    .flatMap(row =>
      row.type === ComponentType.ActionRow ? [row.toJSON() as APIActionRowComponent<APIButtonComponent>] : [],
    )

/** The row of stars to press; the chosen one is marked. */
export function starRow(
  { id, guildId }: Pick<Ticket, 'id' | 'guildId'>,
  openerId: string,
  chosen: number | null,
): APIActionRowComponent<APIButtonComponent> {
  const components = Array.from({ length: mostStars }, (_, place): APIButtonComponent => {
    const stars = place + 1
    return {
      type: ComponentType.Button,
      style: chosen === stars ? ButtonStyle.Primary : ButtonStyle.Secondary,
      label: String(stars),
      emoji: { name: '⭐' },
      custom_id: rateButton.id({ id, guild: guildId, stars }, openerId),
    }
  })
  return { type: ComponentType.ActionRow, components }
}
