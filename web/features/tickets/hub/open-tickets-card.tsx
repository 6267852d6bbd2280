import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Reply } from '#contract'
import type { endpoints } from '#features/tickets/live/contract.ts'
import { isForbidden } from '#web/app/api.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OpenForButton } from '../open-for/open-for-button.tsx'
import { frozenRows } from '../open-tickets/frozen-rows.ts'
import { openTicketsPlace } from '../open-tickets/places.ts'
import { TicketTable } from '../open-tickets/ticket-table.tsx'
import type { useOpenTickets } from '../open-tickets/use-open-tickets.ts'

type OpenTickets = Reply<typeof endpoints.openTickets>

/** Rows shown before all of them are requested. */
export const shownOpen = 6

const waitSentence = ({ waiting: { team, member } }: OpenTickets): string =>
  team + member === 0
    ? 'Nobody is waiting.'
    : `${team === 1 ? '1 waits' : `${team} wait`} for the team, ${member} for the member.`

/** Tickets that wait for the team, and those that wait for members. */
export function OpenTicketsCard({
  guildId,
  query: { data, isError, error, refetch, dataUpdatedAt },
  noPanel,
}: {
  guildId: string
  query: ReturnType<typeof useOpenTickets>
  /** Whether there is no panel from which members could open a ticket. */
  noPanel: boolean
}) {
  const [held, setHeld] = useState<readonly number[]>()
  const title = useRef<HTMLHeadingElement>(null)
  const mayManage = useMayManage(guildId)('tickets')
  const rows = data?.tickets ?? []
  const { shown, waiting } = frozenRows(rows, held)
  if (isForbidden(error)) return null
  const showNew = () => {
    setHeld(rows.map(({ id }) => id))
    title.current?.focus()
  }
  return (
    <Card
      as="section"
      aria-labelledby="open-tickets"
      className="open-tickets"
      onFocus={() => setHeld(ids => ids ?? shown.map(({ id }) => id))}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setHeld(undefined)
      }}
    >
      <div className="card-head open-tickets-head">
        <div>
          <h2 id="open-tickets" ref={title} tabIndex={-1}>
            Open tickets
          </h2>
          {data && data.all > 0 && <p>{waitSentence(data)}</p>}
        </div>
        {data?.mayOpenFor && <OpenForButton guildId={guildId} size="sm" />}
        {data && data.all > 0 && (
          <Link className="link" to="/manage/$guildId/$" params={{ guildId, _splat: openTicketsPlace }}>
            View all
          </Link>
        )}
      </div>
      {isError && (
        <Banner tone="danger" title="The open tickets could not be loaded.">
          <TextButton onClick={() => void refetch()}>Retry</TextButton>
        </Banner>
      )}
      <div role="status">
        {waiting > 0 && (
          <Button variant="ghost" size="sm" wide onClick={showNew}>
            {waiting} new
          </Button>
        )}
      </div>
      {!data && !isError && (
        <div className="open-tickets-loading" role="status">
          <span className="visually-hidden">Loading open tickets...</span>
          <Skeleton className="hub-skeleton" />
        </div>
      )}
      {data && data.all === 0 && noPanel && (
        <Empty
          title="No panels created yet"
          action={
            mayManage ? (
              <LinkButton
                variant="primary"
                icon={<Plus aria-hidden />}
                to="/manage/$guildId/tickets/panel"
                params={{ guildId }}
                search={{ fresh: true }}
              >
                Create Panel
              </LinkButton>
            ) : (
              <Button variant="primary" icon={<Plus aria-hidden />} why>
                Create Panel
              </Button>
            )
          }
        >
          Members open tickets from a panel: a message with a button.
        </Empty>
      )}
      {data && data.all === 0 && !noPanel && (
        <Empty title="No open tickets">What members ask appears here as soon as they do.</Empty>
      )}
      {shown.length > 0 && <TicketTable guildId={guildId} tickets={shown} now={dataUpdatedAt} />}
    </Card>
  )
}
