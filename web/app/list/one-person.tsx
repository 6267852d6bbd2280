import { X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

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
