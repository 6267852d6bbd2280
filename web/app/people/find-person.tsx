import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract'
import kernel from '#kernel/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { restMs, useSettled } from '#web/ui/use-settled.ts'
import { nameOf } from './people-list.tsx'

/** A box to search in by name or id, and who was found to choose from; those found before stay while others load. */
export function PersonSearch<P extends { id: string; name: string }>({
  searchKey,
  ask,
  search: searchLabel,
  label,
  value,
  isFit = () => true,
  onChange,
  choose = 'Choose a person',
  empty = 'Nobody has a name like that.',
  error,
  disabled,
}: {
  /** What tells its answers from those of another box. */
  searchKey: readonly unknown[]
  ask: (search: string, signal: AbortSignal) => Promise<readonly P[]>
  /** What the box to search in is called. */
  search: string
  label: string
  value: string | null
  /** Who may be chosen. */
  isFit?: ((person: P) => boolean) | undefined
  onChange: (id: string | null) => void
  /** What is said where somebody was found. */
  choose?: string
  /** What is said where nobody is found. */
  empty?: string | undefined
  error?: string | undefined
  disabled?: boolean | undefined
}) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), restMs)
  const found = useQuery({
    queryKey: [...searchKey, search],
    queryFn: ({ signal }) => ask(search, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Typing goes on meanwhile: that the server is not reached is told at once, and asked again when it may be.
    retry: false,
    refetchOnReconnect: true,
  })
  // Who was chosen keeps their name while others are searched for.
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  // Somebody may be chosen from the start: they are found by their id.
  const first = useQuery({
    queryKey: [...searchKey, value],
    queryFn: ({ signal }) => ask(value ?? '', signal),
    enabled: value !== null && chosen?.id !== value,
    retry: false,
  })
  const nameOfChosen = (id: string) => [chosen, ...(first.data ?? [])].find(one => one?.id === id)?.name ?? id
  const people = typed.trim() === '' ? [] : (found.data ?? []).filter(isFit)
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
        onChange={id => {
          setChosen(people.find(one => one.id === id))
          onChange(id)
        }}
        groups={[{ choices: people.map(({ id, name }) => ({ value: id, label: name, note: id })) }]}
        placeholder={
          typed.trim() === '' || found.isError ? 'Search above first' : found.isFetching ? 'Searching...' : choose
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

/** The search for people of a server: whoever looks one up by their id shares its answers. */
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
