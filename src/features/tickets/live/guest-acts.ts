import type { GuildMember, Role } from 'discord.js'
import { snowflake } from '#contract'
import { UserError } from '#kit/errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { inert } from '#kit/template.ts'
import { transferTicket } from '../life/claim.ts'
import type { TicketContext } from '../life/duties.ts'
import { addToTicket, mentionOf, removeFromTicket } from '../life/guests.ts'
import type { Ticket } from '../life/rows.ts'
import { mayAnswer } from '../rights/rights.ts'
import { say } from './acts.ts'

const mostFound = 8
/** How long the same search is answered without asking Discord again (ms). */
const knownMs = 10_000

const nobody = () => new UserError('tickets.no-member', 'There is no such member in this server.', 404)

/** @throws UserError 404 */
export async function demandMember({ guild }: TicketContext, id: string): Promise<GuildMember> {
  const member = guild.members.cache.get(id) ?? (await freshMember(guild, id))
  if (!member) throw nobody()
  return member
}

/** @throws UserError 404 */
async function demandTarget(ctx: TicketContext, kind: 'user' | 'role', id: string): Promise<GuildMember | Role> {
  if (kind === 'user') return demandMember(ctx, id)
  const role = ctx.guild.roles.cache.get(id)
  if (!role) throw new UserError('tickets.no-role', 'There is no such role in this server.', 404)
  return role
}

export async function addPerson(
  ctx: TicketContext,
  ticket: Ticket,
  by: GuildMember,
  { kind, id }: { kind: 'user' | 'role'; id: string },
): Promise<string[]> {
  const target = await demandTarget(ctx, kind, id)
  const problems = await addToTicket(ctx, ticket, { by, target })
  return [...problems, ...(await say(ctx, ticket, `${mentionOf(target)} was added to this ticket.`))]
}

export async function removePerson(ctx: TicketContext, ticket: Ticket, by: GuildMember, id: string): Promise<string[]> {
  const target = await demandTarget(ctx, ctx.guild.roles.cache.has(id) ? 'role' : 'user', id)
  const problems = await removeFromTicket(ctx, ticket, { by, target })
  return [...problems, ...(await say(ctx, ticket, `${mentionOf(target)} was removed from this ticket.`))]
}

export async function handTo(ctx: TicketContext, ticket: Ticket, by: GuildMember, id: string): Promise<string[]> {
  const to = await demandMember(ctx, id)
  const problems = await transferTicket(ctx, ticket, { by, to })
  return [...problems, ...(await say(ctx, ticket, `${inert(to.displayName)} takes care of this ticket now.`))]
}

/**
 * Returns the members whose name begins with the search, or the one with that id. Bots are left out: they read no
 * tickets.
 */
export async function membersLike(ctx: TicketContext, search: string): Promise<GuildMember[]> {
  const { guild } = ctx
  const isId = snowflake.safeParse(search).success
  const ids = await ctx.askDiscord({
    guildId: guild.id,
    key: `tickets.candidates ${search.toLowerCase()}`,
    ttlMs: knownMs,
    async ask() {
      if (!isId) return [...(await guild.members.search({ query: search, limit: mostFound })).keys()]
      return (await freshMember(guild, search)) ? [search] : []
    },
  })
  const found = await Promise.all(ids.map(async id => guild.members.cache.get(id) ?? (await freshMember(guild, id))))
  return found.filter(member => member !== undefined).filter(({ user }) => !user.bot)
}

/** The same, with whether each of them answers the ticket. */
export async function candidates(ctx: TicketContext, ticket: Ticket, search: string) {
  const found = await membersLike(ctx, search)
  return found.map(member => ({ id: member.id, name: member.displayName, answers: mayAnswer(ctx, member, ticket) }))
}
