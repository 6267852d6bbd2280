import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Card } from '#web/ui/card.tsx'
import { shownOpen } from '../hub/open-tickets-card.tsx'
import { OpenForButton } from '../open-for/open-for-button.tsx'
import { OpenTicketList } from '../open-tickets/open-ticket-list.tsx'
import { readTicketFilter } from '../open-tickets/ticket-filter.ts'
import { useOpenTickets } from '../open-tickets/use-open-tickets.ts'
import { TicketActions, Trail } from '../ticket-head.tsx'

export const Route = createFileRoute('/manage/$guildId/tickets_/open')({
  component: OpenTickets,
  validateSearch: readTicketFilter,
})

function OpenTickets() {
  const { guildId } = Route.useParams()
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const mayOpenFor = useOpenTickets(guildId, shownOpen).data?.mayOpenFor
  const title = filter.state === 'closed' ? 'Closed tickets' : 'Open tickets'
  return (
    <>
      <Trail guildId={guildId} here={title} />
      <PageHead
        title={title}
        actions={<TicketActions guildId={guildId}>{mayOpenFor && <OpenForButton guildId={guildId} />}</TicketActions>}
      >
        {filter.state === 'closed'
          ? 'The most recently closed come first. Deleted tickets are among the transcripts.'
          : 'Tickets that wait for the team come first, those that have used up most of their goal on top.'}
      </PageHead>
      <Card>
        <OpenTicketList
          guildId={guildId}
          filter={filter}
          onFilter={change =>
            void navigate({ search: before => readTicketFilter({ ...before, ...change }), replace: true })
          }
          onClear={() => void navigate({ search: ({ state }) => readTicketFilter({ state }), replace: true })}
        />
      </Card>
    </>
  )
}
