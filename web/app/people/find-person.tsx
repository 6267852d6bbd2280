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

/** Who was chosen keeps their name while others are searched for. */
export function useNamedChoice() {
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  return {
    remember: setChosen,
    /** For the picker: what it calls somebody who is not among those it offers. */
    missing: (id: string) => ({ value: id, label: chosen?.id === id ? chosen.name : id }),
  }
}

/** Typing goes on meanwhile: that the server is not reached is told at once, and asked again when it may be. */
export const searchOptions = { placeholderData: keepPreviousData, retry: false, refetchOnReconnect: true } as const

/** People by the beginning of their name, or by id; those found before stay while others load. */
function usePeople(guildId: string, typed: string) {
  const search = useRested(typed.trim())
  return useQuery({
    queryKey: [...guildKey(guildId), 'people', search],
    queryFn: ({ signal }) => call(kernel, 'people', { params: { guildId }, query: { search }, signal }),
    enabled: search !== '',
    ...searchOptions,
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
  const { remember, missing } = useNamedChoice()
  const people = typed.trim() === '' ? [] : (found.data?.people ?? []).filter(isFit)
  const choose = (id: string | null) => {
    const person = people.find(one => one.id === id)
    remember(person && { id: person.id, name: nameOf(person) })
    onChange(id, person)
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
        placeholder={
          typed.trim() === '' || found.isError
            ? 'Search above first'
            : found.isFetching
              ? 'Searching...'
              : 'Choose a person'
        }
        empty={empty}
        missing={missing}
        error={error}
        disabled={disabled}
      />
    </>
  )
}
