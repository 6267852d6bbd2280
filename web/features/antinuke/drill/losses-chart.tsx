import type { DrillResult } from '#features/antinuke/drill/contract.ts'
import { useProductName } from '#web/app/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { ChartFrame } from '#web/ui/chart/frame.tsx'
import type { Plot } from '#web/ui/chart/plot.ts'
import { roundAxis } from '#web/ui/chart/scale.ts'
import { formatNumber } from '#web/ui/numbers.ts'
import { CardTitle } from '../card-title.tsx'
import { momentOf } from './drill-words.ts'
import { type Drawn, lossesAt, lossesOverTime, stepsThrough } from './losses-over-time.ts'
import './losses-chart.css'

/** The times that are named below the chart and announced by screen readers, as shares of its length. */
const shares = [0, 0.25, 0.5, 0.75, 1]
/** The minimum distance between two lines of text, and the room beside the ends of the lines (CSS px). */
const [lineHeight, besideMost] = [14, 76]

/** The two lines, their final values, and when the attackers were stopped. */
function Lines({
  chart: { end, guarded, without },
  stoppedAt,
  gone,
  plot,
}: {
  chart: ReturnType<typeof lossesOverTime>
  stoppedAt: number | null
  /** The word for a lost thing. */
  gone: string
  plot: Plot
}) {
  const { left, right, top, bottom, y } = plot
  const drawn: Drawn = { x: at => left + (Math.min(at, end) / end) * (right - left), y }
  const steps = stepsThrough(guarded, end, drawn)
  const [last, most] = [lossesAt(guarded, end), lossesAt(without, end)]
  const stopX = stoppedAt === null ? undefined : drawn.x(stoppedAt)
  const isLate = stopX !== undefined && stopX > (left + right) / 2
  const ends =
    y(last) - y(most) < lineHeight
      ? [{ is: 'without', count: most }]
      : [
          { is: 'without', count: most },
          { is: 'with', count: last },
        ]
  return (
    <g className="gone-lines">
      <path className="is-area" d={`${steps}V${bottom}H${left}Z`} />
      <path className="is-with" d={steps} />
      <path className="is-without" d={stepsThrough(without, end, drawn)} />
      {stopX !== undefined && stoppedAt !== null && (
        <>
          <path className="is-stop" d={`M${stopX} ${top - 14}V${bottom}`} />
          <text x={stopX + (isLate ? -6 : 6)} y={top - 6} textAnchor={isLate ? 'end' : 'start'}>
            <tspan className="is-said">Stopped</tspan> {momentOf(stoppedAt)}
          </text>
        </>
      )}
      {ends.map(({ is, count }) => (
        <g key={is}>
          <circle className={`is-${is}`} cx={right} cy={y(count)} r={3} />
          <text className="is-said" x={right + 8} y={y(count) + 4}>
            {formatNumber(count)} {gone}
          </text>
        </g>
      ))}
    </g>
  )
}

/** How many things are lost over time, with Palisade and without. */
export function LossesChart({
  drill,
  rate,
  title,
  gone,
}: {
  drill: DrillResult
  rate: number
  title: string
  gone: string
}) {
  const product = useProductName()
  const chart = lossesOverTime(drill, rate)
  const { end, most, guarded, without } = chart
  const moments = shares.map(share => share * end)
  const counts = (points: typeof guarded) => moments.map(at => formatNumber(lossesAt(points, at)))
  return (
    <Card as="section" aria-labelledby="drill-chart">
      <CardTitle
        id="drill-chart"
        title={title}
        help={`Within ${momentOf(end)}: ${formatNumber(lossesAt(guarded, end))} with ${product}, ${formatNumber(without.length)} without.`}
      >
        <ul className="picket-key">
          <li>
            <i className="is-line" aria-hidden /> With {product}
          </li>
          <li>
            <i className="is-line is-danger" aria-hidden /> Without
          </li>
        </ul>
      </CardTitle>
      <div className="losses-chart">
        <ChartFrame
          label={title}
          along="Moment"
          places={moments.map(momentOf)}
          columns={[
            { name: `With ${product}`, words: counts(guarded) },
            { name: 'Without', words: counts(without) },
          ]}
          axis={roundAxis(0, most)}
          spread="edges"
          mark={formatNumber}
          height={184}
          spare={besideMost}
        >
          {plot => <Lines chart={chart} stoppedAt={drill.stoppedAt} gone={gone} plot={plot} />}
        </ChartFrame>
      </div>
    </Card>
  )
}
