import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { focusHeadingOf } from '#web/ui/focus-place.ts'
import { personQuery } from '../people/person-query.ts'
import type { Arrival } from '../use-arrival.ts'
import './list.css'

/** Of a list that a link may narrow to one person. */
export interface NarrowableList {
  guildId: string
  /** The one whose rows are shown; everybody's unless told. */
  userId: string | undefined
  /** Whether a link leads here. */
  arrival: Arrival
  onAll: () => void
}

/** Says whose rows a list is narrowed to, and shows those of everybody. */
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
  /** As a row of theirs has it: where there is none, they are asked for. */
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
