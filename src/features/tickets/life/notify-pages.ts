import type { Services } from '#kernel/feature.ts'
import tickets from '../contract.ts'

/** Notifies the pages that show a ticket that something in it has changed. */
export const tellChanged = (
  { live }: Pick<Services, 'live'>,
  { guildId, id: ticketId }: { guildId: string; id: number },
  what: 'state' | 'messages' | 'answering',
): void => live.publish(guildId, tickets, 'live', 'changed', { ticketId, what })
