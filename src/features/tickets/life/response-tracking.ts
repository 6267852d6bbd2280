import type { GuildMember, Message } from 'discord.js'
import { and, eq, lte } from 'drizzle-orm'
import { isRefusal } from '#kit/discord-errors.ts'
import { isTypedCall } from '#kernel/commands/typed-call.ts'
import { processState, type Services } from '#kernel/feature.ts'
import { tellChanged } from './notify-pages.ts'
import { mayAnswer } from '../rights/rights.ts'
import { tickets as rows } from '../table.ts'
import { claimTicket } from './claim.ts'
import type { TicketContext } from './duties.ts'
import { panelOf } from '../panels/rows.ts'
import { rememberMemberMessage } from './last-member-message.ts'
import { noRequest } from './request.ts'
import { holdsTicket, noteEvent, scheduleTimers, type Ticket, ticketIn, ticketOf } from './rows.ts'

interface Written {
  /** Unix ms. */
  at: number
  /** The last message received; null for one that the bot sent for somebody. */
  messageId: string | null
}

/** By ticket: when somebody last wrote there, if that is not stored yet. */
const latest = processState(() => new Map<number, Written>())

/** How old the stored time may be: for a busy ticket it is stored once in a while, not with every message. */
const storedEveryMs = 10 * 60_000

/** Returns when somebody last wrote in a ticket, as far as this process saw it (Unix ms). */
export const lastWrittenAt = (services: Pick<Services, 'memory'>, ticketId: number): number | undefined =>
  latest(services).get(ticketId)?.at

/** Replaces a time in the future, recorded by a clock that was ahead, with `now`, as is done in the ticket's row. */
export function forgetWrittenLater(services: Pick<Services, 'memory'>, ticketId: number, now: number): void {
  const known = latest(services).get(ticketId)
  if (known && known.at > now) known.at = now
}

type Side = 'team' | 'member' | 'other'

interface Spoken extends Written {
  side: Side
  authorId: string
  name: string
}

/** The last message received in a ticket. */
const lastReceivedId = (services: Pick<Services, 'memory'>, { id, lastHeardId }: Ticket): string | null =>
  latest(services).get(id)?.messageId ?? lastHeardId

/** Returns the newer id: while a channel is read again, further messages may arrive. */
const newer = (one: string | null, other: string | null) => (BigInt(one ?? 0) > BigInt(other ?? 0) ? one : other)

/** Takes a message into account. @returns whether it is the team's first answer */
function recordActivity(ctx: TicketContext, ticket: Ticket, { at, messageId, side, authorId, name }: Spoken): boolean {
  const spoken = Math.max(at, lastWrittenAt(ctx, ticket.id) ?? 0)
  const lastHeardId = newer(messageId, lastReceivedId(ctx, ticket))
  latest(ctx).set(ticket.id, { at: spoken, messageId: lastHeardId })
  const due = side === 'team' ? 'member' : side === 'member' ? 'team' : ticket.awaiting
  const isFirst = side === 'team' && ticket.firstResponseAt === null
  const turns = ticket.state === 'open' && due !== ticket.awaiting
  const takesBack = side === 'member' && ticket.closeRequestedAt !== null
  const isOld = spoken - ticket.lastMessageAt >= storedEveryMs
  const wasWarned = ticket.warnedAt !== null && ticket.warnedAt < spoken
  if (!turns && !isFirst && !takesBack && !isOld && !wasWarned) return false
  ctx.db.transaction(() => {
    ctx.db
      .update(rows)
      .set({
        lastMessageAt: spoken,
        lastHeardId,
        ...(wasWarned && { warnedAt: null }),
        ...(turns && { awaiting: due, awaitingSince: at }),
        ...(takesBack && noRequest),
        ...(isFirst && { firstResponseAt: at, firstResponseById: authorId }),
      })
      .where(and(eq(rows.id, ticket.id), eq(rows.guildId, ctx.guild.id)))
      .run()
    // Whenever the team answers the member, but not for every message of a long answer.
    if (side === 'team' && (isFirst || turns)) noteEvent(ctx, ticket, { kind: 'answered', by: { id: authorId, name } })
    if (turns || takesBack || wasWarned) scheduleTimers(ctx, ticket)
  })
  tellChanged(ctx, ticket, 'state')
  return isFirst
}

/**
 * Handles a person's message in a ticket: whose turn it is, when the team first answered, and the last activity.
 * @returns no promise for a message in any other channel, as nearly all are
 */
export function onMessage(ctx: TicketContext, message: Message): Promise<void> | undefined {
  if (!holdsTicket(ctx, message.channelId)) return undefined
  return message.author.bot || message.system || message.webhookId !== null ? undefined : trackMessage(ctx, message)
}

async function trackMessage(ctx: TicketContext, message: Message): Promise<void> {
  const ticket = ticketIn(ctx, ctx.guild.id, message.channelId)
  if (!ticket || (ticket.state !== 'open' && ticket.state !== 'opening')) return
  const { member, author } = message
  const side: Side =
    author.id === ticket.openerId ? 'member' : member && mayAnswer(ctx, member, ticket) ? 'team' : 'other'
  if (side === 'member') rememberMemberMessage(ctx, ticket.id, message.content)
  const isFirst = recordActivity(ctx, ticket, {
    at: ctx.now(),
    messageId: message.id,
    side,
    authorId: author.id,
    name: member?.displayName ?? author.username,
  })
  if (isFirst && member) await claimByAnswering(ctx, ticket, member)
}

/** The same for answers that the team gives through the bot, from the dashboard. */
export async function onAnswer(ctx: TicketContext, ticket: Ticket, member: GuildMember): Promise<void> {
  const side = member.id === ticket.openerId ? 'member' : 'team'
  const isFirst = recordActivity(ctx, ticket, {
    at: ctx.now(),
    messageId: null,
    side,
    authorId: member.id,
    name: member.displayName,
  })
  if (isFirst) await claimByAnswering(ctx, ticket, member)
}

/** If the panel says so, claims a ticket for the person who first answers it. */
async function claimByAnswering(ctx: TicketContext, ticket: Ticket, member: GuildMember): Promise<void> {
  if (ticket.claimedById !== null) return
  if (panelOf(ctx, ctx.guild.id, ticket.panelId)?.design.auto_claim !== true) return
  // Somebody else may have claimed it by now, which is just as good.
  await claimTicket(ctx, ticket, member).catch((err: unknown) => {
    ctx.log.info({ err, guildId: ctx.guild.id, ticketId: ticket.id }, 'not claimed by answering')
  })
}

/** How many messages are fetched: the bot's own messages are among those of people. */
const lookedAt = 50

/**
 * Takes in what was written while the bot was away or held up, before the ticket's timers act: the last message it
 * knows of need not be the last one. A channel that cannot be read changes nothing.
 */
export async function catchUp(ctx: TicketContext, ticket: Ticket): Promise<void> {
  const channel = ctx.guild.channels.cache.get(ticket.channelId ?? '')
  if (!channel?.isTextBased()) return
  try {
    const found = await channel.messages.fetch({ limit: lookedAt, cache: false })
    const heard = BigInt(lastReceivedId(ctx, ticket) ?? 0)
    const spoken = [...found.values()]
      .filter(
        ({ id, author, system, webhookId, createdTimestamp, content }) =>
          !author.bot &&
          !system &&
          webhookId === null &&
          createdTimestamp > ticket.lastMessageAt &&
          BigInt(id) > heard &&
          // When the bot receives a command, it does not count as a message, either.
          !isTypedCall(ctx, ctx.guild, content),
      )
      .toSorted((a, b) => a.createdTimestamp - b.createdTimestamp)
    for (const message of spoken) {
      const now = ticketOf(ctx, ctx.guild.id, ticket.id)
      if (!now) return
      const member = await ctx.access.member(ctx.guild, message.author.id)
      const side: Side =
        message.author.id === now.openerId ? 'member' : member && mayAnswer(ctx, member, now) ? 'team' : 'other'
      recordActivity(ctx, now, {
        at: message.createdTimestamp,
        messageId: message.id,
        side,
        authorId: message.author.id,
        name: member?.displayName ?? message.author.username,
      })
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    ctx.log.warn({ err: error, guildId: ctx.guild.id, ticketId: ticket.id }, 'a ticket could not be read')
  }
}

/** Stores the times that are not stored yet, so that they survive a restart. */
export function storeLastWritten(services: Pick<Services, 'db' | 'memory'>): void {
  for (const [id, { at, messageId }] of latest(services))
    services.db
      .update(rows)
      .set({ lastMessageAt: at, lastHeardId: messageId })
      .where(and(eq(rows.id, id), lte(rows.lastMessageAt, at)))
      .run()
  latest(services).clear()
}
