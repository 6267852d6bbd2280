import { DiscordAPIError, RESTJSONErrorCodes as Code } from 'discord.js'
import { formatDuration, isMomentAlone, lengthAlone } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import { inert, safeEcho, endTag } from '#kit/template.ts'
import { command, option } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { actorOf, claimTicket, releaseTicket, transferTicket } from './claim.ts'
import { closeTicket, deleteTicket } from './close.ts'
import { askCloseAll } from './close-all.ts'
import { starsAtClosing } from '../feedback/ask.ts'
import { closingQuestion, demandMayClose, doneReply, reopen } from './controls.ts'
import { pinOpening, prioritise } from './edits.ts'
import { addToTicket, mentionOf, removeFromTicket } from './guests.ts'
import { renameTicketChannel } from './rename.ts'
import { requestClose } from './request.ts'
import { teamTicketHere, ticketHere } from './ticket-here.ts'
import { priorities } from './contract.ts'

const here = command<typeof tickets>()
const alone = { ephemeral: true } as const
const longestReason = 400
const minuteMs = 60_000
const longestDelayMs = 30 * 24 * 60 * minuteMs

const reason = option.rest('why', { optional: true, max: longestReason })
/** A text that seems to choose a ticket, such as `#2`, `@mara` or `ticket 2`. */
const another = /^(?:(?:the|ticket|user|member|role|of) )*(?:#?\d{1,9}|<[@#][!&]?\d+>)\W*$/iu
/** A text that seems to say what to delete, or to stop it. */
const other =
  /^(?:cancel|abort|undo|stop|wait|no|(?:(?:the|all|last|\d+|an?|my|his|her|their) )*(?:all|everything|messages?|panels?|category|categories|logs?|transcripts?|roles?|users?|members?|tickets))\W*$/iu

/**
 * The reason for what is done at once, to the ticket in whose channel it is typed: `.ticket delete in 2 days` and
 * `.ticket close 2` are refused.
 * @param isMistaken what else is no reason, as a sentence that follows the text
 */
const reasonAtOnce = (isMistaken?: (text: string) => string | undefined) =>
  option.rest('why', {
    optional: true,
    max: longestReason,
    mistaken(text: string) {
      if (lengthAlone(text) !== undefined || isMomentAlone(text))
        return `${lengthAlone(text) === undefined ? 'says when' : 'is a length of time'}, and this is done at once. With \`{prefix}ticket ask 2d\`, the team closes a ticket in two days unless the member objects.`
      return another.test(text)
        ? 'chooses no ticket: this is done to the one in whose channel it is typed.'
        : isMistaken?.(text)
    },
  })

/** Only for the team. */
const team = { needs: ['tickets.answer'] } as const

const whom = { who: option.mentionable('a member or role') }

const close = here({
  description: 'Closes this ticket',
  options: { reason: reasonAtOnce() },
  examples: ['', 'solved'],
  async run(ctx, { reason: why }) {
    const ticket = ticketHere(ctx)
    demandMayClose(ctx, ctx.member, ticket)
    // A closed ticket is no longer visible to its opener: ask for the rating first, where only the opener sees it.
    const asksFirst = ctx.source === 'slash' && ctx.own.twoStepClose && why === undefined && ticket.state === 'open'
    if (asksFirst && starsAtClosing(ctx, ticket, ctx.member.id))
      return ctx.reply(closingQuestion(ctx, ticket, ctx.member), alone)
    await ctx.defer(alone)
    const problems = await closeTicket(ctx, ticket, { by: actorOf(ctx.member), reason: why ?? null })
    // The channel of the reply may be deleted by now.
    if (ctx.own.twoStepClose) return ctx.reply(doneReply('Closed.', problems), alone)
    return ctx.reply(doneReply('Closed.', problems), alone).catch(ignoreGone)
  },
})

const ignoreGone = (error: unknown) => {
  const codes: unknown[] = [Code.UnknownChannel, Code.UnknownMessage, Code.UnknownInteraction]
  if (!(error instanceof DiscordAPIError && codes.includes(error.code))) throw error
}

const remove = here({
  ...team,
  description: 'Deletes this ticket and its channel; the transcript stays',
  options: {
    reason: reasonAtOnce(text =>
      other.test(text) ? 'does not say why, and this deletes the whole ticket with its channel.' : undefined,
    ),
  },
  async run(ctx, { reason: why }) {
    const ticket = teamTicketHere(ctx)
    await ctx.reply(success('Deleting this ticket.'), alone)
    const problems = await deleteTicket(ctx, ticket, { by: actorOf(ctx.member), reason: why ?? null })
    if (problems.length > 0) await ctx.reply(doneReply('Deleted.', problems), alone).catch(ignoreGone)
  },
})

export const lifeCommands = {
  close,
  delete: remove,
  reopen: here({
    ...team,
    description: 'Opens this closed ticket again',
    async run(ctx) {
      const ticket = teamTicketHere(ctx)
      await ctx.defer()
      return ctx.reply(doneReply('Open again.', await reopen(ctx, ticket, ctx.member)))
    },
  }),
  ask: here({
    ...team,
    description: 'Asks the member whether this ticket can be closed',
    options: {
      after: option.duration('closes by itself after this long without an answer', { optional: true }),
      reason,
    },
    examples: ['', '2d this should be solved'],
    async run(ctx, { after, reason: why }) {
      const ticket = teamTicketHere(ctx)
      if (after !== undefined && (after < minuteMs || after > longestDelayMs))
        throw new UserError('tickets.delay', 'Choose between 1 minute and 30 days.')
      await ctx.defer(alone)
      const problems = await requestClose(ctx, ticket, { by: ctx.member, reason: why ?? null, delayMs: after })
      const end = after === undefined ? '' : ` It closes in ${formatDuration(after)} unless they write or refuse.`
      return ctx.reply(doneReply(`Asked.${end}`, problems), alone)
    },
  }),
  claim: here({
    ...team,
    description: 'Claims this ticket',
    async run(ctx) {
      const problems = await claimTicket(ctx, teamTicketHere(ctx), ctx.member)
      return ctx.reply(doneReply(`${inert(ctx.member.displayName)} takes care of this ticket.`, problems))
    },
  }),
  release: here({
    ...team,
    description: 'Gives this ticket back to the team',
    async run(ctx) {
      const problems = await releaseTicket(ctx, teamTicketHere(ctx), ctx.member)
      return ctx.reply(doneReply(`${inert(ctx.member.displayName)} gave this ticket back.`, problems))
    },
  }),
  transfer: here({
    ...team,
    description: 'Hands this ticket to somebody else on the team',
    options: { member: option.member('who takes it') },
    examples: ['@mara'],
    async run(ctx, { member }) {
      const problems = await transferTicket(ctx, teamTicketHere(ctx), { by: ctx.member, to: member })
      const done = doneReply(`<@${member.id}> takes care of this ticket now.`, problems)
      if (member.id === ctx.member.id) return ctx.reply(done)
      return ctx.reply({ ...done, content: `<@${member.id}>`, allowedMentions: { users: [member.id] } })
    },
  }),
  add: here({
    ...team,
    description: 'Adds a member or role to this ticket',
    options: whom,
    examples: ['@mara', '@Helpers'],
    async run(ctx, { who: target }) {
      const problems = await addToTicket(ctx, teamTicketHere(ctx), { by: ctx.member, target })
      return ctx.reply(doneReply(`${mentionOf(target)} was added to this ticket.`, problems))
    },
  }),
  remove: here({
    ...team,
    description: 'Removes a member or role from this ticket',
    options: whom,
    examples: ['@mara', '@Helpers'],
    async run(ctx, { who: target }) {
      const problems = await removeFromTicket(ctx, teamTicketHere(ctx), { by: ctx.member, target })
      return ctx.reply(doneReply(`${mentionOf(target)} was removed from this ticket.`, problems))
    },
  }),
  rename: here({
    ...team,
    description: 'Renames this ticket’s channel',
    options: { name: option.rest('its new name', { max: 100, keywords: [] }) },
    examples: ['refund for mara'],
    async run(ctx, { name: typed }) {
      const ticket = teamTicketHere(ctx)
      const { name, queuedUntil } = await renameTicketChannel(ctx, ticket, { by: ctx.member, name: typed })
      const done = `This ticket is now called “${safeEcho(name)}”.`
      const later = `Discord allows two renames of a channel in ten minutes: it will be called “${safeEcho(name)}” `
      return ctx.reply(success(queuedUntil === undefined ? done : `${later}${endTag(queuedUntil, 'R')}.`), alone)
    },
  }),
  priority: here({
    ...team,
    description: 'Sets the priority of this ticket',
    options: { priority: option.choice('how urgent', priorities) },
    examples: ['high'],
    run(ctx, { priority }) {
      prioritise(ctx, teamTicketHere(ctx), { by: ctx.member, priority })
      return ctx.reply(success(`The priority of this ticket is **${priority}**.`))
    },
  }),
  pin: here({
    ...team,
    description: 'Pins this ticket’s opening message',
    async run(ctx) {
      await pinOpening(ctx, teamTicketHere(ctx), ctx.member)
      return ctx.reply(success('The opening message is pinned.'), alone)
    },
  }),
  closeall: here({
    needs: ['ManageGuild'],
    description: 'Closes every open ticket, after a confirmation',
    run: ctx => askCloseAll(ctx),
  }),
}
