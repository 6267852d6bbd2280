import type { GuildMember } from 'discord.js'
import { state } from '#kernel/feature.ts'
import type { TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import { tellChanged } from '../life/notify-pages.ts'

/** How long somebody counts as writing after their page last reported it. Pages report it every few seconds. */
const countedMs = 12_000

/** By ticket and person: who is writing, and when that was last reported (Unix ms). */
const writing = state(() => new Map<number, Map<string, { name: string; at: number }>>())

/** Notes that somebody is writing an answer in the dashboard, so that others can avoid answering at the same time. */
export function noteAnswering(ctx: TicketContext, ticket: Ticket, { id, displayName: name }: GuildMember): void {
  const here = writing(ctx, ctx.guild.id).get(ticket.id) ?? new Map<string, { name: string; at: number }>()
  writing(ctx, ctx.guild.id).set(ticket.id, here.set(id, { name, at: ctx.now() }))
  tellChanged(ctx, ticket, 'answering')
}

/** Ends that, because the answer was sent or the ticket is over. */
export function endAnswering(ctx: TicketContext, ticket: Ticket, memberId: string): void {
  const here = writing(ctx, ctx.guild.id).get(ticket.id)
  if (!here?.delete(memberId)) return
  if (here.size === 0) writing(ctx, ctx.guild.id).delete(ticket.id)
  tellChanged(ctx, ticket, 'answering')
}

/** Returns the names of the others who are writing an answer now. */
export function othersAnswering(ctx: TicketContext, ticket: Ticket, memberId: string): string[] {
  const all = writing(ctx, ctx.guild.id)
  const here = all.get(ticket.id)
  if (!here) return []
  for (const [id, { at }] of here) if (Math.abs(ctx.now() - at) > countedMs) here.delete(id)
  if (here.size === 0) all.delete(ticket.id)
  return [...here].flatMap(([id, { name }]) => (id === memberId ? [] : [name]))
}
