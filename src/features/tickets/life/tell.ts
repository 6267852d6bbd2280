import type { Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'
import type { Ticket } from './rows.ts'

/** Tells the pages that show a ticket that something in it has changed. */
export const tellChanged = (
  { live }: Pick<Services, 'live'>,
  { guildId, id: ticketId }: Pick<Ticket, 'guildId' | 'id'>,
  what: 'state' | 'messages' | 'answering',
): void => live.publish(guildId, tickets, 'live', 'changed', { ticketId, what })
