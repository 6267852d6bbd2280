import { ListFilters } from '#web/app/list/list-filters.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { DebouncedSearch } from '#web/ui/form/debounced-search.tsx'
import { Field } from '#web/ui/form/field.tsx'
import type { TranscriptFilter } from './use-transcripts.ts'

function DayInput({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}) {
  return (
    <Field label={label}>
      {control => (
        <input
          {...control}
          className="input"
          type="date"
          value={value ?? ''}
          min={min}
          max={max}
          onChange={event => onChange(event.target.value === '' ? undefined : event.target.value)}
        />
      )}
    </Field>
  )
}

/** Search, days and panel above the list. */
export function TranscriptFilters({
  filter,
  panels,
  onChange,
}: {
  filter: TranscriptFilter
  panels: readonly { id: string; title: string }[]
  onChange: (change: TranscriptFilter) => void
}) {
  const set = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  return (
    <ListFilters
      filter={set}
      search={
        <DebouncedSearch
          label="Search transcripts"
          placeholder="Text, member or number"
          value={filter.search ?? ''}
          onChange={search => onChange({ search: search === '' ? undefined : search.slice(0, 60) })}
        />
      }
    >
      <DayInput label="From" value={filter.from} max={filter.to} onChange={from => onChange({ from })} />
      <DayInput label="To" value={filter.to} min={filter.from} onChange={to => onChange({ to })} />
      <Combobox
        label="Panel"
        none="All panels"
        groups={[{ choices: panels.map(({ id, title }) => ({ value: id, label: title })) }]}
        value={filter.panel ?? null}
        onChange={panel => onChange({ panel: panel ?? undefined })}
      />
    </ListFilters>
  )
}
