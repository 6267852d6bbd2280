import type { Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import { panelOf } from '../panels/rows.ts'
import { type Ticket, ticketOf } from './rows.ts'
import { lastWrittenAt } from './response-tracking.ts'

/** Returns the present time limits of the server and the panel. */
export function timeRules(services: Pick<Services, 'db' | 'settings'>, ticket: Ticket) {
  const { autoCloseInactive, inactiveThreshold } = services.settings.read(ticket.guildId, tickets)
  const hours = panelOf(services, ticket.guildId, ticket.panelId)?.design.max_duration ?? 0
  return { inactiveDays: autoCloseInactive ? inactiveThreshold : null, maxHours: hours > 0 ? hours : null }
}

/** Returns a ticket as stored, with the time of later messages that are not stored yet. */
export function presentTicket(
  services: Pick<Services, 'db' | 'memory'>,
  guildId: string,
  id: number,
): Ticket | undefined {
  const ticket = ticketOf(services, guildId, id)
  return ticket && { ...ticket, lastMessageAt: Math.max(ticket.lastMessageAt, lastWrittenAt(services, id) ?? 0) }
}
