import { RefreshCw } from 'lucide-react'
import { OnePerson } from '#web/app/list/one-person.tsx'
import { ListFrame } from '#web/app/list/list-frame.tsx'
import { type Arrival, useArrivalAt } from '#web/app/use-arrival.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { focusHeadingOf } from '#web/ui/focus-place.ts'
import { type CaseFilter, type CaseFilterChange, isFiltered, noFilter } from './case-filter.ts'
import { CaseFilters } from './case-filters.tsx'
import { CaseTable } from './case-table.tsx'
import { useCases } from './use-cases.ts'
import './cases.css'

/** Every moderation action in this server, with search, correction and undo. */
export function CaseList({
  guildId,
  filter,
  onFilter,
  hidden,
  arrival,
}: {
  guildId: string
  filter: CaseFilter
  onFilter: (change: CaseFilterChange) => void
  /** Already loaded, but hidden until its position on the page is known. */
  hidden: boolean
  /** Whether the user followed a link to here. */
  arrival: Arrival
}) {
  const query = useCases(guildId, filter)
  const { data, isFetching, isFetchingNextPage, dataUpdatedAt } = query
  const list = useArrivalAt(
    arrival,
    !hidden && data !== undefined,
    filter.case === undefined ? 'h2' : '.case-toggle button',
  )
  const [first] = data?.pages ?? []
  const cases = data?.pages.flatMap(page => page.cases) ?? []
  return (
    <Card as="section" ref={list} id="cases" className="cases" aria-labelledby="cases-title" hidden={hidden}>
      <div className="card-head">
        <h2 id="cases-title">Cases</h2>
        {filter.case !== undefined && (
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              focusHeadingOf(currentTarget)
              onFilter(noFilter)
            }}
          >
            Show all cases
          </Button>
        )}
        {filter.target !== undefined && (
          <OnePerson
            what="Cases"
            guildId={guildId}
            userId={filter.target}
            name={cases.find(({ target }) => target?.id === filter.target)?.target?.name}
            onClear={() => onFilter({ target: undefined })}
          />
        )}
        <Button
          size="sm"
          variant="ghost"
          icon={<RefreshCw aria-hidden />}
          busy={isFetching && !isFetchingNextPage && data !== undefined}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      <div className="case-filters">
        <CaseFilters filter={filter} onChange={onFilter} moderators={first?.moderators ?? []} />
      </div>
      <ListFrame
        noun={['case', 'cases']}
        query={query}
        shown={cases.length}
        total={first?.total ?? 0}
        more="Show older cases"
        filtered={isFiltered(filter)}
        onClear={() => onFilter(noFilter)}
        noMatch={{
          title: 'No cases match your search',
          hint: 'Look for another name, reason or number, or show all kinds.',
        }}
        empty={
          <Empty title="No cases yet">
            Warnings, timeouts, kicks, bans and purges appear here, including those done by hand in Discord.
          </Empty>
        }
      >
        <CaseTable key={filter.case} guildId={guildId} cases={cases} now={dataUpdatedAt} unfolded={filter.case} />
      </ListFrame>
    </Card>
  )
}
