import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ListedTicket } from '#features/tickets/live/contract.ts'
import { useAvatarUrl } from '#web/app/avatar-url.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ClaimButton } from './claim-button.tsx'
import { ticketPlace } from './places.ts'
import { PriorityBadge } from './priority-badge.tsx'
import { closingWords, waitWords } from './wait-words.ts'
import './ticket-table.css'

/** The message in which a search was found. */
type Hit = { author: string | null; text: string } | null

/**
 * A table of tickets: whose, how urgent, what each waits for or when it was closed, who claimed it.
 * @param now Unix ms
 */
export function TicketTable({
  guildId,
  state = 'open',
  tickets,
  now,
}: {
  guildId: string
  state?: 'open' | 'closed'
  tickets: readonly (ListedTicket & { hit?: Hit })[]
  now: number
}) {
  return (
    <table className="ticket-table">
      <thead>
        <tr>
          <th scope="col">Ticket</th>
          <th scope="col">Priority</th>
          <th scope="col">{state === 'open' ? 'Waits for' : 'Closed'}</th>
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

/** A person with their picture. */
function Face({ person, size }: { person: ListedTicket['member']; size: number }) {
  const { id, avatar } = person
  return <Avatar src={useAvatarUrl(id === null ? undefined : { id, avatar }, 64)} size={size} />
}

function Row({ guildId, ticket, now }: { guildId: string; ticket: ListedTicket & { hit?: Hit }; now: number }) {
  const { id, number, member, panelTitle, priority, claimedBy, mayAnswer } = ticket
  const isOpen = ticket.state === 'open'
  const { text, share, tone } = isOpen ? waitWords(ticket, now) : closingWords(ticket, now)
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
          {ticket.hit && (
            <small className="ticket-hit">
              {ticket.hit.author === null ? '' : `${ticket.hit.author}: `}
              {ticket.hit.text}
            </small>
          )}
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
        {!claimedBy && mayAnswer && isOpen && <ClaimButton guildId={guildId} ticket={ticket} />}
        {!claimedBy && !(mayAnswer && isOpen) && <span className="muted">Nobody</span>}
      </td>
      <td aria-hidden>
        <ChevronRight />
      </td>
    </tr>
  )
}
