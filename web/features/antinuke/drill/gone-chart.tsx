import type { DrillResult } from '#features/antinuke/drill/contract.ts'
import { useProductName } from '#web/app/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { CardTitle } from '../card-title.tsx'
import { momentOf } from './drill-words.ts'

const [width, height] = [640, 160] as const

/** A line of steps through moments at which a count changes. */
function stepsThrough(points: readonly (readonly [at: number, count: number])[], end: number, most: number): string {
  const x = (at: number) => ((Math.min(at, end) / end) * width).toFixed(1)
  const y = (count: number) => (height - (count / most) * height).toFixed(1)
  const path = points.filter(([at]) => at <= end).map(([at, count]) => `H${x(at)}V${y(count)}`)
  return `M0 ${y(0)}${path.join('')}H${width}`
}

/** How many are gone after each change. */
function goneOverTime(gone: readonly number[], back: readonly number[]): [at: number, count: number][] {
  const changes = [...gone.map(at => ({ at, by: 1 })), ...back.map(at => ({ at, by: -1 }))]
  const points: [number, number][] = []
  for (const { at, by } of changes.toSorted((a, b) => a.at - b.at)) points.push([at, (points.at(-1)?.[1] ?? 0) + by])
  return points
}

/** How many are gone over time, with Palisade and without. */
export function GoneChart({
  drill: { gone, back, attempts, stoppedAt, verifiedAt },
  rate,
  title,
}: {
  drill: DrillResult
  rate: number
  title: string
}) {
  const product = useProductName()
  const end = Math.max(verifiedAt ?? 0, gone.at(-1) ?? 0, 1000)
  const without = Array.from(
    { length: Math.min(attempts, Math.floor((end * rate) / 1000) + 1) },
    (_, n) => (n * 1000) / rate,
  )
  const most = Math.max(without.length, gone.length, 1)
  const guarded = goneOverTime(gone, back)
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
        <path
          className="is-without"
          d={stepsThrough(
            without.map((at, n) => [at, n + 1]),
            end,
            most,
          )}
        />
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
