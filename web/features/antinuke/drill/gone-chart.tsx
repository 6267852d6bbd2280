import type { DrillResult } from '#features/antinuke/drill/contract.ts'
import { useProductName } from '#web/app/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { CardTitle } from '../card-title.tsx'
import { momentOf } from './drill-words.ts'
import { chartSize, goneOverTime, stepsThrough } from './gone-over-time.ts'

const [width, height] = chartSize

/** How many are gone over time, with Palisade and without. */
export function GoneChart({ drill, rate, title }: { drill: DrillResult; rate: number; title: string }) {
  const product = useProductName()
  const { gone, back, stoppedAt } = drill
  const { end, most, guarded, without } = goneOverTime(drill, rate)
  const left = gone.length - back.length
  return (
    <Card as="section" aria-labelledby="drill-chart">
      <CardTitle
        id="drill-chart"
        title={title}
        help={`Within ${momentOf(end)}: ${formatNumber(left)} with ${product}, ${formatNumber(without.length)} without.`}
      >
        <ul className="picket-key">
          <li>
            <i /> With {product}
          </li>
          <li>
            <i className="is-danger" /> Without
          </li>
        </ul>
      </CardTitle>
      <p className="drill-most" aria-hidden>
        {formatNumber(most)}
      </p>
      <svg
        className="drill-chart"
        viewBox={`-4 -6 ${width + 8} ${height + 12}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="is-without" d={stepsThrough(without, end, most)} />
        <path className="is-with" d={stepsThrough(guarded, end, most)} />
        {stoppedAt !== null && <path className="is-stop" d={`M${(stoppedAt / end) * width} 0V${height}`} />}
      </svg>
      <p className="drill-axis" aria-hidden>
        <span>0</span>
        {stoppedAt !== null && <span>Line: stopped after {momentOf(stoppedAt)}</span>}
        <span>{momentOf(end)}</span>
      </p>
    </Card>
  )
}
