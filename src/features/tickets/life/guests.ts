import { GuildMember, type Role } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { ticketGuests } from '../table.ts'
import { teamOfPanel } from '../panels/panel-team.ts'
import { mayAnswer, mayReadOf, rolesOfTicket } from '../rights/rights.ts'
import { actorOf } from './claim.ts'
import { tooLate } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { act, guestsOf, type Ticket } from './rows.ts'
import { isInThread } from './thread-team.ts'

type Target = GuildMember | Role

/** A channel has at most 1,000 overwrites; nobody adds that many by hand. */
const mostGuests = 50

export const mentionOf = (target: Target): string =>
  target instanceof GuildMember ? `<@${target.id}>` : `<@&${target.id}>`
const whyRoleStays = 'by the settings or the panel, this role answers or reads such tickets.'
const refused = (code: string, sentence: string, status = 400) => new UserError(`tickets.${code}`, sentence, status)

/**
 * Adds a person or a role of this server to a ticket. @throws UserError if they already have access, or may not get it
 */
export async function addToTicket(
  ctx: TicketContext,
  ticket: Ticket,
  { by, target }: { by: GuildMember; target: Target },
): Promise<string[]> {
  const isPerson = target instanceof GuildMember
  if (ticket.kind === 'thread' && !isPerson)
    throw refused('role-in-thread', 'Roles cannot be added to a ticket that is a thread. Add people one by one.')
  if (target.id === ctx.guild.id) throw refused('everyone', 'A ticket cannot be opened to everyone.')
  if (isPerson && (target.id === ticket.openerId || mayAnswer(ctx, target, ticket)))
    throw refused('in-already', `${mentionOf(target)} is already part of this ticket.`, 409)
  if (!isPerson && rolesOfTicket(ctx, ticket).answer.includes(target.id))
    throw refused('in-already', `${mentionOf(target)} already answers this ticket.`, 409)
  const guests = guestsOf(ctx, ticket)
  if (guests.length >= mostGuests)
    throw refused('full', `At most ${mostGuests} people and roles can be added to a ticket.`)
  if (guests.some(({ targetId }) => targetId === target.id))
    throw refused('in-already', `${mentionOf(target)} was already added to this ticket.`, 409)
  const kind = isPerson ? 'user' : 'role'
  const added = act(ctx, ticket, 'add', {
    event: { kind: 'added', by: actorOf(by), detail: { kind, targetId: target.id } },
    duties: ['place'],
    also: ({ guildId, id }) =>
      void ctx.db
        .insert(ticketGuests)
        .values({ guildId, ticketId: id, kind, targetId: target.id, addedById: by.id, at: ctx.now() })
        .onConflictDoNothing()
        .run(),
  })
  if (!added) throw tooLate(ctx, ticket)
  const problems = await settle(ctx, added)
  return added.state === 'closed'
    ? [...problems, 'The ticket is closed: they will see it once it is open again.']
    : problems
}

/** Whether a role answers or reads such tickets by the settings, so that the team cannot remove it from the channel. */
function hasAccessBySettings(ctx: TicketContext, ticket: Ticket, roleId: string): boolean {
  const { answer, read } = rolesOfTicket(ctx, ticket)
  return ticket.kind === 'channel' && [...answer, ...read].includes(roleId)
}

/** Says why somebody who was removed from a ticket can still see its channel. */
function tellStillThere(ctx: TicketContext, ticket: Ticket, target: Target): string[] {
  if (!(target instanceof GuildMember))
    return hasAccessBySettings(ctx, ticket, target.id) ? [`${mentionOf(target)} can still see it: ${whyRoleStays}`] : []
  const byRole = guestsOf(ctx, ticket).some(({ targetId }) => target.roles.cache.has(targetId))
  const sees =
    ticket.kind === 'channel'
      ? byRole || mayReadOf(ctx, target, teamOfPanel(ctx, ctx.guild.id, ticket.panelId))
      : mayAnswer(ctx, target, ticket)
  return sees ? [`${mentionOf(target)} can still see it through a role or as a manager of this server.`] : []
}

/**
 * Whether somebody who was not added by command was added to the channel by hand. @throws any other error from Discord
 */
async function isInByHand(ctx: TicketContext, ticket: Ticket, target: Target): Promise<boolean> {
  const channel = ctx.guild.channels.cache.get(ticket.channelId ?? '')
  if (!channel || isHidden(channel)) return false
  if (!channel.isThread()) return channel.permissionOverwrites.cache.has(target.id)
  return target instanceof GuildMember && (await isInThread(channel, target.id))
}

/** Removes somebody who was added, by command or by hand; never the opener, the team or the bot. @throws UserError */
export async function removeFromTicket(
  ctx: TicketContext,
  ticket: Ticket,
  { by, target }: { by: GuildMember; target: Target },
): Promise<string[]> {
  const isPerson = target instanceof GuildMember
  if (target.id === ticket.openerId)
    throw refused('opener', `${mentionOf(target)} opened this ticket. Close it to end their access.`)
  if (target.id === ctx.client.user.id) throw refused('bot', 'I cannot be removed from a ticket.')
  if (target.id === ctx.guild.id)
    throw refused('everyone', 'This ticket is not open to everyone, so there is nothing to remove.')
  const isGuest = guestsOf(ctx, ticket).some(({ targetId }) => targetId === target.id)
  if (isPerson && !isGuest && mayAnswer(ctx, target, ticket))
    throw refused('team', `${mentionOf(target)} is on the team that answers this ticket.`)
  if (!isPerson && !isGuest && hasAccessBySettings(ctx, ticket, target.id))
    throw refused('team', `${mentionOf(target)} stays: ${whyRoleStays}`)
  if (!isGuest && !(await isInByHand(ctx, ticket, target)))
    throw refused('not-in', `${mentionOf(target)} was not added to this ticket.`, 409)
  const removed = act(ctx, ticket, 'remove', {
    event: {
      kind: 'removed',
      by: actorOf(by),
      detail: { kind: isPerson ? 'user' : 'role', targetId: target.id },
    },
    duties: [{ kind: 'place', detail: { dropped: [target.id] } }],
    also: ({ id }) =>
      void ctx.db
        .delete(ticketGuests)
        .where(and(eq(ticketGuests.ticketId, id), eq(ticketGuests.targetId, target.id)))
        .run(),
  })
  if (!removed) throw tooLate(ctx, ticket)
  return [...(await settle(ctx, removed)), ...tellStillThere(ctx, removed, target)]
}
