import { success } from '#kit/notices.ts'
import { cut, inert } from '#kit/template.ts'
import { UserError } from '#kit/errors.ts'
import { command, type CommandContext, type CommandGroup, option } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { doneReply } from '../life/controls.ts'
import { moveToPanel } from '../life/move-panel.ts'
import { teamTicketHere } from '../life/ticket-here.ts'
import { longestNote } from '../live/team-acts/contract.ts'
import { openFor } from '../opening/open-for.ts'
import { demandPanel } from '../panels/commands.ts'
import { panelsOf, type StoredPanel } from '../panels/rows.ts'
import { keepNote } from '../record/notes.ts'

type Ctx = CommandContext<typeof tickets>
const here = command<typeof tickets>()
const team = { needs: ['tickets.answer'] } as const
const alone = { ephemeral: true } as const

const panelNamed = (ctx: Pick<Ctx, 'db' | 'guild'>, typed: string) =>
  panelsOf(ctx, ctx.guild.id)
    .filter(({ design }) => design.title.toLowerCase().includes(typed.toLowerCase()))
    .map(({ id, design }) => ({ name: cut(design.title, 100), value: id }))

/** Returns the named panel, or the only one if none is named. @throws UserError if there are several, or none */
function panelFor(ctx: Ctx, named: string | undefined): StoredPanel {
  if (named !== undefined) return demandPanel(ctx, named)
  const [only, ...others] = panelsOf(ctx, ctx.guild.id)
  if (only && others.length === 0) return only
  throw new UserError(
    'tickets.which-panel',
    only
      ? `Name one of these panels: ${[only, ...others]
          .slice(0, 10)
          .map(({ design }) => `“${inert(design.title)}”`)
          .join(', ')}.`
      : `There are no panels. \`${ctx.written('ticket setup #channel')}\` posts one.`,
  )
}

/** Team commands that do not fit into `ticket`, which has as many subcommands as Discord allows. */
export const desk: CommandGroup<typeof tickets> = {
  description: 'Tickets: opening them for members, moving them, internal notes',
  relatedWords: ['newticket', 'openticket'],
  subcommands: {
    open: here({
      ...team,
      description: 'Opens a ticket for a member',
      options: {
        member: option.member('for whom'),
        panel: option.rest('which panel, by its title or ID; not needed if there is only one', {
          optional: true,
          max: 256,
        }),
      },
      examples: ['@mara', '@mara Support Ticket'],
      autocomplete: { panel: panelNamed },
      async run(ctx, { member, panel }) {
        const chosen = panelFor(ctx, panel)
        await ctx.defer(alone)
        const { channelId } = await openFor(ctx, { by: ctx.member, member, panel: chosen })
        const where = channelId === null ? 'It is being opened' : `<#${channelId}>`
        return ctx.reply(success(`A ticket for <@${member.id}>: ${where}.`), alone)
      },
    }),
    move: here({
      ...team,
      always: true,
      description: 'Moves this ticket to another panel, with its team and rules',
      options: { panel: option.rest('which panel, by its title or ID', { max: 256, keywords: [] }) },
      examples: ['Billing'],
      autocomplete: { panel: panelNamed },
      async run(ctx, { panel: named }) {
        const ticket = teamTicketHere(ctx)
        const panel = demandPanel(ctx, named)
        await ctx.defer()
        const problems = await moveToPanel(ctx, ticket, { by: ctx.member, panel })
        return ctx.reply(doneReply(`This ticket was moved to **${inert(panel.design.title)}**.`, problems))
      },
    }),
    note: here({
      ...team,
      always: true,
      description: 'Adds a note to this ticket that only its team sees, in the dashboard and the transcript',
      options: { text: option.rest('the note', { max: longestNote, keywords: [] }) },
      examples: ['asked for a refund twice before'],
      run(ctx, { text }) {
        const ticket = teamTicketHere(ctx)
        if (ctx.source !== 'slash')
          throw new UserError(
            'tickets.note-typed',
            'Everybody in this ticket can read what is typed here. Use `/desk note`, which only you see.',
          )
        keepNote(ctx, ticket, ctx.member, text)
        return ctx.reply(
          success('Noted. Only the team can read it, on the ticket’s page and in its transcript.'),
          alone,
        )
      },
    }),
  },
}
