import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { searchOptions, useNamedChoice, useRested } from '#web/app/people/find-person.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'

interface Person {
  id: string
  name: string
}

/** A box to search in, and what was found to choose from. */
function Search({
  searchKey,
  ask,
  search: searchLabel = 'Find a member',
  label = 'Member',
  value,
  onChange,
  empty,
}: {
  /** What tells its answers from those of another box. */
  searchKey: readonly unknown[]
  ask: (search: string, signal: AbortSignal) => Promise<readonly Person[]>
  search?: string | undefined
  label?: string | undefined
  value: string | null
  onChange: (id: string | null) => void
  empty: string
}) {
  const [typed, setTyped] = useState('')
  const search = useRested(typed.trim())
  const found = useQuery({
    queryKey: [...searchKey, search],
    queryFn: ({ signal }) => ask(search, signal),
    enabled: search !== '',
    ...searchOptions,
  })
  const { remember, missing } = useNamedChoice()
  const people = typed.trim() === '' ? [] : (found.data ?? [])
  return (
    <>
      <TextInput
        label={searchLabel}
        placeholder="The beginning of a name, or an ID"
        value={typed}
        onChange={setTyped}
        max={100}
        error={found.isError ? found.error.message : undefined}
      />
      <Combobox
        label={label}
        value={value}
        onChange={id => {
          remember(people.find(one => one.id === id))
          onChange(id)
        }}
        groups={[{ choices: people.map(({ id, name }) => ({ value: id, label: name, note: id })) }]}
        placeholder={
          typed.trim() === '' || found.isError
            ? 'Search above first'
            : found.isFetching
              ? 'Searching...'
              : 'Choose a member'
        }
        empty={empty}
        missing={missing}
      />
    </>
  )
}

/** Finds any member of the server by name or id, for whoever answers tickets. */
export const FindAnyMember = ({
  guildId,
  ...rest
}: {
  guildId: string
  label?: string
  search?: string
  value: string | null
  onChange: (id: string | null) => void
}) => (
  <Search
    {...rest}
    searchKey={[...guildKey(guildId), 'tickets', 'members']}
    ask={async (search, signal) =>
      (await call(tickets, 'openForMembers', { params: { guildId }, query: { search }, signal })).people
    }
    empty="Nobody has a name like that."
  />
)

/** Finds a member for a ticket by name or id: of its team, or anybody who is not. */
export const FindMember = ({
  guildId,
  ticketId,
  team,
  value,
  onChange,
}: {
  guildId: string
  ticketId: string
  /** Whether they have to answer it. */
  team: boolean
  value: string | null
  onChange: (id: string | null) => void
}) => (
  <Search
    searchKey={[...guildKey(guildId), 'tickets', 'candidates', ticketId, team]}
    ask={async (search, signal) => {
      const { people } = await call(tickets, 'candidates', { params: { guildId, ticketId }, query: { search }, signal })
      return people.filter(({ answers }) => answers === team)
    }}
    value={value}
    onChange={onChange}
    empty={team ? 'Nobody of its team has a name like that.' : 'Nobody else has a name like that.'}
  />
)
