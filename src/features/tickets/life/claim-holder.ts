import type { GuildMember } from 'discord.js'
import { freshMember } from '#kit/fresh-member.ts'
import { mayAnswer } from '../rights/rights.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, owe, type Ticket, ticketsIn } from './rows.ts'

/** Somebody who is in the server now; asked of Discord where that is not known. @throws what Discord answers otherwise */
export const memberHere = async (
  { guild }: Pick<TicketContext, 'guild'>,
  id: string,
): Promise<GuildMember | undefined> => guild.members.cache.get(id) ?? freshMember(guild, id)

/** Whether whoever claimed a ticket still answers it; true where nobody has. @throws where Discord does not say */
export async function stillHolds(
  ctx: TicketContext,
  ticket: Pick<Ticket, 'claimedById' | 'panelId'>,
): Promise<boolean> {
  if (ticket.claimedById === null) return true
  const member = await memberHere(ctx, ticket.claimedById)
  return member !== undefined && mayAnswer(ctx, member, ticket)
}

/**
 * Gives a ticket back to its team that whoever claimed it does not answer any more.
 * @param place what else is to be done about who sees it
 * @returns whether they still had it
 */
export function takeBack(
  ctx: TicketContext,
  { guildId, id, claimedById, claimedByName }: Ticket,
  place: { dropped: readonly string[] },
): boolean {
  if (claimedById === null) return false
  const given = act(ctx, { guildId, id }, 'lose', {
    change: { claimedById: null, claimedByName: null, claimedAt: null },
    event: { kind: 'released', by: null, detail: { formerId: claimedById } },
    duties: [
      { kind: 'place', detail: { ...place, dropped: [...place.dropped, claimedById] } },
      'controls',
      { kind: 'notice', detail: { about: 'released', name: claimedByName ?? '' } },
    ],
    unless: now => now.claimedById !== claimedById,
  })
  return given !== undefined
}

/** Looks whether somebody still answers what they claimed: they have left, or have a role less. */
export async function reviewClaims(ctx: TicketContext, memberId: string): Promise<void> {
  const claimed = ticketsIn(ctx, ctx.guild.id, ['open', 'closed'], { claimedById: memberId })
  for (const ticket of claimed) {
    if (await stillHolds(ctx, ticket)) continue
    ctx.db.transaction(() => owe(ctx, ticket, [{ kind: 'place', detail: { dropped: [memberId] } }]))
    await settle(ctx, ticket)
  }
}
