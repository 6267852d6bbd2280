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
import { guestsOf, owe, settleInBulkHandle, type Ticket, ticketsIn } from './rows.ts'
import { untoldOf } from './told-roles.ts'

/**
 * Brings the holders of roles into a ticket that is a private thread, where roles open nothing: naming them once does,
 * and silently. Who is not added, because Discord adds nobody of a large role, still opens it by managing threads.
 * @param nonce the same for every try: sent again after a crash, Discord answers with the first message
 * @throws where Discord does not answer; what it refuses keeps nobody from a ticket
 */
export async function bringIn(
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

/** @throws what Discord answers otherwise */
export async function isInThread(thread: AnyThreadChannel, memberId: string): Promise<boolean> {
  try {
    await thread.members.fetch(memberId)
    return true
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === 404) return false
    throw error
  }
}

/** Whether somebody is in a thread for themselves, or may read the ticket by what they still hold. */
async function belongs(ctx: TicketContext, ticket: Ticket, memberId: string): Promise<boolean> {
  if (memberId === ticket.openerId || memberId === ctx.client.user.id) return true
  if (guestsOf(ctx, ticket).some(({ targetId }) => targetId === memberId)) return true
  const member = await memberHere(ctx, memberId)
  return member !== undefined && mayReadOf(ctx, member, teamOfPanel(ctx, ctx.guild.id, ticket.panelId))
}

/**
 * Who is in a thread by roles that have nothing to do with the ticket any more. Who was added to it by hand, and holds
 * none of them, stays.
 * @throws what Discord answers
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
 * Who has nothing to do with a ticket's thread any more, once a role that answered or read it was deleted: nobody knows
 * by then who was there by that role, and what is said in a ticket is not for everybody. Who was added by command stays.
 * @throws what Discord answers
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

/** A role was deleted, for good: by it people were in threads that they have nothing to do with now. */
export function onRoleGone(ctx: TicketContext, roleId: string): void {
  ctx.db.transaction(() => {
    for (const ticket of threadsThere(ctx)) {
      const { answer, read } = rolesOfTicket(ctx, ticket)
      if ([...answer, ...read].includes(roleId))
        owe(ctx, ticket, [{ kind: 'place', detail: { unseated: true } }], settleInBulkHandle)
    }
  })
}

/** Brings somebody into the open threads of a team that they are new in. Who left one of their own accord stays out. */
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
        owe(ctx, ticket, [{ kind: 'place', detail: { came: [memberId] } }], settleInBulkHandle)
  })
}

/** Who of these people still answers a ticket. @throws what Discord answers otherwise */
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

/** Somebody comes back to the server: with it they had left the threads of their tickets, and of those they were added to. */
export function onMemberBack(ctx: TicketContext, { id }: Pick<GuildMember, 'id'>): void {
  const theirs = returning(ctx).all({ guildId: ctx.guild.id, memberId: id })
  if (theirs.length === 0) return
  ctx.db.transaction(() => {
    for (const ticket of theirs) owe(ctx, ticket, ['place'], settleInBulkHandle)
  })
}

/** Takes somebody out of the threads that they were in by roles which they have no more. */
export async function leaveThreads(ctx: TicketContext, memberId: string, lost: readonly string[]): Promise<void> {
  for (const ticket of threadsThere(ctx)) {
    const { answer, read } = rolesOfTicket(ctx, ticket)
    if (![...answer, ...read].some(id => lost.includes(id)) || (await belongs(ctx, ticket, memberId))) continue
    ctx.db.transaction(() => owe(ctx, ticket, [{ kind: 'place', detail: { dropped: [memberId] } }]))
    await settle(ctx, ticket)
  }
}

/**
 * The same where it is not known which roles somebody had before: the audit log says what was taken, and given.
 * Source: https://docs.discord.com/developers/resources/audit-log#audit-log-change-object-audit-log-change-exceptions
 */
export async function onRolesLogged(ctx: TicketContext, entry: GuildAuditLogsEntry): Promise<void> {
  const { targetId: memberId } = entry
  if (entry.action !== AuditLogEvent.MemberRoleUpdate || memberId === null) return
  const named = (wanted: '$remove' | '$add') =>
    entry.changes.flatMap(({ key, new: roles }) =>
      key === wanted && Array.isArray(roles) ? roles.map(({ id }) => id) : [],
    )
  const [lost, gained] = (['$remove', '$add'] as const).map(which => untoldOf(ctx, memberId, named(which)))
  if (lost?.length) await leaveThreads(ctx, memberId, lost)
  if (gained?.length) await joinThreads(ctx, memberId, gained)
}

/** What becomes of a thread's people where its panel's roles were others before. */
export function seatsInThread(
  before: ReturnType<typeof rolesOfPanel>,
  after: ReturnType<typeof rolesOfPanel>,
): { dropped: string[]; joined: string[] } {
  const now = new Set([...after.answer, ...after.read])
  return {
    dropped: [...before.answer, ...before.read].filter(id => !now.has(id)),
    joined: after.answer.filter(id => !before.answer.includes(id)),
  }
}
