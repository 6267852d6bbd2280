import { useState } from 'react'
import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { Card } from '#web/ui/card.tsx'
import { LaneChart } from './lane-chart.tsx'
import { Timeline } from './timeline.tsx'

const key = [
  { tone: 'attack', label: 'Damage' },
  { tone: 'stop', label: 'Palisade acts' },
  { tone: 'repair', label: 'Repaired' },
] as const

/** The lanes on one clock, and the same events in words: what is chosen in one is marked in the other. */
export function SecondBySecond({
  report,
  now,
  chosen,
  onChoose,
}: {
  report: IncidentReport
  now: number
  chosen: number | undefined
  onChoose: (event: number | undefined) => void
}) {
  // A press in the lanes opens the event in the list, however far down it is.
  const [asked, setAsked] = useState<number>()
  return (
    <Card as="section" aria-labelledby="second-by-second">
      <div className="card-head incident-card-head">
        <div>
          <h2 id="second-by-second">Second by second</h2>
          <p>Time since the first action.</p>
        </div>
        <ul className="lane-key">
          {key.map(({ tone, label }) => (
            <li key={tone}>
              <i className={`lane-${tone}`} aria-hidden />
              {label}
            </li>
          ))}
        </ul>
      </div>
      <LaneChart
        report={report}
        now={now}
        chosen={chosen}
        onChoose={event => {
          onChoose(event)
          setAsked(event)
        }}
      />
      <Timeline report={report} chosen={chosen} onChoose={onChoose} asked={asked} />
    </Card>
  )
}
