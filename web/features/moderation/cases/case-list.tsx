import { RefreshCw } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type CaseFilter, type FilterChange, isFiltered, noFilter } from './case-filter.ts'
import { CaseFilters } from './case-filters.tsx'
import { CaseTable } from './case-table.tsx'
import { useCases } from './use-cases.ts'
import './cases.css'

/** Every moderation action in this server: search, correct or undo it. */
export function CaseList({
  guildId,
  filter,
  onFilter,
}: {
  guildId: string
  filter: CaseFilter
  onFilter: (change: FilterChange) => void
}) {
  const query = useCases(guildId, filter)
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, dataUpdatedAt } = query
  const [first] = data?.pages ?? []
  const cases = data?.pages.flatMap(page => page.cases) ?? []
  const filtered = isFiltered(filter)
  return (
    <Card as="section" id="cases" className="cases" aria-labelledby="cases-title">
      <div className="card-head">
        <h2 id="cases-title">Cases</h2>
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
      <CaseFilters filter={filter} onChange={onFilter} moderators={first?.moderators ?? []} />
      {isError && (
        <Banner tone="danger" title="The cases could not be loaded.">
          <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
        </Banner>
      )}
      {!data && !isError && <Loading />}
      {cases.length > 0 && <CaseTable guildId={guildId} cases={cases} now={dataUpdatedAt} />}
      {data && cases.length === 0 && (filtered ? <NoMatch onClear={() => onFilter(noFilter)} /> : <NoCases />)}
      {first && cases.length > 0 && (
        <div className="cases-foot">
          <span role="status">
            {cases.length} of {first.total} {first.total === 1 ? 'case' : 'cases'}
          </span>
          {hasNextPage && (
            <Button size="sm" busy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show older cases
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function Loading() {
  return (
    <div className="cases-loading" role="status">
      <span className="visually-hidden">Loading cases...</span>
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} className="case-skeleton" />
      ))}
    </div>
  )
}

const NoCases = () => (
  <Empty title="No cases yet">
    Warnings, timeouts, kicks, bans and purges appear here, also those that are done by hand in Discord.
  </Empty>
)

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Empty
    title="No cases match your search"
    action={
      <Button size="sm" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    Look for another name, reason or number, or show all kinds.
  </Empty>
)
