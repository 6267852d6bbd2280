import { type ReactNode, useCallback, useState } from 'react'
import { DayMarker } from './day-marker.tsx'
import type { Column, Plot } from './plot.ts'
import { type Axis, placeOf } from './scale.ts'
import './chart.css'

export interface FrameProps {
  /** What it shows, for people who do not see it. */
  label: string
  /** The name of each place: '8 Nov'. */
  places: readonly string[]
  /** In CSS px. */
  height?: number
}

interface Drawing extends FrameProps {
  /** What it shows in words: a column for each line or kind of bar, without a name if there is only one. */
  columns: readonly Column[]
  axis: Axis
  /** Where places are: from edge to edge for lines, each in a slot of its own for bars. */
  spread: 'edges' | 'slots'
  mark(value: number): string
  /** What the places are, as a heading of the table for screen readers. */
  along?: string
  /** Room kept free at the right for text there (CSS px). */
  spare?: number
  /** Whether the pointer and the arrow keys show the values of a place. */
  marker?: boolean
  children(plot: Plot): ReactNode
}

/** The width of a mark on the axis: per character at most, beside them, and the minimum (CSS px). */
const [perCharacter, besides, narrowest] = [6.6, 10, 44]

const marksOf = ({ from = 0, step, top }: Axis): number[] =>
  Array.from({ length: Math.round((top - from) / step) + 1 }, (_, place) => from + place * step)

/**
 * A grid with its marks, the names of three places below, what is drawn on it, and all of it as a table for screen
 * readers.
 */
export function ChartFrame({
  label,
  places,
  columns,
  axis,
  spread,
  mark,
  height = 124,
  along = 'Day',
  spare = 0,
  marker = false,
  children,
}: Drawing) {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const marks = marksOf(axis)
  const from = axis.from ?? 0
  const left = Math.max(narrowest, Math.max(...marks.map(value => mark(value).length)) * perCharacter + besides)
  const [right, top, bottom] = [width - 4 - spare, 18, height - 20]
  const share = (place: number) => (spread === 'slots' ? (place + 0.5) / places.length : placeOf(place, places.length))
  const plot: Plot = {
    left,
    right,
    top,
    bottom,
    y: value => bottom - ((value - from) / (axis.top - from)) * (bottom - top),
    x: place => left + share(place) * (right - left),
  }
  const middle = Math.floor(places.length / 2)
  return (
    <div className="chart" ref={measure} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} aria-hidden>
          {marks.map(value => (
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
      {marker && width > 0 && <DayMarker label={label} places={places} columns={columns} plot={plot} />}
      <table className="visually-hidden">
        <caption>{label}</caption>
        {columns.some(({ name }) => name !== '') && (
          <thead>
            <tr>
              <th scope="col">{along}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {places.map((place, index) => (
            <tr key={index}>
              <th scope="row">{place}</th>
              {columns.map(({ name, words }) => (
                <td key={name}>{words[index] ?? 'none'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
