import {
  type AnyThreadChannel,
  AuditLogEvent,
  DiscordAPIError,
  type GuildAuditLogsEntry,
  type GuildMember,
  MessageFlags,
} from 'discord.js'
import { and, eq, exists, or, sql } from 'drizzle-orm'
import { isOutage } from '#kit/discord-errors.ts'
import { processState } from '#kernel/feature.ts'
import { teamOfPanel } from '../panels/panel-team.ts'
import { mayAnswer, mayReadOf, rolesOfPanel, rolesOfTicket } from '../rights/rights.ts'
import { settle, type TicketContext } from './duties.ts'
import { memberHere } from './claim-holder.ts'
import { ticketGuests, tickets } from '../table.ts'
import { addDuties, guestsOf, settleInBulkHandle, type Ticket, ticketsIn } from './rows.ts'
import { unreportedRoles } from './reported-role-changes.ts'

/**
 * Brings the holders of roles into a ticket that is a private thread, where roles open nothing: mentioning a role once
 * does, and silently. Discord adds nobody from a large role; those who manage threads can open it all the same.
 * @param nonce the same for every try: sent again after a crash, Discord answers with the first message
 * @throws if Discord does not answer; a refusal keeps nobody from a ticket
 */
export async function addRolesToThread(
  { guild, log }: TicketContext,
  ticket: Pick<Ticket, 'id'>,
  thread: AnyThreadChannel,
  { roles, nonce }: { roles: readonly string[]; nonce: string },
): Promise<void> {
  const named = roles.filter(id => id !== guild.id && guild.roles.cache.has(id))
  if (named.length === 0) return
  try {
    await thread.send({
      content: `Team: ${named.map(id => `<@&${id}>`).join(' ')}`,
      allowedMentions: { roles: named },
      flags: MessageFlags.SuppressNotifications,
      nonce,
      enforceNonce: true,
    })
  } catch (err) {
    if (isOutage(err)) throw err
    log.warn({ err, guildId: guild.id, ticketId: ticket.id }, 'the team was not added to a ticket')
  }
}

/** Whether somebody is in a thread. @throws any other error from Discord */
export async function isInThread(thread: AnyThreadChannel, memberId: string): Promise<boolean> {
  try {
    await thread.members.fetch(memberId)
    return true
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === 404) return false
    throw error
  }
}

/**
 * Whether somebody is in a thread as its opener, its guest or the bot, or may read the ticket by a role they still
 * have.
 */
async function belongs(ctx: TicketContext, ticket: Ticket, memberId: string): Promise<boolean> {
  if (memberId === ticket.openerId || memberId === ctx.client.user.id) return true
  if (guestsOf(ctx, ticket).some(({ targetId }) => targetId === memberId)) return true
  const member = await memberHere(ctx, memberId)
  return member !== undefined && mayReadOf(ctx, member, teamOfPanel(ctx, ctx.guild.id, ticket.panelId))
}

/**
 * Returns who is in a thread by roles that have nothing to do with the ticket any more. People who were added by hand
 * and have none of those roles stay.
 * @throws any error from Discord
 */
export async function formerTeam(
  ctx: TicketContext,
  ticket: Ticket,
  thread: AnyThreadChannel,
  roles: readonly string[],
): Promise<string[]> {
  if (!roles.some(id => ctx.guild.roles.cache.has(id))) return []
  const former: string[] = []
  for (const id of (await thread.members.fetch()).keys()) {
    const member = await memberHere(ctx, id)
    const isFormer = member?.roles.cache.hasAny(...roles) && !member.user.bot
    if (isFormer && !(await belongs(ctx, ticket, id))) former.push(id)
  }
  return former
}

/**
 * Returns who has nothing to do with a ticket's thread any more, after a role that answered or read it was deleted. By
 * then nobody knows who was there by that role, and what is said in a ticket is private. People added by command stay.
 * @throws any error from Discord
 */
export async function strangersIn(ctx: TicketContext, ticket: Ticket, thread: AnyThreadChannel): Promise<string[]> {
  const strangers: string[] = []
  for (const id of (await thread.members.fetch()).keys()) {
    const isBot = (await memberHere(ctx, id))?.user.bot ?? false
    if (!isBot && !(await belongs(ctx, ticket, id))) strangers.push(id)
  }
  return strangers
}

const threadsThere = (ctx: TicketContext): Ticket[] =>
  ticketsIn(ctx, ctx.guild.id, ['open', 'closed']).filter(({ kind }) => kind === 'thread')

/** Whether any ticket of the server is a thread. */
export const hasThreads = (ctx: TicketContext): boolean => threadsThere(ctx).length > 0

/** Removes people from threads after a role that gave them a place there was deleted for good. */
export function onRoleGone(ctx: TicketContext, roleId: string): void {
  ctx.db.transaction(() => {
    for (const ticket of threadsThere(ctx)) {
      const { answer, read } = rolesOfTicket(ctx, ticket)
      if ([...answer, ...read].includes(roleId))
        addDuties(ctx, ticket, [{ kind: 'place', detail: { unseated: true } }], settleInBulkHandle)
    }
  })
}

/** Adds a new team member to the team's open threads. People who left one of their own accord stay out. */
export async function joinThreads(ctx: TicketContext, memberId: string, gained: readonly string[]): Promise<void> {
  const theirs = threadsThere(ctx).filter(
    ticket => ticket.state === 'open' && rolesOfTicket(ctx, ticket).answer.some(id => gained.includes(id)),
  )
  const member = theirs.length === 0 ? undefined : await memberHere(ctx, memberId)
  if (!member || member.user.bot) return
  const had = (id: string) => member.roles.cache.has(id) && !gained.includes(id)
  ctx.db.transaction(() => {
    for (const ticket of theirs)
      if (!rolesOfTicket(ctx, ticket).answer.some(had))
        addDuties(ctx, ticket, [{ kind: 'place', detail: { came: [memberId] } }], settleInBulkHandle)
  })
}

/** Returns which of these people still answer a ticket. @throws any other error from Discord */
export async function teamAmong(ctx: TicketContext, ticket: Ticket, ids: readonly string[]): Promise<GuildMember[]> {
  const members = await Promise.all(ids.map(id => memberHere(ctx, id)))
  return members.filter(member => member !== undefined).filter(member => mayAnswer(ctx, member, ticket))
}

const returning = processState(({ db }: Pick<TicketContext, 'db' | 'memory'>) =>
  db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.guildId, sql.placeholder('guildId')),
        eq(tickets.state, 'open'),
        eq(tickets.kind, 'thread'),
        or(
          eq(tickets.openerId, sql.placeholder('memberId')),
          exists(
            db
              .select({ one: sql`1` })
              .from(ticketGuests)
              .where(
                and(
                  eq(ticketGuests.guildId, sql.placeholder('guildId')),
                  eq(ticketGuests.targetId, sql.placeholder('memberId')),
                  eq(ticketGuests.ticketId, tickets.id),
                ),
              ),
          ),
        ),
      ),
    )
    .prepare(),
)

/**
 * Restores a returning member's place in threads. Leaving the server had removed them from the threads of their own
 * tickets and of tickets they were added to.
 */
export function onMemberBack(ctx: TicketContext, { id }: Pick<GuildMember, 'id'>): void {
  const theirs = returning(ctx).all({ guildId: ctx.guild.id, memberId: id })
  if (theirs.length === 0) return
  ctx.db.transaction(() => {
    for (const ticket of theirs) addDuties(ctx, ticket, ['place'], settleInBulkHandle)
  })
}

/** Removes somebody from threads that they were in by roles they have lost. */
export async function leaveThreads(ctx: TicketContext, memberId: string, lost: readonly string[]): Promise<void> {
  for (const ticket of threadsThere(ctx)) {
    const { answer, read } = rolesOfTicket(ctx, ticket)
    if (![...answer, ...read].some(id => lost.includes(id)) || (await belongs(ctx, ticket, memberId))) continue
    ctx.db.transaction(() => addDuties(ctx, ticket, [{ kind: 'place', detail: { dropped: [memberId] } }]))
    await settle(ctx, ticket)
  }
}

/**
 * The same if it is not known which roles somebody had before: the audit log says which were removed and added.
 * Source: https://docs.discord.com/developers/resources/audit-log#audit-log-change-object-audit-log-change-exceptions
 */
export async function onRolesLogged(ctx: TicketContext, entry: GuildAuditLogsEntry): Promise<void> {
  const { targetId: memberId } = entry
  if (entry.action !== AuditLogEvent.MemberRoleUpdate || memberId === null) return
  const named = (wanted: '$remove' | '$add') =>
    entry.changes.flatMap(({ key, new: roles }) =>
      key === wanted && Array.isArray(roles) ? roles.map(({ id }) => id) : [],
    )
  const [lost, gained] = (['$remove', '$add'] as const).map(which => unreportedRoles(ctx, memberId, named(which)))
  if (lost?.length) await leaveThreads(ctx, memberId, lost)
  if (gained?.length) await joinThreads(ctx, memberId, gained)
}

/** Returns what a change of roles means for the people in a thread: the roles to remove and the roles to bring in. */
export function threadAccessChange(
  before: ReturnType<typeof rolesOfPanel>,
  after: ReturnType<typeof rolesOfPanel>,
): { dropped: string[]; joined: string[] } {
  const now = new Set([...after.answer, ...after.read])
  return {
    dropped: [...before.answer, ...before.read].filter(id => !now.has(id)),
    joined: after.answer.filter(id => !before.answer.includes(id)),
  }
}
