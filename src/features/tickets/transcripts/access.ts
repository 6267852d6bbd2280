import type { GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Context } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { ticketOf } from '../life/rows.ts'
import type { Audience } from '../record/recorded-message.ts'
import { ticketRights } from '../rights/rights.ts'
import { type Transcript, transcriptOf } from './rows.ts'

type Ctx = Context<typeof tickets>

type Of = Pick<Transcript, 'ticketId' | 'panelId'>

/** Whether somebody reads a transcript other than as its opener, by the rules for the ticket itself. */
function readsAsTeam(ctx: Ctx, member: GuildMember, { ticketId, panelId }: Of): boolean {
  const ticket = ticketOf(ctx, ctx.guild.id, ticketId) ?? {
    claimedById: null,
    panelId,
    state: 'deleted',
    kind: 'channel',
  }
  return ticketRights(ctx, member, ticket).reads
}

/** Returns the audience that somebody belongs to: an opener who is also on the team reads everything. */
export const audienceFor = (ctx: Ctx, member: GuildMember, transcript: Of): Audience =>
  readsAsTeam(ctx, member, transcript) ? 'team' : 'opener'

/** @throws UserError 404 for a transcript of another server or a deleted one, 410 on the day it expired, 403 */
export function demandTranscript(ctx: Ctx, member: GuildMember, id: string): Transcript {
  const transcript = transcriptOf(ctx, ctx.guild.id, id)
  if (!transcript) throw new UserError('tickets.no-transcript', 'There is no such transcript in this server.', 404)
  if (transcript.openerId !== member.id && !readsAsTeam(ctx, member, transcript))
    throw new UserError(
      'tickets.not-reader',
      'Only the opener of this ticket, its support team and managers can read it.',
      403,
    )
  if (transcript.expiredAt !== null)
    throw new UserError('tickets.expired', `Deleted today, kept for ${transcript.keptDays ?? 0} days.`, 410)
  return transcript
}
