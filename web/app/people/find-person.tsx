import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '#contract'
import kernel from '#kernel/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { nameOf } from './people-list.tsx'

export type FoundPerson = Reply<typeof kernel.endpoints.people>['people'][number]

/** How long typing has to rest before it is searched for (ms). */
const restMs = 250

/** What was typed, once typing rests. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}

/** People by the beginning of their name, or by id; those found before stay while others load. */
function usePeople(guildId: string, typed: string) {
  const search = useRested(typed.trim())
  return useQuery({
    queryKey: [...guildKey(guildId), 'people', search],
    queryFn: ({ signal }) => call(kernel, 'people', { params: { guildId }, query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
}

/**
 * Finds one person by name or id.
 * @param isFit who may be chosen
 * @param empty what is said where nobody is
 */
export function FindPerson({
  guildId,
  search: searchLabel,
  label,
  value,
  isFit = () => true,
  empty = 'Nobody has a name like that.',
  error,
  disabled,
  onChange,
}: {
  guildId: string
  /** What the box to search in is called. */
  search: string
  label: string
  value: string | null
  isFit?: (person: FoundPerson) => boolean
  empty?: string
  error?: string | undefined
  disabled?: boolean
  onChange: (id: string | null, person?: FoundPerson) => void
}) {
  const [typed, setTyped] = useState('')
  const found = usePeople(guildId, typed)
  const people = typed.trim() === '' ? [] : (found.data?.people ?? []).filter(isFit)
  const choose = (id: string | null) => {
    onChange(
      id,
      people.find(one => one.id === id),
    )
  }
  return (
    <>
      <TextInput
        label={searchLabel}
        placeholder="The beginning of a name, or an ID"
        value={typed}
        onChange={setTyped}
        max={100}
        disabled={disabled}
        error={found.isError ? found.error.message : undefined}
      />
      <Combobox
        label={label}
        value={value}
        onChange={choose}
        groups={[{ choices: people.map(one => ({ value: one.id, label: nameOf(one), note: one.id })) }]}
        placeholder={typed.trim() === '' ? 'Search above first' : found.isFetching ? 'Searching...' : 'Choose a person'}
        empty={empty}
        error={error}
        disabled={disabled}
      />
    </>
  )
}
