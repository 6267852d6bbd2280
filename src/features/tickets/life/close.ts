import { UserError } from '#kit/errors.ts'
import type { Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { panelOf } from '../panels/rows.ts'
import { settle } from './duties.ts'
import { act, type Actor, type NewDuty, type Ticket, ticketOf } from './rows.ts'

/** What led to a closing; `by_hand` if somebody closed the ticket directly. */
export type Cause = 'by_hand' | 'request' | 'inactive' | 'overdue' | 'left' | 'everything'

const minuteMs = 60_000

/** Returns why an action was not taken: somebody else was faster, or the ticket's state no longer allows it. */
export function tooLate(services: Pick<Services, 'db' | 'memory'>, { guildId, id }: Ticket): UserError {
  const state = ticketOf(services, guildId, id)?.state
  const sentence = {
    opening: 'This ticket is still being opened. Try again in a moment.',
    open: 'This ticket is open again.',
    closed: 'This ticket is already closed.',
    deleted: 'This ticket was deleted.',
  }[state ?? 'deleted']
  return new UserError('tickets.too-late', sentence, 409)
}

interface Closing {
  /** Null for the bot itself. */
  by: Actor | null
  reason?: string | null
  cause?: Cause
  /** Whether its channel is deleted at once, whatever the server's setting for two-step closing. */
  removes?: boolean
}

/**
 * Closes a ticket: its opener loses access and its transcript is made. With two-step closing it is kept until somebody
 * deletes it; without, its channel is deleted once the transcript exists.
 * @returns what could not be done in Discord, as sentences
 * @throws UserError 409 if it is not open
 */
export async function closeTicket(
  services: Services,
  ticket: Ticket,
  { by, reason = null, cause = 'by_hand', removes }: Closing,
): Promise<string[]> {
  const { settings, now } = services
  const isKept = !(removes ?? !settings.read(ticket.guildId, tickets).twoStepClose)
  const design = panelOf(services, ticket.guildId, ticket.panelId)?.design
  // A channel that would be deleted at once may stay a little for the question; one that is to be deleted now does not.
  const stays = !isKept && removes === undefined
  // Closing every ticket of the server asks nobody for a rating.
  const question: readonly NewDuty[] = cause === 'everything' ? [] : [{ kind: 'feedback', detail: { stays } }]
  const closed = act(services, ticket, 'close', {
    change: {
      closedAt: now(),
      closedById: by?.id ?? null,
      closedByName: by?.name ?? null,
      closeReason: reason,
      awaiting: null,
      awaitingSince: null,
      closeRequestedAt: null,
      closeRequestUntil: null,
      requestWaitsSince: null,
      waitsSince: null,
      warnedAt: null,
      overdueWarnedAt: null,
      askedHereUntil: null,
      deleteAt: isKept && design?.auto_delete ? now() + design.auto_delete_time * minuteMs : null,
    },
    event: { kind: 'closed', by, detail: { cause, ...(reason !== null && { reason }) } },
    duties: isKept
      ? [
          { kind: 'place', detail: { move: true } },
          'controls',
          { kind: 'notice', detail: { about: 'closed', cause } },
          'transcript',
          ...question,
        ]
      : ['place', 'controls', 'transcript', ...question, removalBy(by)],
  })
  if (!closed) throw tooLate(services, ticket)
  return settle(services, closed)
}

/**
 * Opens a closed ticket again: its opener gets access and is notified.
 * @param demandRoom throws if the opener may have no further ticket; called in the same transaction
 * @returns what could not be done in Discord, as sentences
 * @throws UserError 409 if it is not closed
 */
export async function reopenTicket(
  services: Services,
  ticket: Ticket,
  by: Actor,
  demandRoom: () => void,
): Promise<string[]> {
  const at = services.now()
  const open = act(services, ticket, 'reopen', {
    change: {
      closedAt: null,
      closedById: null,
      closedByName: null,
      closeReason: null,
      reopenedAt: at,
      waitsSince: null,
      lastMessageAt: at,
      awaiting: 'team',
      awaitingSince: at,
      deleteAt: null,
      askedHereUntil: null,
    },
    unless() {
      demandRoom()
      return false
    },
    event: { kind: 'reopened', by },
    duties: [
      { kind: 'place', detail: { move: true, reopened: true } },
      'controls',
      { kind: 'notice', detail: { about: 'reopened', byId: by.id } },
    ],
  })
  if (!open) throw tooLate(services, ticket)
  return settle(services, open)
}

const removalBy = (by: Actor | null): NewDuty => ({ kind: 'removal', detail: { by } })

/**
 * Deletes a ticket's channel; its row and its transcript stay. An open ticket is closed first, so that its transcript
 * exists before the channel is deleted.
 * @returns what could not be done in Discord, as sentences
 * @throws UserError 409 if it was deleted before
 */
export async function deleteTicket(
  services: Services,
  ticket: Ticket,
  { by, reason = null }: { by: Actor | null; reason?: string | null },
): Promise<string[]> {
  if (ticket.state === 'open') return closeTicket(services, ticket, { by, reason, removes: true })
  const at = services.now()
  const gone = act(services, ticket, 'delete', {
    change: {
      deletedAt: at,
      deleteAt: null,
      awaiting: null,
      awaitingSince: null,
      ...(ticket.closedAt === null && { closedAt: at, closedById: by?.id ?? null, closedByName: by?.name ?? null }),
    },
    event: { kind: 'deleted', by, ...(reason !== null && { detail: { reason } }) },
    duties: [removalBy(by)],
  })
  if (!gone) throw tooLate(services, ticket)
  return settle(services, gone)
}
