import { ButtonStyle, ComponentType } from 'discord.js'
import { z } from 'zod'
import { UserError } from '#kit/errors.ts'
import { colours, success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { type CommandContext, component, plan } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { actorOf } from './claim.ts'
import { closeTicket } from './close.ts'
import { ticketOf, ticketsIn } from './rows.ts'

/** How long the question can be answered (ms). */
const patienceMs = 60_000

const person = z.object({ id: z.string(), name: z.string() })

/** Closes the tickets that were open when it was started. */
export const closeAllRun = plan({
  title: 'Closing of every ticket',
  permissions: ['ManageGuild'],
  again: 'refuse',
  input: z.object({ by: person }),
  step: z.object({ ticketId: z.number() }),
  async run(services, { ticketId }, { guild, input: { by } }) {
    const ticket = ticketOf(services, guild.id, ticketId)
    if (ticket?.state !== 'open') return { skipped: 1 }
    try {
      await closeTicket(services, ticket, { by, cause: 'everything' })
      return { closed: 1 }
    } catch (error) {
      // Somebody else has closed it since.
      if (error instanceof UserError) return { skipped: 1 }
      throw error
    }
  },
})

export const closeAllButton = component(tickets, 'closeAll', {
  kind: 'button',
  pressedBy: 'caller',
  needs: ['ManageGuild'],
  ack: 'update',
  data: z.object({ until: z.coerce.number() }),
  async run(ctx, { until }) {
    if (ctx.now() > until)
      throw new UserError('tickets.late', 'That question is more than a minute old. Use the command again.')
    const steps = ticketsIn(ctx, ctx.guild.id, ['open']).map(({ id }) => ({ ticketId: id }))
    const { id: byId } = ctx.member
    if (steps.length > 0)
      ctx.plans.start(closeAllRun, { guildId: ctx.guild.id, byId, input: { by: actorOf(ctx.member) }, steps })
    const sentence =
      steps.length === 0 ? 'No tickets are open any more.' : `Closing ${formatCount(steps.length, 'ticket')}.`
    await ctx.answer({ ...success(sentence), components: [] })
  },
})

/** Asks before every ticket is closed. */
export async function askCloseAll(ctx: CommandContext<typeof tickets>): Promise<unknown> {
  const { length } = ticketsIn(ctx, ctx.guild.id, ['open'])
  if (length === 0) throw new UserError('tickets.none-open', 'No ticket is open.')
  const then = ctx.own.twoStepClose ? 'Each is kept until somebody deletes it.' : 'Each channel is deleted.'
  return ctx.reply(
    {
      embeds: [{ color: colours.warning, description: `Close ${formatCount(length, 'open ticket')}? ${then}` }],
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.Button,
              style: ButtonStyle.Danger,
              label: `Close ${formatCount(length, 'ticket')}`,
              custom_id: closeAllButton.id({ until: ctx.now() + patienceMs }, ctx.member.id),
            },
          ],
        },
      ],
    },
    { ephemeral: true },
  )
}
