import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { Arrival } from '../use-arrival.ts'

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
export const OnePerson = ({ what, name, onClear }: { what: string; name: string; onClear: () => void }) => (
  <div>
    <Button size="sm" onClick={onClear}>
      <span>
        {what} of <bdi>{name}</bdi>
      </span>
      <X aria-hidden />
      <span className="visually-hidden">, show those of everybody</span>
    </Button>
  </div>
)
