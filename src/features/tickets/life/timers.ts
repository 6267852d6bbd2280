import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { guildContext } from '#kernel/context.ts'
import { switchedOn } from '#kernel/events/events.ts'
import { job, type Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { ticketDuties, tickets as rows } from '../table.ts'
import { closeTicket, deleteTicket } from './close.ts'
import { settle, type TicketContext } from './duties.ts'
import { presentTicket, timeRules } from './time-rules.ts'
import { handleMissedDepartures } from './member-changes.ts'
import { catchUp, forgetWrittenLater } from './response-tracking.ts'
import { addDuties, clockHandle, scheduleTimers, type Ticket, ticketOf, ticketsIn } from './rows.ts'
import { type Due, nextDue, restartedWaits } from './timing.ts'

const isWarning = z.object({ about: z.literal('warned') })

/** Posts a warning, once, that a ticket closes soon. It is stored only once it is posted (`warned`, notices.ts). */
async function warn(ctx: TicketContext, ticket: Ticket, cause: 'inactive' | 'overdue'): Promise<void> {
  const { guildId, id } = ticket
  const owed = ctx.db
    .select({ detail: ticketDuties.detail })
    .from(ticketDuties)
    .where(and(eq(ticketDuties.guildId, guildId), eq(ticketDuties.ticketId, id), eq(ticketDuties.kind, 'notice')))
    .all()
  if (!owed.some(({ detail }) => isWarning.safeParse(detail).success))
    ctx.db.transaction(() => addDuties(ctx, ticket, [{ kind: 'notice', detail: { about: 'warned', cause } }]))
  await settle(ctx, ticket)
}

/** Deletes a ticket, unless its transcript is still being made. */
async function deleteInTime(ctx: TicketContext, ticket: Ticket): Promise<void> {
  await settle(ctx, ticket)
  const { guildId, id } = ticket
  const left = ctx.db
    .select({ kind: ticketDuties.kind })
    .from(ticketDuties)
    .where(and(eq(ticketDuties.guildId, guildId), eq(ticketDuties.ticketId, id)))
    .all()
  const kept = ticketOf(ctx, guildId, id)?.deleteAt === null
  if (!kept && !left.some(({ kind }) => kind === 'transcript')) await deleteTicket(ctx, ticket, { by: null })
}

const perform: Record<Due, (ctx: TicketContext, ticket: Ticket) => Promise<unknown>> = {
  warn_inactive: (ctx, ticket) => warn(ctx, ticket, 'inactive'),
  warn_overdue: (ctx, ticket) => warn(ctx, ticket, 'overdue'),
  close_inactive: (ctx, ticket) => closeTicket(ctx, ticket, { by: null, cause: 'inactive' }),
  close_overdue: (ctx, ticket) => closeTicket(ctx, ticket, { by: null, cause: 'overdue' }),
  close_request: (ctx, ticket) =>
    closeTicket(ctx, ticket, { by: null, reason: ticket.closeRequestReason, cause: 'request' }),
  delete: deleteInTime,
}

/**
 * Restarts a ticket's waits after a clock that was ahead was corrected, so that each still ends after its full length.
 */
function restartWaits(services: Services, guildId: string, ticketId: number): void {
  const now = services.now()
  const ticket = ticketOf(services, guildId, ticketId)
  forgetWrittenLater(services, ticketId, now)
  const moved = ticket ? restartedWaits(ticket, now) : {}
  if (Object.keys(moved).length === 0) return
  services.db
    .update(rows)
    .set(moved)
    .where(and(eq(rows.guildId, guildId), eq(rows.id, ticketId)))
    .run()
}

/**
 * How often to check again while tickets are switched off, or a channel may be restored after an attack: no timer acts.
 */
const pausedMs = 60 * 60_000
/** How often to check while a server is unavailable, or the bot is not in it. */
const outageMs = 10 * 60_000

/** Does what is due in a ticket by time, and schedules the next check. */
export const ticketClock = job({
  handle: clockHandle,
  lane: 'answers',
  looksAgain: true,
  promise: () => 'close or delete a ticket in time',
  async run(services, { ticketId }, { guildId }) {
    if (guildId === null) return
    const look = () => {
      restartWaits(services, guildId, ticketId)
      const ticket = presentTicket(services, guildId, ticketId)
      const due = ticket && nextDue(ticket, timeRules(services, ticket), services.now())
      return ticket && due && { ticket, due }
    }
    let found = look()
    if (!found) return
    if (found.due.at > services.now()) {
      scheduleTimers(services, found.ticket, found.due.at)
      return
    }
    const guild = services.client.guilds.cache.get(guildId)
    if (!guild?.available) {
      scheduleTimers(services, found.ticket, services.now() + outageMs)
      return
    }
    const feature = services.features.find(({ contract }) => contract.name === tickets.name)
    const { kind, channelId } = found.ticket
    const isMissing = kind === 'channel' && !guild.channels.cache.has(channelId ?? '')
    if (isMissing || (feature && !switchedOn(services, feature, guildId))) {
      scheduleTimers(services, found.ticket, services.now() + pausedMs)
      return
    }
    const ctx = guildContext(services, tickets, guild)
    // Messages written while the bot was away count: Discord is asked before anybody is warned or a ticket is closed.
    if (found.due.due !== 'delete') {
      await catchUp(ctx, found.ticket)
      await handleMissedDepartures(ctx, found.ticket)
    }
    found = look()
    if (found && found.due.at <= services.now()) await perform[found.due.due](ctx, found.ticket)
    const next = look()
    if (!next) return
    // What Discord refused, such as a warning where the bot may not write, is tried again, but not constantly.
    const isUndone = next.due.due === found?.due.due && next.due.at <= services.now()
    scheduleTimers(
      services,
      next.ticket,
      isUndone ? services.now() + pausedMs : Math.max(next.due.at, services.now() + 1000),
    )
  },
})

/** Checks every open or closed ticket of a guild again after its settings or panels have changed. */
export function scheduleAllTimers(services: Services, guildId: string): void {
  services.db.transaction(() => {
    for (const ticket of ticketsIn(services, guildId, ['open', 'closed'])) scheduleTimers(services, ticket)
  })
}

const timed: ReadonlySet<string> = new Set(['autoCloseInactive', 'inactiveThreshold', 'enabled'])

/** Reschedules tickets when time-related settings change. */
export const followSettings = (services: Services): void =>
  void services.settings.onChange(({ guildId, feature, keys }) => {
    if (feature === tickets.name && keys.some(key => timed.has(key))) scheduleAllTimers(services, guildId)
  })
