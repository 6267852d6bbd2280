import { useEffect, useRef, useState } from 'react'
import { caseKinds, caseSources } from '#features/moderation/contract.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import type { CaseFilter, FilterChange } from './case-filter.ts'

/** How long typing has to rest before it is searched for, in ms. */
const restMs = 250

const chosen = <V extends string>(choices: readonly { value: V }[], value: string | null): V | undefined =>
  choices.find(choice => choice.value === value)?.value

/** Search and filters above the list of cases. */
export function CaseFilters({
  filter,
  onChange,
  moderators,
}: {
  filter: CaseFilter
  onChange: (change: FilterChange) => void
  moderators: readonly { id: string; name: string }[]
}) {
  return (
    <search className="case-filters">
      <Search
        value={filter.search ?? ''}
        onChange={search => onChange({ search: search === '' ? undefined : search })}
      />
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
    </search>
  )
}

/** Follows the address, and changes it when typing rests. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (followed !== value) {
    setFollowed(value)
    setTyped(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(text.trim()), restMs)
  }
  return <SearchInput label="Search cases" placeholder="Number, name, id or reason" value={typed} onChange={type} />
}
