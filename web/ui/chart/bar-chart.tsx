import { ChartFrame, type FrameProps, type Plot } from './frame.tsx'
import { countAxis } from './scale.ts'
import { formatNumber } from '../numbers.ts'

const widest = 22

/** A picket, its foot on the ground. */
function picket(x: number, width: number, y: number, ground: number): string {
  const tip = Math.min(7, width / 2.5, ground - y)
  return `M${x} ${ground}V${y + tip}L${x + width / 2} ${y}L${x + width} ${y + tip}V${ground}Z`
}

/** A count at each place, as pickets; the highest carries its value. */
export function BarChart({ values, ...frame }: Omit<FrameProps, 'words'> & { values: readonly number[] }) {
  const most = Math.max(0, ...values)
  const axis = countAxis(most)
  const highest = most === 0 ? -1 : values.indexOf(most)
  return (
    <ChartFrame {...frame} words={values.map(formatNumber)} axis={axis} mark={formatNumber}>
      {(plot: Plot) => {
        const slot = (plot.right - plot.left) / values.length
        const width = Math.min(widest, Math.max(1, slot * 0.62))
        return values.map((value, index) => {
          const middle = plot.left + slot * (index + 0.5)
          return (
            value > 0 && (
              <g key={index} className="chart-bar">
                <path d={picket(middle - width / 2, width, plot.y(value), plot.bottom)}>
                  <title>{`${frame.places[index]}: ${formatNumber(value)}`}</title>
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
