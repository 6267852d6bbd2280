import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import type tickets from '#features/tickets/contract.ts'
import type { ListedTicket } from '#features/tickets/live/contract.ts'
import { reader } from '#web/app/api.ts'
import { When } from '#web/app/history/relative-time.tsx'
import { MemberCard } from '#web/app/people/member-card.tsx'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { openTicketsKey } from '../open-tickets/open-tickets-key.ts'
import { ticketPlace } from '../open-tickets/places.ts'

// Type import only, so that the page does not load the schemas.
const readTickets = reader<typeof tickets>()

const shown = 4

/** Somebody's tickets that the viewer may read: open ones, then those closed but not deleted. */
export const ticketsOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...openTicketsKey(guildId), 'of', userId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const read = (state: 'open' | 'closed') =>
      readTickets('/guild/:guildId/tickets/open', {
        params: { guildId },
        query: { state, member: userId, limit: shown },
        signal,
      })
    const [open, closed] = await Promise.all([read('open'), read('closed')])
    return {
      latest: [...open.tickets, ...closed.tickets].slice(0, shown),
      open: open.total,
      closed: closed.total,
    }
  },
})

/** A card on a member's page: their tickets. */
export function TicketsCard(person: PersonShown) {
  const { guildId, userId } = person
  const query = useQuery(ticketsOf(person))
  return (
    <MemberCard
      title="Tickets"
      query={query}
      none={({ latest }) => (latest.length === 0 ? 'No tickets.' : undefined)}
      renderEnd={({ open, closed }) => (
        <span className="member-ends">
          {open > 0 && (
            <Link className="link" to="/manage/$guildId/tickets/open" params={{ guildId }} search={{ member: userId }}>
              {formatNumber(open)} open
            </Link>
          )}
          {closed > 0 && (
            <Link
              className="link"
              to="/manage/$guildId/tickets/open"
              params={{ guildId }}
              search={{ state: 'closed', member: userId }}
            >
              {formatNumber(closed)} closed
            </Link>
          )}
        </span>
      )}
    >
      {({ latest }) => (
        <ol className="member-rows">
          {latest.map(ticket => (
            <Row key={ticket.id} guildId={guildId} ticket={ticket} now={query.dataUpdatedAt} />
          ))}
        </ol>
      )}
    </MemberCard>
  )
}

function whose({ state, claimedBy, closedByName }: ListedTicket): string {
  if (state === 'closed') return closedByName === null ? 'Closed' : `Closed by ${closedByName}`
  return claimedBy ? `Claimed by ${claimedBy.name ?? 'a forgotten member'}` : 'Claimed by nobody'
}

function Row({ guildId, ticket, now }: { guildId: string; ticket: ListedTicket; now: number }) {
  const { id, number, panelTitle, state, openedAt, closedAt } = ticket
  return (
    <li>
      <Ticket aria-hidden />
      <div>
        <Link className="member-link" to="/manage/$guildId/$" params={{ guildId, _splat: ticketPlace(id) }}>
          {number} {panelTitle}
        </Link>
        <p>{whose(ticket)}</p>
      </div>
      {state !== 'closed' && <Badge tone="success">Open</Badge>}
      <When at={closedAt ?? openedAt} now={now} />
    </li>
  )
}
