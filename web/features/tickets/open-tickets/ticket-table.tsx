import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ListedTicket } from '#features/tickets/live/contract.ts'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ClaimButton } from './claim-button.tsx'
import { ticketPlace } from './places.ts'
import { PriorityBadge } from './priority-badge.tsx'
import { waitWords } from './wait-words.ts'
import './ticket-table.css'

/** Open tickets: whose, how urgent, what each waits for, who has it. @param now Unix ms */
export function TicketTable({
  guildId,
  tickets,
  now,
}: {
  guildId: string
  tickets: readonly ListedTicket[]
  now: number
}) {
  return (
    <table className="ticket-table">
      <thead>
        <tr>
          <th scope="col">Ticket</th>
          <th scope="col">Priority</th>
          <th scope="col">Waits for</th>
          <th scope="col">Claimed by</th>
          <th aria-hidden />
        </tr>
      </thead>
      <tbody>
        {tickets.map(ticket => (
          <Row key={ticket.id} guildId={guildId} ticket={ticket} now={now} />
        ))}
      </tbody>
    </table>
  )
}

/** Somebody with their picture. */
function Face({ person, size }: { person: ListedTicket['member']; size: number }) {
  const { id, avatar } = person
  return <Avatar src={useAvatarUrl(id === null ? undefined : { id, avatar }, 64)} size={size} />
}

function Row({ guildId, ticket, now }: { guildId: string; ticket: ListedTicket; now: number }) {
  const { id, number, member, panelTitle, priority, claimedBy, mayAnswer } = ticket
  const { text, share, tone } = waitWords(ticket, now)
  const name = member.name ?? 'Forgotten member'
  return (
    <tr>
      <th scope="row">
        <span className="ticket-whose">
          <Face person={member} size={28} />
          <Link to="/manage/$guildId/$" params={{ guildId, _splat: ticketPlace(id) }}>
            {number} {name}
          </Link>
          <small>{panelTitle}</small>
        </span>
      </th>
      <td>
        <PriorityBadge priority={priority} />
      </td>
      <td className="ticket-wait" data-tone={tone}>
        {text}
        {share !== undefined && <i style={{ '--share': share }} aria-hidden />}
      </td>
      <td>
        {claimedBy && (
          <span className="ticket-claimed">
            <Face person={claimedBy} size={20} />
            {claimedBy.name ?? 'Forgotten member'}
          </span>
        )}
        {!claimedBy && mayAnswer && <ClaimButton guildId={guildId} ticket={ticket} />}
        {!claimedBy && !mayAnswer && <span className="muted">Nobody</span>}
      </td>
      <td aria-hidden>
        <ChevronRight />
      </td>
    </tr>
  )
}
