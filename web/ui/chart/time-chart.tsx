import { ChartFrame, type FrameProps } from './frame.tsx'
import type { Words } from './plot.ts'
import { timeAxis, timeMark } from './scale.ts'

interface Point {
  x: number
  y: number
  index: number
}

/** Durations (ms) as a line through the places that have one; the last is marked. */
export function TimeChart({
  values,
  words,
  goal,
  ...frame
}: FrameProps & {
  values: readonly (number | null)[]
  words: Words
  /** Drawn as a dotted line. */
  goal: { ms: number; label: string } | null
}) {
  const axis = timeAxis(Math.max(goal?.ms ?? 0, ...values.map(value => value ?? 0)))
  return (
    <ChartFrame
      {...frame}
      columns={[{ name: '', words }]}
      axis={axis}
      spread="edges"
      mark={value => timeMark(value, axis)}
    >
      {plot => {
        const points = values.flatMap((value, index): Point[] =>
          value === null ? [] : [{ x: plot.x(index), y: plot.y(value), index }],
        )
        const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
        const [first, last] = [points[0], points.at(-1)]
        return (
          <g className="chart-line">
            {first && last && (
              <>
                <path className="chart-area" d={`M${line}V${plot.bottom}H${first.x.toFixed(1)}Z`} />
                <path d={`M${line}`} />
                <circle cx={last.x} cy={last.y} r="3" />
              </>
            )}
            {goal && (
              <g className="chart-goal">
                <line x1={plot.left} x2={plot.right} y1={plot.y(goal.ms)} y2={plot.y(goal.ms)} />
                <text x={plot.right} y={plot.y(goal.ms) - 5} textAnchor="end">
                  {goal.label}
                </text>
              </g>
            )}
            {points.map(({ x, y, index }) => (
              <circle key={index} className="chart-touch" cx={x} cy={y} r="8">
                <title>{`${frame.places[index]}: ${words[index]}`}</title>
              </circle>
            ))}
          </g>
        )
      }}
    </ChartFrame>
  )
}
