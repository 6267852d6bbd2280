import type { Services } from '#kernel/feature.ts'
import { eventsOf, type Ticket, type TicketEvent } from './rows.ts'

/** Who of the team opened a ticket for its member; undefined where they did it themselves. */
export const openedForBy = (
  services: Pick<Services, 'db'>,
  { guildId, id }: Pick<Ticket, 'guildId' | 'id'>,
): Pick<TicketEvent, 'byId' | 'byName'> | undefined =>
  eventsOf(services, guildId, id).find(({ kind }) => kind === 'opened_for')
