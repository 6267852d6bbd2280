import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import antinuke from '#features/antinuke/contract.ts'
import { invalidUserId, userId } from '#features/antinuke/rights/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import type { DisabledReason } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { typingPauseMs, useDebounced } from '#web/ui/use-debounced.ts'
import type { ListedPerson } from './person-list.tsx'

const leastTyped = 2
/** People whose name begins with the typed text; earlier results stay while new ones load. */
function useFound(guildId: string, typed: string) {
  const q = useDebounced(typed.trim(), typingPauseMs)
  const query = useQuery({
    queryKey: [...guildKey(guildId), 'antinuke', 'search', q],
    queryFn: ({ signal }) => call(antinuke, 'searchUsers', { params: { guildId }, query: { q }, signal }),
    enabled: q.length >= leastTyped,
    placeholderData: keepPreviousData,
  })
  return { ...query, isSearching: query.isFetching || q !== typed.trim() }
}

/** Finds somebody by name, or accepts a typed id. @param taken the message about somebody who is already listed */
export function AddPerson({
  guildId,
  label,
  listed,
  taken,
  why,
  onAdd,
}: {
  guildId: string
  label: string
  listed: readonly string[]
  taken: string
  /** Why nobody can be added. */
  why: DisabledReason
  onAdd: (person: ListedPerson) => void
}) {
  const disabled = why !== undefined && why !== false
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const found = useFound(guildId, typed)
  const users = typed.trim().length >= leastTyped ? (found.data?.users ?? []) : []
  const isId = /^\d+$/.test(typed.trim())
  const unready = (typed.trim() === '' || (!isId && chosen === null)) && 'Choose a member first, or enter a user ID.'
  const add = () => {
    const id = chosen ?? typed.trim()
    if (!userId.safeParse(id).success) return setError(invalidUserId)
    if (listed.includes(id)) return setError(taken)
    onAdd(users.find(user => user.id === id) ?? { id, username: id, discriminator: '0', avatar: null })
    setTyped('')
    setChosen(null)
    setError(undefined)
  }
  /** Enter adds whoever can be added; before that, it chooses the only one found for what is typed. */
  const enter = () => {
    const [only, ...others] = users
    if (disabled) return
    if (unready === false) add()
    else if (only && others.length === 0 && !found.isSearching) setChosen(only.id)
  }
  return (
    <div className="add-person">
      <TextInput
        label={label}
        placeholder="At least 2 characters of a name, or a user ID"
        value={typed}
        max={100}
        disabled={disabled}
        error={error ?? (found.isError && typed.trim().length >= leastTyped ? found.error.message : undefined)}
        onEnter={enter}
        onChange={text => {
          setTyped(text)
          setChosen(null)
          setError(undefined)
        }}
      />
      {!isId && typed.trim().length >= leastTyped && (
        <Combobox
          label="Member"
          value={chosen}
          onChange={setChosen}
          disabled={disabled}
          groups={[{ choices: users.map(({ id, username }) => ({ value: id, label: username, note: id })) }]}
          placeholder={found.isSearching ? 'Searching...' : 'Choose a member'}
          empty="Nobody has a name like that."
        />
      )}
      <Button why={why || unready} onClick={add}>
        Add
      </Button>
    </div>
  )
}
