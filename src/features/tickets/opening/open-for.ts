import type { GuildMember } from 'discord.js'
import { explain, isOutage } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { inert } from '#kit/template.ts'
import { actorOf } from '../life/claim.ts'
import type { TicketContext } from '../life/duties.ts'
import { noteEvent, type Ticket } from '../life/rows.ts'
import type { StoredPanel } from '../panels/rows.ts'
import { isTeamOf } from '../rights/rights.ts'
import { finishLater, finishOpening } from './finish.ts'
import { writeDown } from './write-down.ts'

/**
 * Somebody of a panel's team opens one of its tickets for a member. Neither its questions nor hours nor cooldown hold;
 * how many there may be does.
 * @throws UserError where they are not of its team, where there may be no further one, or why it could not be made
 */
export async function openFor(
  ctx: TicketContext,
  { by, member, panel }: { by: GuildMember; member: GuildMember; panel: StoredPanel },
): Promise<Ticket> {
  if (!isTeamOf(ctx, by, panel.design))
    throw new UserError('tickets.not-team', `Only the support team of ${inert(panel.design.title)} may do that.`, 403)
  if (member.user.bot) throw new UserError('tickets.bot-opener', 'A bot reads no tickets. Name a member.')
  const { ticket, isNew } = writeDown(ctx, member, panel, { answers: [], byTeam: true }, written => {
    finishLater(ctx, written)
    noteEvent(ctx, written, { kind: 'opened_for', by: actorOf(by) })
  })
  if (!isNew) return ticket
  try {
    const opened = await finishOpening(ctx, ctx.guild, ticket.id)
    if (opened) return opened
  } catch (error) {
    if (isOutage(error))
      throw new UserError('tickets.later', 'Discord is slow to answer. The ticket opens as soon as it does.', 503)
    throw explain(error) ?? error
  }
  throw new UserError('tickets.opener-left', `${inert(member.displayName)} is not in the server any more.`, 409)
}
