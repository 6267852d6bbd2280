import { type GuildMember, RateLimitError } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { isRefusal } from '#kit/discord-errors.ts'
import { isShownAsId } from '#kit/mentions/template.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { waitingAtMost, waitOf } from '#kernel/discord/lanes.ts'
import { guildContext } from '#kernel/context.ts'
import { job, jobHandle } from '#kernel/feature.ts'
import { isWithin } from '#kernel/storage/columns.ts'
import tickets from '../contract.ts'
import { shownNumber } from '../opening/name.ts'
import { ticketEvents } from '../table.ts'
import { actorOf } from './claim.ts'
import { tooLate } from './close.ts'
import type { TicketContext } from './duties.ts'
import { placeOf } from './ticket-channel.ts'
import { act, keyOf, type Ticket, ticketOf } from './rows.ts'

/**
 * Discord allows about two renames of a channel in ten minutes, and no header announces that limit.
 * Source: https://github.com/discord/discord-api-docs/issues/1900
 */
const windowMs = 10 * 60_000
const mostInWindow = 2
/** Somebody is waiting for the reply: a rename that takes longer is done later. */
const patienceMs = 10_000

const renameHandle = jobHandle(z.object({ ticketId: z.number() }))

/** Returns when its channel may be renamed next (Unix ms), according to the renames that were requested. */
function allowedAt({ db, now }: TicketContext, ticket: Ticket): number {
  const recent = db
    .select({ at: ticketEvents.at })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.ticketId, ticket.id),
        eq(ticketEvents.kind, 'renamed'),
        isWithin(ticketEvents.at, windowMs, now()),
      ),
    )
    .all()
    .map(({ at }) => at)
    .toSorted((a, b) => b - a)
  const oldest = recent[mostInWindow - 1]
  return oldest === undefined ? now() : oldest + windowMs
}

/**
 * Gives the channel the name that is stored. @returns when to try again (Unix ms) if Discord's rate limit requires that
 */
async function applyName(ctx: TicketContext, ticket: Ticket): Promise<number | undefined> {
  const channel = await placeOf(ctx, ticket)
  if (!channel || isHidden(channel) || channel.name === ticket.name) return undefined
  try {
    // Discord archives threads by itself, and an archived one cannot be edited.
    if (channel.isThread() && channel.archived) await channel.setArchived(false, `Ticket #${shownNumber(ctx, ticket)}`)
    await waitingAtMost(patienceMs, () => channel.setName(ticket.name, `Ticket #${shownNumber(ctx, ticket)}`))
    return undefined
  } catch (error) {
    if (error instanceof RateLimitError) return ctx.now() + waitOf(error)
    throw error
  }
}

/** Returns a text channel's name as Discord would write it; a thread's name is kept as typed. */
function channelName(typed: string, kind: Ticket['kind']): string {
  const text = typed.replace(/\s+/gu, ' ').trim()
  return kind === 'thread' ? text : text.toLowerCase().replaceAll(' ', '-')
}

/**
 * Renames a ticket's channel; of several requests in a row, the last one counts.
 * @returns the new name, and when it takes effect if Discord does not accept it now (Unix ms)
 * @throws UserError
 */
export async function renameTicketChannel(
  ctx: TicketContext,
  ticket: Ticket,
  { by, name: typed }: { by: GuildMember; name: string },
): Promise<{ name: string; queuedUntil: number | undefined }> {
  const name = channelName(typed, ticket.kind)
  if (isShownAsId(name))
    throw new UserError(
      'tickets.name-mention',
      'The name of a channel is plain text: Discord shows mentions and emojis of servers in it as IDs.',
    )
  if (name === '') throw new UserError('tickets.name', 'Write a name of 1 to 100 characters.')
  const at = allowedAt(ctx, ticket)
  const waits = at > ctx.now()
  const schedule = (when: number) =>
    ctx.scheduler.at(renameHandle, {
      at: when,
      key: keyOf(ticket),
      guildId: ticket.guildId,
      payload: { ticketId: ticket.id },
    })
  const renamed = act(ctx, ticket, 'rename', {
    change: { name },
    // Only what is sent counts toward Discord's limit.
    event: waits ? undefined : { kind: 'renamed', by: actorOf(by), detail: { name } },
    // If the process ends before Discord has answered, this job does it.
    also: () => void schedule(waits ? at : ctx.now() + 2 * patienceMs),
  })
  if (!renamed) throw tooLate(ctx, ticket)
  if (waits) return { name, queuedUntil: at }
  const later = await applyName(ctx, renamed)
  if (later === undefined) ctx.scheduler.cancel(renameHandle, keyOf(ticket))
  else schedule(later)
  return { name, queuedUntil: later }
}

export const renameTicket = job({
  handle: renameHandle,
  promise: () => 'rename a ticket’s channel',
  async run(services, { ticketId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const ticket = guildId === null ? undefined : ticketOf(services, guildId, ticketId)
    if (!guild?.available || !ticket || ticket.state === 'deleted') return
    const ctx = guildContext(services, tickets, guild)
    try {
      const later = await applyName(ctx, ticket)
      if (later === undefined) return
      services.scheduler.at(renameHandle, { at: later, key: keyOf(ticket), guildId: guild.id, payload: { ticketId } })
    } catch (error) {
      // Refused for good: anybody who looks at the channel sees its old name.
      if (!isRefusal(error)) throw error
      services.log.warn({ err: error, guildId, ticketId }, 'ticket not renamed')
    }
  },
})
