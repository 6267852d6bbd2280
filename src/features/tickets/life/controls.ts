import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  ButtonStyle,
  ComponentType,
  type GuildMember,
  TextInputStyle,
} from 'discord.js'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { component, type ComponentContext } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { demandBelowOpenLimits } from '../opening/create-row.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { panelOf } from '../panels/rows.ts'
import { face, longestLabel } from '../panels/template.ts'
import { starsAtClosing } from '../feedback/ask.ts'
import { mayAnswer } from '../rights/rights.ts'
import { actorOf, claimTicket, releaseTicket } from './claim.ts'
import { closeTicket, deleteTicket, reopenTicket, tooLate } from './close.ts'
import type { TicketContext } from './duties.ts'
import { answerRequest } from './request.ts'
import { type Ticket, ticketOf } from './rows.ts'

type Pressed = ComponentContext<typeof tickets>
type Row = APIActionRowComponent<APIComponentInMessageActionRow>

const one = z.object({ id: z.coerce.number().int() })
const longestReason = 400

const row = (components: APIButtonComponent[]): Row => ({ type: ComponentType.ActionRow, components })

type Look = { style: ButtonStyle; label: string; emoji?: string }

function button(custom_id: string, { style, label, emoji = '' }: Look): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    // Only links and shop items have other styles, and those have no custom id.
    style: style as APIButtonComponentWithCustomId['style'],
    custom_id,
    ...face(emoji, label, longestLabel),
  }
}

/** Returns the ticket that a control belongs to. @throws UserError 404 if it belongs to another server, or is gone */
export function demandTicket(ctx: Pick<TicketContext, 'db' | 'guild' | 'memory'>, id: number): Ticket {
  const ticket = ticketOf(ctx, ctx.guild.id, id)
  if (!ticket) throw new UserError('tickets.unknown', 'There is no such ticket in this server.', 404)
  return ticket
}

/** @throws UserError 403 if the member is not on the team that answers this ticket */
export function demandTeam(ctx: TicketContext, member: GuildMember, ticket: Ticket): void {
  if (!mayAnswer(ctx, member, ticket))
    throw new UserError('tickets.not-team', 'Only the support team of this ticket can do that.', 403)
}

/** Only the opener of a ticket and its team may close it. @throws UserError 403 */
export function demandMayClose(ctx: TicketContext, member: GuildMember, ticket: Ticket): void {
  if (member.id === ticket.openerId || mayAnswer(ctx, member, ticket)) return
  throw new UserError('tickets.may-not-close', 'Only the opener and the support team of this ticket can close it.', 403)
}

/** Returns a reply that says what was done, followed by what was not. */
export const doneReply = (sentence: string, problems: readonly string[]) => success([sentence, ...problems].join('\n'))

const closing = (ctx: Pressed, id: number): Ticket => {
  const ticket = demandTicket(ctx, id)
  demandMayClose(ctx, ctx.member, ticket)
  if (ticket.state !== 'open') throw tooLate(ctx, ticket)
  return ticket
}

/** For controls of existing tickets, which keep working while the feature is switched off. */
const atAnyTime = { always: true } as const

/**
 * Asks for a confirmation before closing. The opener is also asked for a rating, while they can still see the ticket.
 */
export function closingQuestion(ctx: TicketContext, ticket: Ticket, { id: callerId }: GuildMember) {
  const { id } = ticket
  const stars = starsAtClosing(ctx, ticket, callerId)
  const question = 'Close this ticket? The team keeps it until somebody deletes it.'
  return {
    content: stars ? `${question}\nHow did it go? Your answer is shown to the team.` : question,
    components: [
      ...(stars ? [stars] : []),
      row([
        button(confirmClose.id({ id }, callerId), { style: ButtonStyle.Danger, label: 'Close' }),
        button(reasonButton.id({ id }, callerId), { style: ButtonStyle.Secondary, label: 'Close with a reason' }),
      ]),
    ],
  }
}

/** The button under the opening message: asks for a confirmation first if closing has two steps. */
export const closeButton = component(tickets, 'close', {
  ...atAnyTime,
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: one,
  async run(ctx, { id }) {
    const ticket = closing(ctx, id)
    if (ctx.own.twoStepClose) return ctx.answer(closingQuestion(ctx, ticket, ctx.member))
    await ctx.answer('Closing it. The channel is deleted once its transcript is saved.')
    const problems = await closeTicket(ctx, ticket, { by: actorOf(ctx.member) })
    return problems.length > 0 ? ctx.answer(doneReply('Closed.', problems)) : undefined
  },
})

/** The reply to the person who closed a ticket. */
const closedAnswer = (problems: string[]) => ({ content: '', ...doneReply('Closed.', problems), components: [] })

const confirmClose = component(tickets, 'confirmClose', {
  ...atAnyTime,
  kind: 'button',
  pressedBy: 'caller',
  needs: [],
  ack: 'update',
  data: one,
  async run(ctx, { id }) {
    const problems = await closeTicket(ctx, closing(ctx, id), { by: actorOf(ctx.member) })
    await ctx.answer(closedAnswer(problems))
  },
})

const reasonButton = component(tickets, 'askReason', {
  ...atAnyTime,
  kind: 'button',
  pressedBy: 'caller',
  needs: [],
  ack: 'modal',
  data: one,
  async run(ctx, { id }) {
    closing(ctx, id)
    await ctx.interaction.showModal({
      title: 'Close this ticket',
      custom_id: closeReason.id({ id }, ctx.member.id),
      components: [
        {
          type: ComponentType.Label,
          label: 'Reason',
          description: 'Shown in the ticket, the log and the transcript.',
          component: {
            type: ComponentType.TextInput,
            custom_id: 'reason',
            style: TextInputStyle.Paragraph,
            max_length: longestReason,
            required: true,
          },
        },
      ],
    })
  },
})

const closeReason = component(tickets, 'closeReason', {
  ...atAnyTime,
  kind: 'modal',
  pressedBy: 'caller',
  needs: [],
  ack: 'update',
  data: one,
  async run(ctx, { id }) {
    const reason = ctx.interaction.fields.getTextInputValue('reason').trim() || null
    const problems = await closeTicket(ctx, closing(ctx, id), { by: actorOf(ctx.member), reason })
    await ctx.answer(closedAnswer(problems))
  },
})

/** Claims or releases a ticket; the reply is visible to everybody in it. */
export const claimButton = component(tickets, 'claim', {
  ...atAnyTime,
  kind: 'button',
  pressedBy: 'anyone',
  needs: ['tickets.answer'],
  ack: 'reply',
  data: z.object({ id: z.coerce.number().int(), to: z.enum(['claim', 'release']) }),
  async run(ctx, { id, to }) {
    const ticket = demandTicket(ctx, id)
    demandTeam(ctx, ctx.member, ticket)
    const problems = await (to === 'claim' ? claimTicket : releaseTicket)(ctx, ticket, ctx.member)
    const who = inert(ctx.member.displayName)
    await ctx.answer(
      doneReply(to === 'claim' ? `${who} takes care of this ticket.` : `${who} gave this ticket back.`, problems),
    )
  },
})

/** Under the message that says a ticket is closed. */
export const closedButton = component(tickets, 'closed', {
  ...atAnyTime,
  kind: 'button',
  pressedBy: 'anyone',
  needs: ['tickets.answer'],
  ack: 'ephemeral',
  data: z.object({ id: z.coerce.number().int(), to: z.enum(['reopen', 'delete']) }),
  async run(ctx, { id, to }) {
    const ticket = demandTicket(ctx, id)
    demandTeam(ctx, ctx.member, ticket)
    if (ticket.state !== 'closed') throw tooLate(ctx, ticket)
    if (to === 'reopen') {
      await ctx.answer(doneReply('Open again.', await reopen(ctx, ticket, ctx.member)))
      return
    }
    await ctx.answer('Deleting it.')
    const problems = await deleteTicket(ctx, ticket, { by: actorOf(ctx.member) })
    if (problems.length > 0) await ctx.answer(doneReply('Deleted.', problems))
  },
})

/** Opens a ticket again, if its opener is still in the server and may have one more. @throws UserError */
export async function reopen(ctx: TicketContext, ticket: Ticket, by: GuildMember): Promise<string[]> {
  const opener = ticket.openerId === null ? null : await ctx.access.member(ctx.guild, ticket.openerId)
  if (!opener) throw new UserError('tickets.opener-left', 'The opener of this ticket is no longer in the server.')
  const design = panelOf(ctx, ctx.guild.id, ticket.panelId)?.design
  return reopenTicket(ctx, ticket, actorOf(by), () => demandBelowOpenLimits(ctx, opener, ticket, design))
}

/** The opener's answer to a close request. */
export const requestButton = component(tickets, 'request', {
  ...atAnyTime,
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'update',
  data: z.object({ id: z.coerce.number().int(), at: z.coerce.number(), to: z.enum(['close', 'keep']) }),
  async run(ctx, { id, at, to }) {
    const ticket = demandTicket(ctx, id)
    const problems = await answerRequest(ctx, ticket, { member: ctx.member, at, accepts: to === 'close' })
    const sentence = to === 'close' ? 'The member agreed to the closing.' : 'The member wants to keep this ticket open.'
    await ctx.answer({ content: '', ...doneReply(sentence, problems), components: [] })
  },
})

type Labels = Pick<PanelDesign, 'close_button' | 'close_button_label' | 'close_button_emoji'>
const usual: Labels = { close_button: true, close_button_label: 'Close', close_button_emoji: '🔒' }

/** Returns the buttons under a ticket's opening message in its present state; none once it is closed. */
export function controlsOf(
  { id, state, claimedById }: Pick<Ticket, 'id' | 'state' | 'claimedById'>,
  design: Labels | undefined,
): Row[] {
  if (state !== 'opening' && state !== 'open') return []
  const { close_button, close_button_label, close_button_emoji } = design ?? usual
  const claim: Look =
    claimedById === null
      ? { style: ButtonStyle.Success, label: 'Claim', emoji: '🙋' }
      : { style: ButtonStyle.Secondary, label: 'Release' }
  return [
    row([
      ...(close_button
        ? [
            button(closeButton.id({ id }), {
              style: ButtonStyle.Danger,
              label: close_button_label || usual.close_button_label,
              emoji: close_button_emoji,
            }),
          ]
        : []),
      button(claimButton.id({ id, to: claimedById === null ? 'claim' : 'release' }), claim),
    ]),
  ]
}

/** The same for a panel whose emoji Discord refuses because it was deleted or belongs to another server. */
export const plainControlsOf = (ticket: Parameters<typeof controlsOf>[0], design: Labels | undefined): Row[] =>
  controlsOf(ticket, design && { ...design, close_button_emoji: usual.close_button_emoji })

/** The buttons under the message that announces the closing. */
export const closedControls = ({ id }: Pick<Ticket, 'id'>): Row[] => [
  row([
    button(closedButton.id({ id, to: 'reopen' }), { style: ButtonStyle.Success, label: 'Reopen', emoji: '🔓' }),
    button(closedButton.id({ id, to: 'delete' }), { style: ButtonStyle.Danger, label: 'Delete', emoji: '🗑️' }),
  ]),
]

/** The buttons under a close request. */
export const requestControls = ({ id }: Pick<Ticket, 'id'>, at: number): Row[] => [
  row([
    button(requestButton.id({ id, at, to: 'close' }), { style: ButtonStyle.Success, label: 'Close it' }),
    button(requestButton.id({ id, at, to: 'keep' }), { style: ButtonStyle.Secondary, label: 'Keep it open' }),
  ]),
]

export const components = [
  closeButton,
  confirmClose,
  reasonButton,
  closeReason,
  claimButton,
  closedButton,
  requestButton,
]
