import {
  type APIActionRowComponent,
  type APIButtonComponent,
  ButtonStyle,
  ComponentType,
  type GuildMember,
} from 'discord.js'
import { z } from 'zod'
import { component, type ComponentContext, type Parts } from '#kernel/feature.ts'
import { explain, isOutage, untaken } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import tickets from '../contract.ts'
import { missedFeedbackQuestion } from '../feedback/ask.ts'
import type { Ticket } from '../life/rows.ts'
import { resetLater } from '../panels/reset-later.ts'
import { panelOf, panelsOf, type StoredPanel } from '../panels/rows.ts'
import { finishLater, finishOpening } from './finish.ts'
import { answersIn, questionsHash, questionsModal } from './questions.ts'
import type { Answer } from './template.ts'
import { demandMayOpen, storeTicket, ticketOfPress } from './create-row.ts'

type Pressed = Pick<ComponentContext<typeof tickets>, 'answer' | 'member'> & ComponentContext<typeof tickets>

const which = z.object({ panelId: z.string() })

function demandPanel(ctx: Pressed, panelId: string): StoredPanel {
  const panel = panelOf(ctx, ctx.guild.id, panelId)
  if (!panel) throw new UserError('tickets.no-panel', 'Tickets of this kind can no longer be opened.', 404)
  return panel
}

/** Replies with the ticket's channel, and asks for a missed rating of the member's last ticket. */
function tellOf(ctx: Pressed, { channelId }: Pick<Ticket, 'channelId'>) {
  const { embeds } = success(channelId === null ? 'Your ticket is being opened.' : `Your ticket: <#${channelId}>`)
  const asked = missedFeedbackQuestion(ctx, ctx.member.id)
  return ctx.answer({
    content: '',
    embeds: asked ? [...embeds, asked.embed] : embeds,
    components: asked ? [asked.row] : [],
  })
}

/**
 * Opens a ticket and replies with its channel.
 * @throws UserError with the limit that applies, or why it could not be created
 */
async function openTicket(
  ctx: Pressed,
  member: GuildMember,
  panel: StoredPanel,
  answers: readonly Answer[],
): Promise<void> {
  const { ticket, isNew } = storeTicket(ctx, member, panel, { answers }, written => finishLater(ctx, written))
  if (!isNew) return tellOf(ctx, ticket)
  try {
    const opened = await finishOpening(ctx, ctx.guild, ticket.id)
    if (opened) await tellOf(ctx, opened)
  } catch (error) {
    if (isOutage(error)) throw new UserError('tickets.later', `${untaken} Your ticket opens as soon as it does.`, 503)
    throw refusalTo(error)
  }
}

/** Returns the error for a member whose ticket Discord refused: only the team can do something about it. */
function refusalTo(error: unknown): unknown {
  const told = explain(error)
  if (!told || told.code.startsWith('tickets.')) return error
  return new UserError(
    'tickets.refused',
    `Your ticket could not be opened. Tell the server’s team: ${told.message}`,
    told.status,
  )
}

/** Asks the panel's questions, or opens a ticket if it has none. */
async function askOrOpen(ctx: Pressed, panel: StoredPanel): Promise<void> {
  const { interaction, member } = ctx
  const { required_inputs } = panel.design
  if (required_inputs.length === 0 || interaction.isModalSubmit()) return openTicket(ctx, member, panel, [])
  const asked = questionsHash(required_inputs)
  await interaction.showModal(questionsModal(panel.design, answerQuestions.id({ panelId: panel.id, asked }, member.id)))
}

const row = (components: APIButtonComponent[]): APIActionRowComponent<APIButtonComponent> => ({
  type: ComponentType.ActionRow,
  components,
})

/** Begins to open a ticket of a panel. */
async function begin(ctx: Pressed, panelId: string): Promise<void> {
  const { own, member } = ctx
  const panel = demandPanel(ctx, panelId)
  const before = ticketOfPress(ctx, member, panel)
  if (before) return tellOf(ctx, before)
  demandMayOpen(ctx, member, panel)
  if (!own.twoStepTicket) return askOrOpen(ctx, panel)
  const button: APIButtonComponent = {
    type: ComponentType.Button,
    style: ButtonStyle.Success,
    label: 'Open a ticket',
    custom_id: confirmOpening.id({ panelId }, member.id),
  }
  await ctx.answer({
    embeds: [{ color: colours.brand, title: inert(panel.design.title), description: 'Open a ticket?' }],
    components: [row([button])],
  })
}

/** The button on a panel's message. */
export const pressPanel = component(tickets, 'open', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: which,
  run: (ctx, { panelId }) => begin(ctx, panelId),
})

/** The select on a message of several panels; each value is a panel. */
export const choosePanel = component(tickets, 'choose', {
  kind: 'select',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: which,
  run(ctx, { panelId }) {
    resetLater(ctx, ctx.guild.id, panelId)
    return begin(ctx, ctx.interaction.values[0] ?? '')
  },
})

/** The confirmation of two-step opening. */
const confirmOpening = component(tickets, 'confirmOpening', {
  kind: 'button',
  pressedBy: 'caller',
  needs: [],
  ack: 'update',
  data: which,
  async run(ctx, { panelId }) {
    const panel = demandPanel(ctx, panelId)
    const before = ticketOfPress(ctx, ctx.member, panel)
    if (before) return tellOf(ctx, before)
    demandMayOpen(ctx, ctx.member, panel)
    return askOrOpen(ctx, panel)
  },
})

/** The submitted answers to a panel's questions. */
const answerQuestions = component(tickets, 'answers', {
  kind: 'modal',
  pressedBy: 'caller',
  needs: [],
  ack: 'ephemeral',
  data: which.extend({ asked: z.string() }),
  async run(ctx, { panelId, asked }) {
    const panel = demandPanel(ctx, panelId)
    const { required_inputs } = panel.design
    if (questionsHash(required_inputs) !== asked)
      throw new UserError(
        'tickets.asked-anew',
        'The questions were changed while you answered. Press the button again.',
      )
    await openTicket(ctx, ctx.member, panel, answersIn(ctx.interaction, required_inputs))
  },
})

/** A button in any message that opens a ticket of a panel, just as the panel's own button does. */
export const offers = {
  panel: {
    title: 'Opens a ticket',
    choices: ctx =>
      ctx.access.has(ctx.member, 'manage', tickets.name)
        ? panelsOf(ctx, ctx.guild.id).map(({ id, design }) => ({ id, label: design.title }))
        : [],
    press: (ctx, panelId) => begin(ctx, panelId),
  },
} satisfies Parts<typeof tickets>['offers']

export const components = [pressPanel, choosePanel, confirmOpening, answerQuestions]
