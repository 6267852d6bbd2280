import type { GuildMember } from 'discord.js'
import { freshMember } from '#kit/fresh-member.ts'
import { mayAnswer } from '../rights/rights.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, addDuties, type Ticket, ticketsIn } from './rows.ts'

/** Returns a current member of the server; asks Discord if that is not known. @throws any other error from Discord */
export const memberHere = async (
  { guild }: Pick<TicketContext, 'guild'>,
  id: string,
): Promise<GuildMember | undefined> => guild.members.cache.get(id) ?? freshMember(guild, id)

/**
 * Whether the person who claimed a ticket still answers it; true if nobody has claimed it.
 * @throws if Discord does not say
 */
export async function stillHolds(
  ctx: TicketContext,
  ticket: Pick<Ticket, 'claimedById' | 'panelId'>,
): Promise<boolean> {
  if (ticket.claimedById === null) return true
  const member = await memberHere(ctx, ticket.claimedById)
  return member !== undefined && mayAnswer(ctx, member, ticket)
}

/**
 * Gives a ticket back to its team when the person who claimed it no longer answers it.
 * @param place further changes to who sees it
 * @returns whether that person still held the claim
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

/** Checks the tickets a member has claimed, after that member left or lost a role. */
export async function reviewClaims(ctx: TicketContext, memberId: string): Promise<void> {
  const claimed = ticketsIn(ctx, ctx.guild.id, ['open', 'closed'], { claimedById: memberId })
  for (const ticket of claimed) {
    if (await stillHolds(ctx, ticket)) continue
    ctx.db.transaction(() => addDuties(ctx, ticket, [{ kind: 'place', detail: { dropped: [memberId] } }]))
    await settle(ctx, ticket)
  }
}
