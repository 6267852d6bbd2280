import type { Guild, GuildMember } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { demandTicket } from '../life/controls.ts'
import type { TicketContext } from '../life/duties.ts'
import type { Ticket } from '../life/rows.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { panelOf } from '../panels/rows.ts'
import { rolesOfServer, type TicketRights, ticketRights } from '../rights/rights.ts'
import { hasTranscripts } from '../transcripts/rows.ts'

/** A ticket, and what the caller may do in it. */
export interface SeenTicket {
  ticket: Ticket
  rights: TicketRights
  design: PanelDesign | undefined
}

/** @throws UserError 404 for a ticket of another server, 403 if the member cannot see it */
export function demandSeen(ctx: TicketContext, member: GuildMember, id: string): SeenTicket {
  const ticket = demandTicket(ctx, /^\d{1,15}$/.test(id) ? Number(id) : 0)
  const design = panelOf(ctx, ctx.guild.id, ticket.panelId)?.design
  const rights = ticketRights(ctx, member, ticket, design)
  if (rights.reads) return { ticket, rights, design }
  throw new UserError('tickets.not-seen', 'You cannot see this ticket in Discord, so you cannot see it here.', 403)
}

/** @throws UserError as {@link demandSeen}, and 403 if the member may only read it */
export function demandActs(ctx: TicketContext, member: GuildMember, id: string): SeenTicket {
  const seen = demandSeen(ctx, member, id)
  if (seen.rights.answers) return seen
  throw new UserError('tickets.not-team', 'Only the support team of this ticket can do that.', 403)
}

/** Gives access to the server's pages to people who answer or read tickets, or may read a transcript. */
export function supplyVisits(services: Services): void {
  const { access, settings, live } = services
  const isOfTeam = (guild: Guild, { roles }: GuildMember) => {
    const { answer, read } = rolesOfServer(services, guild.id, settings.read(guild.id, tickets))
    return [...answer, ...read].some(id => roles.cache.has(id))
  }
  access.supply(
    (guild, member) => (isOfTeam(guild, member) || hasTranscripts(services, guild.id, member.id) ? 'visit' : 'none'),
    { most: 'visit' },
  )
  settings.onChange(({ guildId, feature }) => {
    if (feature === tickets.name) live.recheck(guildId)
  })
}
