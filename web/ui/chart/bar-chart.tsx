import { formatNumber } from '../numbers.ts'
import { ChartFrame, type FrameProps } from './frame.tsx'
import type { Plot } from './plot.ts'
import { picket } from './picket.ts'
import { countAxis, roundAxis, timeAxis, timeMark } from './scale.ts'

const widest = 22
/** At most half the width of a character of a value (CSS px). */
const halfCharacter = 3.3

/** The width of a bar (CSS px). */
export const barWidth = (plot: Plot, count: number): number =>
  Math.min(widest, Math.max(1, ((plot.right - plot.left) / count) * 0.62))

/** The x position of a text's middle, moved so that the text is not cut off at either side. */
function within(middle: number, text: string, { left, right }: Plot): number {
  const half = text.length * halfCharacter
  return Math.max(left + half, Math.min(right - half, middle))
}

/** A count at each place, as pickets; the highest shows its value. Null means that nothing was counted. */
export function BarChart({
  values,
  peak = false,
  marker = false,
  time,
  ...frame
}: FrameProps & {
  values: readonly (number | null)[]
  /** Whether the highest is the exception to look for, and red. */
  peak?: boolean
  marker?: boolean
  /** For values that are durations (ms): how to write one. */
  time?: (ms: number) => string
}) {
  const text = time ?? formatNumber
  const most = Math.max(0, ...values.map(value => value ?? 0))
  const highest = most === 0 ? -1 : values.indexOf(most)
  const axis = time ? timeAxis(most) : marker ? roundAxis(0, most) : countAxis(most)
  return (
    <ChartFrame
      {...frame}
      columns={[{ name: '', words: values.map(value => (value === null ? 'not counted' : text(value))) }]}
      axis={axis}
      spread="slots"
      mark={time ? value => timeMark(value, axis) : formatNumber}
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
                  {!marker && <title>{`${frame.places[index]}: ${text(value)}`}</title>}
                </path>
                {index === highest && (
                  <text x={within(middle, text(value), plot)} y={plot.y(value) - 5} textAnchor="middle">
                    {text(value)}
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
