import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMaySee } from '../sidebar/closed-entries.ts'
import { HistoryEntry } from './entry.tsx'
import { type FilterChange, type HistoryFilter, isFiltered, noFilter } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { dayText } from './history-text.ts'
import { useHistory } from './use-history.ts'
import './entry.css'

const pageSize = 50
/** Changes of more fields are shown folded. */
const openAtFirst = 5

/** Every change to a server's settings, by day, which can be searched and undone. */
export function HistoryList({
  guildId,
  filter,
  onFilter,
}: {
  guildId: string
  filter: HistoryFilter
  onFilter: (change: FilterChange) => void
}) {
  const query = useHistory(guildId, filter, pageSize)
  const seesAll = useMaySee(guildId)()
  const { data, isError, isFetchingNextPage, hasNextPage, dataUpdatedAt } = query
  const [first] = data?.pages ?? []
  const revisions = data?.pages.flatMap(page => page.revisions) ?? []
  const days = Map.groupBy(revisions, ({ at }) => dayText(at, dataUpdatedAt))
  return (
    <>
      <HistoryFilters
        filter={filter}
        onChange={onFilter}
        people={first?.people ?? []}
        features={first?.features ?? []}
      />
      <Card as="section" aria-label="Changes">
        {isError && (
          <Banner tone="danger" title="The changes could not be loaded.">
            <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
          </Banner>
        )}
        {!data && !isError && <Skeleton className="history-loading" />}
        {data && revisions.length === 0 && (
          <Nothing filtered={isFiltered(filter)} seesAll={seesAll} onClear={() => onFilter(noFilter)} />
        )}
        {revisions.length > 0 &&
          [...days].map(([day, those]) => (
            <section key={day} aria-label={day}>
              <h2 className="entry-day">{day}</h2>
              <ol>
                {those.map(revision => (
                  <HistoryEntry
                    key={revision.id}
                    guildId={guildId}
                    revision={revision}
                    open={revisions.indexOf(revision) < openAtFirst}
                  />
                ))}
              </ol>
            </section>
          ))}
        {first && revisions.length > 0 && (
          <div className="history-foot">
            <span role="status">
              {revisions.length} of {first.total} {first.total === 1 ? 'change' : 'changes'}, kept for {first.keptDays}{' '}
              days
            </span>
            {hasNextPage && (
              <Button size="sm" busy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show {pageSize} more
              </Button>
            )}
          </div>
        )}
      </Card>
    </>
  )
}

const Nothing = ({ filtered, seesAll, onClear }: { filtered: boolean; seesAll: boolean; onClear: () => void }) =>
  filtered ? (
    <Empty
      title="No change matches."
      action={
        <Button size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <Empty title={seesAll ? 'Nothing has been changed yet.' : 'No changes you may see.'}>
      What people change here or by command appears with who made it, and can be taken back.
    </Empty>
  )
