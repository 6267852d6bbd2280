import { caseKinds, caseSources } from '#features/moderation/contract.ts'
import { ListFilters } from '#web/app/list/list-filters.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { DebouncedSearch } from '#web/ui/form/debounced-search.tsx'
import type { CaseFilter, CaseFilterChange } from './case-filter.ts'

const chosen = <V extends string>(choices: readonly { value: V }[], value: string | null): V | undefined =>
  choices.find(choice => choice.value === value)?.value

/** Search and filters above the list of cases. */
export function CaseFilters({
  filter,
  onChange,
  moderators,
}: {
  filter: CaseFilter
  onChange: (change: CaseFilterChange) => void
  moderators: readonly { id: string; name: string }[]
}) {
  return (
    <ListFilters
      filter={filter}
      search={
        <DebouncedSearch
          label="Search cases"
          placeholder="Number, name, ID or reason"
          value={filter.search ?? ''}
          onChange={search => onChange({ search: search === '' ? undefined : search })}
        />
      }
    >
      <Combobox
        label="Kind"
        none="All kinds"
        groups={[{ choices: caseKinds }]}
        value={filter.kind ?? null}
        onChange={value => onChange({ kind: chosen(caseKinds, value) })}
      />
      <Combobox
        label="Source"
        none="All sources"
        groups={[{ choices: caseSources }]}
        value={filter.source ?? null}
        onChange={value => onChange({ source: chosen(caseSources, value) })}
      />
      <Combobox
        label="Moderator"
        none="All moderators"
        search="Search moderators"
        groups={[{ choices: moderators.map(({ id, name }) => ({ value: id, label: name })) }]}
        value={filter.moderator ?? null}
        onChange={value => onChange({ moderator: value ?? undefined })}
      />
    </ListFilters>
  )
}
