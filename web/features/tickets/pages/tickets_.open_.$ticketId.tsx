import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#web/app/api.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { usePageTitle } from '#web/app/page.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LiveTicket } from '../live/live-ticket.tsx'
import { useTicket } from '../live/use-ticket.ts'
import { openTicketsPlace } from '../open-tickets/places.ts'
import '../transcripts/transcripts.css'
import '../live/live.css'

export const Route = createFileRoute('/manage/$guildId/tickets_/open_/$ticketId')({ component: TicketPage })

function TicketPage() {
  const { guildId, ticketId } = Route.useParams()
  // A new page for each ticket, so that what was typed for one is not sent to the next.
  return <Shown key={`${guildId}/${ticketId}`} guildId={guildId} ticketId={ticketId} />
}

function Shown({ guildId, ticketId }: { guildId: string; ticketId: string }) {
  const shown = useTicket(guildId, ticketId)
  const { data, error } = shown.facts
  usePageTitle('Ticket')
  const isUnknown = error instanceof ApiError && error.status === 404
  if (data) return <LiveTicket guildId={guildId} facts={data} shown={shown} />
  if (error)
    return (
      <Empty
        level={1}
        title={isUnknown ? 'There is no such ticket' : 'This ticket could not be opened'}
        action={
          <LinkButton variant="primary" to="/manage/$guildId/$" params={{ guildId, _splat: openTicketsPlace }}>
            Open tickets
          </LinkButton>
        }
      >
        {isUnknown
          ? 'It was deleted, or the link is wrong.'
          : error instanceof ApiError
            ? error.message
            : 'Try again in a moment.'}
      </Empty>
    )
  return (
    <div role="status">
      <h1 className="visually-hidden">Ticket</h1>
      <span className="visually-hidden">Loading ticket...</span>
      <Skeleton className="settings-skeleton" />
    </div>
  )
}
