import { type ReactNode, useCallback, useState } from 'react'
import type { Axis } from './scale.ts'
import './chart.css'

/** Where the values are drawn, in CSS px: a chart is drawn at its real width, so that its text is never scaled. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  /** The height of a value. */
  y(value: number): number
}

export interface FrameProps {
  /** What it shows, for those who do not see it. */
  label: string
  /** The name of each place: '8 Nov'. */
  places: readonly string[]
  /** The value at each place in words; undefined where there is none. */
  words: readonly (string | undefined)[]
}

const height = 124
const marks = 44
const [top, bottom] = [18, height - 20]

/** A grid with its marks, three of the places below, what is drawn on it, and all of it as a table that is heard. */
export function ChartFrame({
  label,
  places,
  words,
  axis,
  mark,
  children,
}: FrameProps & { axis: Axis; mark(value: number): string; children(plot: Plot): ReactNode }) {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const plot: Plot = {
    left: marks,
    right: width - 4,
    top,
    bottom,
    y: value => bottom - (value / axis.top) * (bottom - top),
  }
  const middle = Math.floor(places.length / 2)
  return (
    <div className="chart" ref={measure}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden>
          {[0, axis.step, axis.top].map(value => (
            <g key={value}>
              <line
                className="chart-grid"
                x1={plot.left}
                x2={plot.right}
                y1={plot.y(value) + 0.5}
                y2={plot.y(value) + 0.5}
              />
              <text x={plot.left - 8} y={plot.y(value) + 4} textAnchor="end">
                {mark(value)}
              </text>
            </g>
          ))}
          {children(plot)}
          <text x={plot.left} y={height - 2}>
            {places[0]}
          </text>
          <text x={(plot.left + plot.right) / 2} y={height - 2} textAnchor="middle">
            {places[middle]}
          </text>
          <text x={plot.right} y={height - 2} textAnchor="end">
            {places.at(-1)}
          </text>
        </svg>
      )}
      <table className="visually-hidden">
        <caption>{label}</caption>
        <tbody>
          {places.map((place, index) => (
            <tr key={index}>
              <th scope="row">{place}</th>
              <td>{words[index] ?? 'none'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
