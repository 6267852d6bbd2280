import { changeWays } from '#kernel/history/contract.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { DebouncedSearch } from '#web/ui/form/debounced-search.tsx'
import { ListFilters } from '../list/list-filters.tsx'
import { type FilterChange, type HistoryPageFilter, periods } from './history-filter.ts'

const wayNames: Record<(typeof changeWays)[number], string> = {
  dashboard: 'Dashboard',
  api: 'API',
  command: 'Commands',
  restore: 'Restores',
  bot: 'The bot itself',
}

/** Search and filters above the list of changes. */
export function HistoryFilters({
  filter,
  onChange,
  people,
  features,
}: {
  filter: HistoryPageFilter
  onChange: (change: FilterChange) => void
  people: readonly { id: string; name: string | null }[]
  features: readonly { name: string; title: string }[]
}) {
  return (
    <ListFilters
      filter={filter}
      search={
        <DebouncedSearch
          label="Search changes"
          placeholder="Settings and values"
          value={filter.search ?? ''}
          onChange={text => onChange({ search: text === '' ? undefined : text })}
        />
      }
    >
      <Combobox
        label="Page"
        none="All pages"
        groups={[{ choices: features.map(({ name, title }) => ({ value: name, label: title })) }]}
        value={filter.feature ?? null}
        onChange={value => onChange({ feature: value ?? undefined })}
      />
      <Combobox
        label="Person"
        none="Everybody"
        search="Search people"
        groups={[{ choices: people.map(({ id, name }) => ({ value: id, label: name ?? id })) }]}
        value={filter.person ?? null}
        onChange={value => onChange({ person: value ?? undefined })}
      />
      <Combobox
        label="Source"
        none="All sources"
        groups={[{ choices: changeWays.map(way => ({ value: way, label: wayNames[way] })) }]}
        value={filter.way ?? null}
        onChange={value => onChange({ way: changeWays.find(way => way === value) })}
      />
      <Combobox
        label="Time"
        none="Any time"
        groups={[{ choices: periods.map(days => ({ value: String(days), label: `Last ${days} days` })) }]}
        value={filter.days === undefined ? null : String(filter.days)}
        onChange={value => onChange({ days: value === null ? undefined : Number(value) })}
      />
    </ListFilters>
  )
}
