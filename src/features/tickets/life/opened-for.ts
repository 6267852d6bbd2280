import type { Services } from '#kernel/feature.ts'
import { inert } from '#kit/template.ts'
import { eventsOf, type Ticket, type TicketEvent } from './rows.ts'

/** Returns who on the team opened a ticket for its member; undefined if the member opened it. */
export const openedForBy = (
  services: Pick<Services, 'db'>,
  { guildId, id }: Pick<Ticket, 'guildId' | 'id'>,
): Pick<TicketEvent, 'byId' | 'byName'> | undefined =>
  eventsOf(services, guildId, id).find(({ kind }) => kind === 'opened_for')

/** The line of an opening message that says who opened the ticket for its member. */
export const openedForLine = (name: string | null): string =>
  `${name === null ? 'The team' : inert(name)} opened this ticket for you.`

/** An opening message without the name in that line. */
export const withoutOpenedForName = (content: string): string =>
  content.replace(/^.+ opened this ticket for you\.$/m, openedForLine(null))
