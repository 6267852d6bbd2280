import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { figuresOf } from './incident-words.ts'

/** Four figures, each with the sentence that makes it honest. */
export const Figures = ({ report, now }: { report: IncidentReport; now: number }) => (
  <dl className="card figures">
    {figuresOf(report, now).map(({ title, figure, unit, note }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>
          {figure} {unit && <small>{unit}</small>}
        </dd>
        <dd className="figure-note">{note}</dd>
      </div>
    ))}
  </dl>
)
