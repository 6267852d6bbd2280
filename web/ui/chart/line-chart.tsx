import { formatNumber } from '../numbers.ts'
import { ChartFrame, type FrameProps } from './frame.tsx'
import type { Plot } from './plot.ts'
import { roundAxis } from './scale.ts'

export interface ChartLine {
  name: string
  values: readonly (number | null)[]
}

/** The segments of a line, interrupted where no value is known. */
function piecesOf(values: ChartLine['values'], plot: Plot): { x: number; y: number }[][] {
  const pieces: { x: number; y: number }[][] = [[]]
  values.forEach((value, place) => {
    if (value === null) pieces.push([])
    else pieces.at(-1)?.push({ x: plot.x(place), y: plot.y(value) })
  })
  return pieces.filter(piece => piece.length > 0)
}

const pathOf = (piece: readonly { x: number; y: number }[]) =>
  piece.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')

/** Counts as one or two lines, the second one dotted; the last value of each is marked. */
export function LineChart({
  lines,
  fromZero = false,
  ...frame
}: FrameProps & {
  lines: readonly ChartLine[]
  /** Whether the axis begins at zero; the area below the first line is then filled. */
  fromZero?: boolean
}) {
  const known = lines.flatMap(({ values }) => values.filter(value => value !== null))
  const axis = roundAxis(fromZero || known.length === 0 ? 0 : Math.min(...known), Math.max(0, ...known))
  return (
    <ChartFrame
      {...frame}
      columns={lines.map(({ name, values }) => ({
        name,
        words: values.map(value => (value === null ? 'not counted' : formatNumber(value))),
      }))}
      axis={axis}
      spread="edges"
      mark={formatNumber}
      marker
    >
      {plot =>
        lines.map(({ name, values }, index) => {
          const pieces = piecesOf(values, plot)
          const last = pieces.at(-1)?.at(-1)
          return (
            <g key={name} className="chart-line" data-series={index + 1}>
              {pieces.map(piece => (
                <g key={piece[0]?.x}>
                  {fromZero && index === 0 && (
                    <path
                      className="chart-area"
                      d={`M${pathOf(piece)}V${plot.bottom}H${(piece[0]?.x ?? 0).toFixed(1)}Z`}
                    />
                  )}
                  <path d={`M${pathOf(piece)}`} />
                  {piece.length === 1 && <circle cx={piece[0]?.x} cy={piece[0]?.y} r="2" />}
                </g>
              ))}
              {last && <circle cx={last.x} cy={last.y} r="3" />}
            </g>
          )
        })
      }
    </ChartFrame>
  )
}
