import { Check, ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { IncidentReport, VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { CardTitle } from '../card-title.tsx'
import { ProvenFields, type ProvenProps } from './proven-fields.tsx'
import './proof.css'

/** An object that somebody wants to see: it opens and gets the focus. */
export type AskedObject = Pick<VerifiedObject, 'of' | 'id'>

const atFirst = 30
const ending = (id: string) => `…${id.slice(-4)}`
const differing = ({ fields }: VerifiedObject) => fields.filter(({ same }) => !same).length

/**
 * What was read back from Discord, field by field, with objects that differ first. Renders nothing if nothing was
 * verified.
 */
export function Proof({
  guildId,
  report: { incident, recovery, mayUndo },
  asked,
}: {
  guildId: string
  report: IncidentReport
  asked: AskedObject | undefined
}) {
  const [all, setAll] = useState(false)
  if (!recovery || recovery.verified.length === 0) return null
  const objects = recovery.verified.toSorted((a, b) => differing(b) - differing(a))
  const fields = objects.flatMap(object => object.fields)
  const same = fields.filter(one => one.same).length
  const isAsked = ({ of, id }: VerifiedObject) => of === asked?.of && id === asked.id
  const shown = all || objects.slice(atFirst).some(isAsked) ? objects : objects.slice(0, atFirst)
  return (
    <Card as="section" aria-labelledby="verified-fields">
      <CardTitle
        id="verified-fields"
        title="Verified fields"
        help="Read back from Discord after the last repair, compared with the journal."
      >
        <Badge
          tone={same === fields.length ? 'success' : 'warning'}
          icon={same === fields.length ? <Check aria-hidden /> : <TriangleAlert aria-hidden />}
        >
          {formatNumber(same)} of {formatNumber(fields.length)}
        </Badge>
      </CardTitle>
      <ul className="proof">
        {shown.map(object => (
          <ProvenObject
            key={`${object.of} ${object.id}`}
            guildId={guildId}
            number={String(incident.number)}
            object={object}
            may={mayUndo}
            asked={isAsked(object) ? asked : undefined}
          />
        ))}
      </ul>
      {shown.length < objects.length && (
        <div className="events-more">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {formatNumber(objects.length)}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Closed if everything is as it was. */
function ProvenObject({ object, guildId, number, may, asked }: ProvenProps & { asked: AskedObject | undefined }) {
  const { kind, id, newId, name, fields } = object
  const differs = differing(object)
  const [open, setOpen] = useState(differs > 0)
  const [seen, setSeen] = useState<AskedObject>()
  const row = useRef<HTMLButtonElement>(null)
  if (asked !== seen) {
    setSeen(asked)
    if (asked) setOpen(true)
  }
  // Focusing also scrolls it into view.
  useEffect(() => {
    if (asked) row.current?.focus()
  }, [asked])
  return (
    <li>
      <button ref={row} type="button" className="proof-row" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        <span className="proof-name">
          <b>{name ?? kind}</b> {name !== null && <span>{kind}</span>}
        </span>
        <span className="proof-ids">{newId === null ? ending(id) : `${ending(id)} → ${ending(newId)}`}</span>
        <span className="proof-count">
          {fields.length - differs} of {fields.length}
        </span>
      </button>
      {open && <ProvenFields guildId={guildId} number={number} object={object} may={may} />}
    </li>
  )
}
