import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract'
import kernel from '#kernel/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { typingPauseMs, useDebounced } from '#web/ui/use-debounced.ts'
import { nameOf } from './people-list.tsx'

/** A search box for people by name or id, with the results to choose from. Earlier results stay while new ones load. */
export function PersonSearch<P extends { id: string; name: string }>({
  searchKey,
  ask,
  search: searchLabel,
  label,
  value,
  isFit = () => true,
  onChange,
  choose: invitation = 'Choose a person',
  empty = 'Nobody has a name like that.',
  error,
  disabled,
}: {
  /** Part of the query key that distinguishes this box's results from another's. */
  searchKey: readonly unknown[]
  ask: (search: string, signal: AbortSignal) => Promise<readonly P[]>
  /** The label of the search box. */
  search: string
  label: string
  value: string | null
  /** Who can be chosen. */
  isFit?: ((person: P) => boolean) | undefined
  onChange: (id: string | null) => void
  /** The text shown when somebody was found. */
  choose?: string
  /** The text shown when nobody was found. */
  empty?: string | undefined
  error?: string | undefined
  disabled?: boolean | undefined
}) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), typingPauseMs)
  const found = useQuery({
    queryKey: [...searchKey, search],
    queryFn: ({ signal }) => ask(search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Does not block typing: that the server cannot be reached is shown at once, and the next search asks again.
    retry: false,
    refetchOnReconnect: true,
  })
  // The chosen person keeps their name while others are searched for.
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  // If somebody is chosen from the start, they are looked up by id.
  const first = useQuery({
    queryKey: [...searchKey, value],
    queryFn: ({ signal }) => ask(value ?? '', signal),
    enabled: value !== null && chosen?.id !== value,
    retry: false,
  })
  const nameOfChosen = (id: string) => [chosen, ...(first.data ?? [])].find(one => one?.id === id)?.name ?? id
  const people = typed.trim() === '' ? [] : (found.data ?? []).filter(isFit)
  const searching = found.isFetching || search !== typed.trim()
  const choose = (id: string | null) => {
    setChosen(people.find(one => one.id === id))
    onChange(id)
  }
  /** Enter chooses the only person found for what is typed. It never sends the form. */
  const chooseOnly = () => {
    const [only, ...others] = people
    if (only && others.length === 0 && !searching) choose(only.id)
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
        onEnter={chooseOnly}
      />
      <Combobox
        label={label}
        value={value}
        onChange={choose}
        groups={[{ choices: people.map(({ id, name }) => ({ value: id, label: name, note: id })) }]}
        placeholder={
          typed.trim() === '' || found.isError ? 'Search above first' : searching ? 'Searching...' : invitation
        }
        empty={empty}
        missing={id => ({ value: id, label: nameOfChosen(id) })}
        error={error}
        disabled={disabled}
      />
    </>
  )
}

type FoundPerson = Reply<typeof kernel.endpoints.people>['people'][number] & { name: string }

/** The people search of a server; lookups by id share its cache. */
export const searchForPeople = (guildId: string) => ({
  searchKey: [...guildKey(guildId), 'people'],
  async ask(search: string, signal: AbortSignal): Promise<FoundPerson[]> {
    const { people } = await call(kernel, 'people', { params: { guildId }, query: { search }, signal })
    return people.map(person => ({ ...person, name: nameOf(person) }))
  },
})

/** Finds one person by the beginning of their name, or by id. */
export const FindPerson = ({
  guildId,
  ...rest
}: {
  guildId: string
  search: string
  label: string
  value: string | null
  isFit?: (person: FoundPerson) => boolean
  onChange: (id: string | null) => void
  choose?: string
  empty?: string
  error?: string | undefined
  disabled?: boolean
}) => <PersonSearch {...rest} {...searchForPeople(guildId)} />
