import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Card } from '#web/ui/card.tsx'
import { OpenTicketList } from '../open-tickets/open-ticket-list.tsx'
import { readTicketFilter } from '../open-tickets/ticket-filter.ts'
import { TicketActions, Trail } from '../ticket-head.tsx'

export const Route = createFileRoute('/manage/$guildId/tickets_/open')({
  component: OpenTickets,
  validateSearch: readTicketFilter,
})

function OpenTickets() {
  const { guildId } = Route.useParams()
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <div>
      <Trail guildId={guildId} here="Open tickets" />
      <PageHead title="Open tickets" actions={<TicketActions guildId={guildId} />}>
        What waits for the team comes first, longest share of its goal on top.
      </PageHead>
      <Card className="open-ticket-list">
        <OpenTicketList
          guildId={guildId}
          filter={filter}
          onFilter={change =>
            void navigate({ search: before => readTicketFilter({ ...before, ...change }), replace: true })
          }
          onClear={() => void navigate({ search: {}, replace: true })}
        />
      </Card>
    </div>
  )
}
