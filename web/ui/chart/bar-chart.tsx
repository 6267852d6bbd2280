import { formatNumber } from '../numbers.ts'
import { ChartFrame, type FrameProps } from './frame.tsx'
import type { Plot } from './plot.ts'
import { picket } from './picket.ts'
import { countAxis, roundAxis } from './scale.ts'

const widest = 22

/** How wide a bar is drawn (CSS px). */
export const barWidth = (plot: Plot, count: number): number =>
  Math.min(widest, Math.max(1, ((plot.right - plot.left) / count) * 0.62))

/** A count at each place, as pickets; the highest carries its value. Where it is null, nothing was counted. */
export function BarChart({
  values,
  peak = false,
  marker = false,
  ...frame
}: FrameProps & {
  values: readonly (number | null)[]
  /** Whether the highest is the exception that is looked for, and red. */
  peak?: boolean
  marker?: boolean
}) {
  const most = Math.max(0, ...values.map(value => value ?? 0))
  const highest = most === 0 ? -1 : values.indexOf(most)
  return (
    <ChartFrame
      {...frame}
      columns={[{ name: '', words: values.map(value => (value === null ? 'not counted' : formatNumber(value))) }]}
      axis={marker ? roundAxis(0, most) : countAxis(most)}
      spread="slots"
      mark={formatNumber}
      marker={marker}
    >
      {plot => {
        const width = barWidth(plot, values.length)
        return values.map((value, index) => {
          const middle = plot.x(index)
          return (
            value !== null &&
            value > 0 && (
              <g key={index} className="chart-bar" data-peak={(peak && index === highest) || undefined}>
                <path d={picket(middle - width / 2, width, plot.y(value), plot.bottom)}>
                  {!marker && <title>{`${frame.places[index]}: ${formatNumber(value)}`}</title>}
                </path>
                {index === highest && (
                  <text x={middle} y={plot.y(value) - 5} textAnchor="middle">
                    {formatNumber(value)}
                  </text>
                )}
              </g>
            )
          )
        })
      }}
    </ChartFrame>
  )
}
