import { Ticket } from 'lucide-react'
import type tickets from '#features/tickets/contract.ts'
import { reader } from '#web/app/api.ts'
import type { PersonNeed, Slots, EntrySource } from '#web/app/slots.tsx'
import { ticketPlace } from './open-tickets/places.ts'
import { durationText } from '#web/app/durations.ts'
import { openTicketsKey } from './open-tickets/open-tickets-key.ts'

// Type import only, so that the dashboard does not load the schemas.
const readTickets = reader<typeof tickets>()

/** How long the team may take if it has set no goal (ms). */
const patienceMs = 6 * 3_600_000
/** The rest are in the list of open tickets. */
const mostShown = 3

const overdue: EntrySource<PersonNeed> = {
  feature: 'tickets' satisfies typeof tickets.name,
  forManagers: true,
  query: guildId => ({
    queryKey: [...openTicketsKey(guildId), 'overdue'],
    async queryFn({ signal }) {
      const { tickets: open } = await readTickets('/guild/:guildId/tickets/open', {
        params: { guildId },
        query: { waits: 'team' },
        signal,
      })
      return open
        .flatMap(({ id, number, member, wait }): PersonNeed[] => {
          if (!wait || wait.ms < (wait.goalMs ?? patienceMs)) return []
          return [
            {
              key: String(id),
              icon: Ticket,
              title: `Ticket ${number} has waited ${durationText(wait.ms)}`,
              text:
                wait.goalMs === null
                  ? `${member.name ?? 'A member'} waits for the team.`
                  : `${member.name ?? 'A member'} waits for the team, whose goal is ${durationText(wait.goalMs)}.`,
              urgent: true,
              repair: {
                label: 'Answer',
                link: { to: '/manage/$guildId/$', params: { guildId, _splat: ticketPlace(id) } },
              },
            },
          ]
        })
        .slice(0, mostShown)
    },
  }),
}

export default { needs: [overdue] } satisfies Slots
