import type { Services } from '#kernel/feature.ts'
import { eventsOf, type Ticket, type TicketEvent } from './rows.ts'

/** Returns who on the team opened a ticket for its member; undefined if the member opened it. */
export const openedForBy = (
  services: Pick<Services, 'db'>,
  { guildId, id }: Pick<Ticket, 'guildId' | 'id'>,
): Pick<TicketEvent, 'byId' | 'byName'> | undefined =>
  eventsOf(services, guildId, id).find(({ kind }) => kind === 'opened_for')
