import { useState } from 'react'
import type { IncidentReport, VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { useProductName } from '#web/app/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { CardTitle } from '../card-title.tsx'
import { LaneChart } from './lane-chart.tsx'
import { Timeline } from './timeline.tsx'

/** The lanes on a common time axis, and the same events in words: choosing an event in one marks it in the other. */
export function SecondBySecond({
  report,
  now,
  chosen,
  onChoose,
  onOpen,
}: {
  report: IncidentReport
  now: number
  chosen: number | undefined
  onChoose: (event: number | undefined) => void
  /** Shows an object in the list of verified fields. */
  onOpen: (object: VerifiedObject) => void
}) {
  const product = useProductName()
  // Pressing a picket in the lanes opens its event in the list, however far down it is.
  const [asked, setAsked] = useState<number>()
  return (
    <Card as="section" aria-labelledby="second-by-second">
      <CardTitle id="second-by-second" title="Second by second" help="Time since the first action.">
        <ul className="picket-key lane-key">
          <li>
            <i className="is-danger" /> Damage
          </li>
          <li>
            <i /> {product} acts
          </li>
          <li>
            <i className="is-repair" /> Repaired
          </li>
        </ul>
      </CardTitle>
      <LaneChart
        report={report}
        now={now}
        chosen={chosen}
        onChoose={event => {
          onChoose(event)
          setAsked(event)
        }}
      />
      <Timeline report={report} chosen={chosen} onChoose={onChoose} asked={asked} onOpen={onOpen} />
    </Card>
  )
}
