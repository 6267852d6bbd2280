import { useQueries } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { FindPerson, searchForPeople } from '#web/app/people/find-person.tsx'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import './blocked-members.css'

const mostBlocked = 500
/** At most this many are looked up by name: each takes a request to Discord. */
const mostNamed = 25
const namedMs = 10 * 60_000

/** The names and pictures of the first of these people. */
function useNamed(guildId: string, ids: readonly string[]) {
  const { searchKey, ask } = searchForPeople(guildId)
  return useQueries({
    queries: ids.slice(0, mostNamed).map(id => ({
      queryKey: [...searchKey, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(id, signal),
      staleTime: namedMs,
    })),
    combine: found => new Map(found.flatMap(({ data }) => (data ?? []).map(person => [person.id, person] as const))),
  })
}

/** Members who may not open tickets, including some who have left the server. */
export function BlockedMembers({ guildId, of }: { guildId: string; of: Binding<string[]> }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const named = useNamed(guildId, of.value)
  const isFull = of.value.length >= mostBlocked
  const add = () => {
    if (chosen === null || isFull) return
    of.onChange([...of.value, chosen])
    setChosen(null)
  }
  return (
    <div className="blocked-members">
      <FindPerson
        guildId={guildId}
        search="Find a member to block"
        label="Member to block"
        choose="Choose a member"
        value={chosen}
        isFit={({ bot, id }) => !bot && !of.value.includes(id)}
        empty="Nobody with a name or ID like that is left to block."
        onChange={setChosen}
        disabled={of.disabled}
      />
      <div>
        <Button
          icon={<Plus aria-hidden />}
          onClick={add}
          why={
            of.disabled ||
            (isFull ? `At most ${mostBlocked} members can be blocked.` : chosen === null && 'Choose a member first.')
          }
        >
          Block
        </Button>
      </div>
      {of.value.length > 0 && (
        <ul aria-label="Blocked members">
          {of.value.map(id => {
            const person = named.get(id)
            const name = person?.name ?? id
            return (
              <li key={id}>
                {person && <Avatar src={person.avatarURL} size={20} />}
                <span title={id}>{name}</span>
                <IconButton
                  size="sm"
                  label={`Unblock ${name}`}
                  icon={<X aria-hidden />}
                  why={of.disabled}
                  onClick={() => of.onChange(of.value.filter(one => one !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <FieldNote
        id={`${of.name}-note`}
        help={isFull ? `At most ${mostBlocked} members can be blocked.` : 'Blocked members may open no ticket.'}
        error={of.error}
      />
    </div>
  )
}
