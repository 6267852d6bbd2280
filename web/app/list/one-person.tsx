import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { focusHeadingOf } from '#web/ui/focus-place.ts'
import { personQuery } from '../people/person-query.ts'
import type { Arrival } from '../use-arrival.ts'
import './list.css'

/** Props of a list that a link can narrow to one person. */
export interface NarrowableList {
  guildId: string
  /** Whose rows are shown; undefined for everybody's. */
  userId: string | undefined
  /** Whether the user followed a link to here. */
  arrival: Arrival
  onAll: () => void
}

/** Says whose rows a list is narrowed to, with a button to show everybody's. */
export function OnePerson({
  what,
  guildId,
  userId,
  name,
  onClear,
}: {
  what: string
  guildId: string
  userId: string
  /** Their name from one of their rows; without rows it is requested. */
  name: string | null | undefined
  onClear: () => void
}) {
  const isKnown = typeof name === 'string'
  const { data } = useQuery({ ...personQuery({ guildId, userId }), enabled: !isKnown })
  return (
    <div className="one-person">
      <Button
        size="sm"
        onClick={({ currentTarget }) => {
          focusHeadingOf(currentTarget)
          onClear()
        }}
      >
        <span>
          {what} of <bdi>{isKnown ? name : (data?.member.name ?? userId)}</bdi>
        </span>
        <X aria-hidden />
        <span className="visually-hidden">, show everybody’s</span>
      </Button>
    </div>
  )
}
