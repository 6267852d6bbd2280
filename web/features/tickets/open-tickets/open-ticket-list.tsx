import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { ListFilters } from '#web/app/list/list-filters.tsx'
import { ListFrame } from '#web/app/list/list-frame.tsx'
import { OnePerson } from '#web/app/list/one-person.tsx'
import { reload } from '#web/app/list/reload.ts'
import { useLive } from '#web/app/live/use-live.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { DebouncedSearch } from '#web/ui/form/debounced-search.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { frozenRows } from './frozen-rows.ts'
import type { TicketFilter } from './ticket-filter.ts'
import { TicketTable } from './ticket-table.tsx'
import { openTicketsKey } from './open-tickets-key.ts'
import './open-ticket-list.css'

const pageSize = 20
/** How often the relative times in the list are updated if nothing happens (ms). */
const everyMs = 60_000

function useList(guildId: string, filter: TicketFilter) {
  const client = useQueryClient()
  useLive(tickets, 'live', guildId, () => void reload(client, openTicketsKey(guildId)))
  return useInfiniteQuery({
    queryKey: [...openTicketsKey(guildId), 'all', filter],
    queryFn: ({ pageParam: page, signal }) =>
      call(tickets, 'openTickets', { params: { guildId }, query: { ...filter, page, limit: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}

const choices = {
  claimed: [
    { value: 'mine', label: 'Mine' },
    { value: 'nobody', label: 'Unclaimed' },
    { value: 'others', label: 'Claimed by others' },
  ],
  priority: [
    { value: 'urgent', label: 'Urgent' },
    { value: 'high', label: 'High' },
    { value: 'normal', label: 'Normal' },
    { value: 'low', label: 'Low' },
  ],
  waits: [
    { value: 'team', label: 'The team' },
    { value: 'member', label: 'The member' },
  ],
} as const

type Change = { [K in keyof TicketFilter]?: string | undefined }

const words = {
  open: {
    noun: ['open ticket', 'open tickets'],
    noMatch: { title: 'No open ticket matches.' },
    empty: <Empty title="No open tickets">What members ask appears here as soon as they do.</Empty>,
  },
  closed: {
    noun: ['closed ticket', 'closed tickets'],
    noMatch: { title: 'No closed ticket matches.' },
    empty: (
      <Empty title="No closed tickets">
        Closed tickets stay here until they are deleted; their transcripts stay longer.
      </Empty>
    ),
  },
} as const

/** All open or closed tickets that the viewer may read, with filters. */
export function OpenTicketList({
  guildId,
  filter,
  onFilter,
  onClear,
}: {
  guildId: string
  filter: TicketFilter
  onFilter: (change: Change) => void
  onClear: () => void
}) {
  const query = useList(guildId, filter)
  const { state = 'open', ...narrowed } = filter
  const [held, setHeld] = useState<readonly number[]>()
  const { data, dataUpdatedAt } = query
  const [first] = data?.pages ?? []
  // A ticket may move to another page between two responses.
  const rows = [...new Map((data?.pages.flatMap(page => page.tickets) ?? []).map(row => [row.id, row])).values()]
  const { shown, waiting } = frozenRows(rows, held)
  const panels = first?.panels.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const select = (
    name: keyof TicketFilter,
    label: string,
    none: string,
    all: readonly { value: string; label: string }[],
  ) => (
    <Combobox
      label={label}
      none={none}
      groups={[{ choices: all }]}
      value={filter[name] ?? null}
      onChange={value => onFilter({ [name]: value ?? undefined })}
    />
  )
  return (
    <>
      <div className="open-ticket-filters">
        <Segmented
          label="Which tickets"
          name="ticket-state"
          value={state}
          onChange={value => onFilter({ state: value, waits: undefined })}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'closed', label: 'Closed' },
          ]}
        />
        <ListFilters
          filter={narrowed}
          search={
            <DebouncedSearch
              label="Search tickets"
              placeholder="Text, member or number"
              value={filter.search ?? ''}
              onChange={search => onFilter({ search: search === '' ? undefined : search.slice(0, 60) })}
            />
          }
        >
          {select('claimed', 'Claimed', 'Claimed or not', choices.claimed)}
          {state === 'open' && select('waits', 'Waits for', 'Anybody', choices.waits)}
          {select('priority', 'Priority', 'Every priority', choices.priority)}
          {select('panel', 'Panel', 'All panels', panels)}
        </ListFilters>
        {filter.member !== undefined && (
          <OnePerson
            what="Tickets"
            guildId={guildId}
            userId={filter.member}
            name={rows.find(({ member }) => member.id === filter.member)?.member.name}
            onClear={() => onFilter({ member: undefined })}
          />
        )}
      </div>
      <ListFrame
        noun={words[state].noun}
        query={query}
        shown={shown.length}
        total={first?.total ?? 0}
        more="Show more"
        filtered={Object.keys(narrowed).length > 0}
        onClear={onClear}
        noMatch={words[state].noMatch}
        empty={words[state].empty}
      >
        <div role="status">
          {waiting > 0 && (
            <Button variant="ghost" size="sm" wide onClick={() => setHeld(rows.map(({ id }) => id))}>
              {waiting} new
            </Button>
          )}
        </div>
        <div
          onFocus={() => setHeld(ids => ids ?? shown.map(({ id }) => id))}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setHeld(undefined)
          }}
        >
          <TicketTable guildId={guildId} state={state} tickets={shown} now={dataUpdatedAt} />
        </div>
      </ListFrame>
    </>
  )
}
