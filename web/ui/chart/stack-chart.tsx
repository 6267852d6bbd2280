import { formatNumber } from '../numbers.ts'
import { barWidth } from './bar-chart.tsx'
import { ChartFrame, type FrameProps } from './frame.tsx'
import { picket } from './picket.ts'
import { roundAxis } from './scale.ts'

/** One kind of counted thing, with its count at each place. */
export interface Kind {
  name: string
  values: readonly number[]
}

/** Between the parts of a bar (CSS px), so that they can be told apart without their colors. */
const gap = 1

/** Counts of up to three kinds at each place, stacked: the first at the bottom, the last with the tip. */
export function StackChart({ kinds, ...frame }: FrameProps & { kinds: readonly Kind[] }) {
  const sums = frame.places.map((_, place) => kinds.reduce((sum, { values }) => sum + (values[place] ?? 0), 0))
  return (
    <ChartFrame
      {...frame}
      columns={kinds.map(({ name, values }) => ({ name, words: values.map(formatNumber) }))}
      axis={roundAxis(0, Math.max(...sums))}
      spread="slots"
      mark={formatNumber}
      marker
    >
      {plot => {
        const width = barWidth(plot, sums.length)
        return frame.places.map((_, place) => {
          const x = plot.x(place) - width / 2
          const parts = kinds.flatMap(({ values }, kind) => {
            const value = values[place] ?? 0
            const below = kinds.slice(0, kind).reduce((sum, one) => sum + (one.values[place] ?? 0), 0)
            return value > 0 ? [{ kind, from: plot.y(below), to: plot.y(below + value) }] : []
          })
          return parts.map(({ kind, from, to }, index) => {
            const foot = index === 0 ? from : Math.max(to, from - gap)
            const isTop = index === parts.length - 1
            const shape = isTop ? picket(x, width, to, foot) : `M${x} ${foot}V${to}H${x + width}V${foot}Z`
            return <path key={`${place} ${kind}`} className="chart-part" data-series={kind + 1} d={shape} />
          })
        })
      }}
    </ChartFrame>
  )
}
