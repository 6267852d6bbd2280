import { linkRow } from '#kit/link-row.ts'
import { success } from '#kit/notices.ts'
import { formatCount } from '#kit/numbers.ts'
import { command } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { teamTicketHere } from '../life/ticket-here.ts'
import { addressOf } from './transcript-pages.ts'
import { demandMakeable, makeTranscript } from './make.ts'

export const commands = {
  transcript: command<typeof tickets>()({
    description: 'Makes a transcript of this ticket now',
    needs: ['tickets.answer'],
    cooldown: 30,
    async run(ctx) {
      const ticket = teamTicketHere(ctx)
      demandMakeable(ctx, ticket)
      await ctx.defer({ ephemeral: true })
      const made = await makeTranscript(ctx, ticket, { id: ctx.member.id, name: ctx.member.displayName })
      const note = made.problem === null ? '' : ` ${made.problem}`
      const { embeds } = success(`The transcript holds ${formatCount(made.messages, 'message')}.${note}`)
      const links = linkRow([['Read it', addressOf(ctx, made, 'read')]])
      return ctx.reply({ embeds, components: [links] }, { ephemeral: true })
    },
  }),
}
