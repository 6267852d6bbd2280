import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { useRested } from '#web/app/people/find-person.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'

/** Finds a member for a ticket by name or id: of its team, or anybody who is not. */
export function FindMember({
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
}) {
  const [typed, setTyped] = useState('')
  const search = useRested(typed.trim())
  const found = useQuery({
    queryKey: [...guildKey(guildId), 'tickets', 'candidates', ticketId, search],
    queryFn: ({ signal }) => call(tickets, 'candidates', { params: { guildId, ticketId }, query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const people = typed.trim() === '' ? [] : (found.data?.people ?? []).filter(({ answers }) => answers === team)
  return (
    <>
      <TextInput
        label="Find a member"
        placeholder="The beginning of a name, or an ID"
        value={typed}
        onChange={setTyped}
        max={100}
        error={found.isError ? found.error.message : undefined}
      />
      <Combobox
        label="Member"
        value={value}
        onChange={onChange}
        groups={[{ choices: people.map(({ id, name }) => ({ value: id, label: name, note: id })) }]}
        placeholder={typed.trim() === '' ? 'Search above first' : found.isFetching ? 'Searching...' : 'Choose a member'}
        empty={team ? 'Nobody of its team has a name like that.' : 'Nobody else has a name like that.'}
      />
    </>
  )
}
