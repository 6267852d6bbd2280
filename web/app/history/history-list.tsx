import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ListFrame } from '../list/list-frame.tsx'
import { useMaySee } from '../own-access.ts'
import { HistoryEntry } from './entry.tsx'
import { type FilterChange, type HistoryPageFilter, isFiltered, noFilter } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { dayText } from '../dates.ts'
import { GroupedEntry } from './grouped-entry.tsx'
import { groupRevisions } from './group-revisions.ts'
import { useHistory } from './use-history.ts'
import './entry.css'

const pageSize = 50
/** Changes with more fields than this are collapsed at first. */
const openAtFirst = 5

/** All changes to a server's settings, by day, with search, filters and undo. */
export function HistoryList({
  guildId,
  filter,
  onFilter,
}: {
  guildId: string
  filter: HistoryPageFilter
  onFilter: (change: FilterChange) => void
}) {
  const query = useHistory(guildId, filter, pageSize)
  const seesAll = useMaySee(guildId)()
  const { data, dataUpdatedAt } = query
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
        <ListFrame
          noun={['change', 'changes']}
          query={query}
          shown={revisions.length}
          total={first?.total ?? 0}
          {...(first && { note: `kept for ${first.keptDays} days` })}
          more={`Show ${pageSize} more`}
          filtered={isFiltered(filter)}
          onClear={() => onFilter(noFilter)}
          noMatch={{ title: 'No changes match.' }}
          empty={
            <Empty title={seesAll ? 'Nothing has been changed yet' : 'No changes you may see'}>
              Changes made here or by command appear with who made them, and can be undone.
            </Empty>
          }
        >
          {[...days].map(([day, ofDay]) => (
            <section key={day} aria-label={day}>
              <h2 className="entry-day">{day}</h2>
              <ol>
                {groupRevisions(ofDay).map(entry =>
                  'revisions' in entry ? (
                    <GroupedEntry key={`many ${entry.revisions[0]?.id}`} guildId={guildId} {...entry} />
                  ) : (
                    <HistoryEntry
                      key={entry.id}
                      guildId={guildId}
                      revision={entry}
                      open={revisions.indexOf(entry) < openAtFirst}
                    />
                  ),
                )}
              </ol>
            </section>
          ))}
        </ListFrame>
      </Card>
    </>
  )
}
