import { clsx } from 'clsx'
import { mostPickets, type ShownIncident } from '#features/antinuke/incidents/contract.ts'
import './incident-strip.css'

/** An incident at a glance: damage is highest, then what was done against it, then repairs. */
export const Strip = ({ pickets }: { pickets: ShownIncident['strip'] }) => (
  <span className="strip" aria-hidden>
    {Array.from({ length: mostPickets }, (_, place) => pickets[place] ?? 'idle').map((tone, place) => (
      // The index is a valid key: the list never reorders.
      <i key={place} className={clsx(tone !== 'idle' && `strip-${tone}`)} />
    ))}
  </span>
)
