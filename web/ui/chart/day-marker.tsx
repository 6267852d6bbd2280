import { type PointerEvent, useState } from 'react'
import type { Column, Plot } from './plot.ts'
import './day-marker.css'

/**
 * A line at one place of a chart with its values beside it: where the pointer is, or moved with the arrow keys. For
 * keyboards and screen readers it is a slider over the places.
 */
export function DayMarker({
  label,
  places,
  columns,
  plot,
}: {
  label: string
  places: readonly string[]
  columns: readonly Column[]
  plot: Plot
}) {
  const [place, setPlace] = useState<number>()
  const last = places.length - 1
  const shown = place === undefined ? undefined : Math.min(place, last)
  const x = plot.x(shown ?? last)
  const told = (at: number) =>
    columns.map(({ name, words }) => `${name === '' ? '' : `${name}: `}${words[at] ?? 'none'}`)
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const at = clientX - currentTarget.getBoundingClientRect().left
    const nearest = places.reduce(
      (best, _, index) => (Math.abs(plot.x(index) - at) < Math.abs(plot.x(best) - at) ? index : best),
      0,
    )
    setPlace(nearest)
  }
  return (
    <div
      className="chart-days"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setPlace(undefined)}
    >
      <input
        type="range"
        aria-label={`${label}, day by day`}
        min={0}
        max={last}
        value={shown ?? last}
        aria-valuetext={`${places[shown ?? last]}: ${told(shown ?? last).join(', ')}`}
        onChange={event => setPlace(Number(event.target.value))}
        onFocus={() => setPlace(before => before ?? last)}
        onBlur={() => setPlace(undefined)}
        onKeyDown={event => event.key === 'Escape' && setPlace(undefined)}
      />
      {shown !== undefined && (
        <div className="chart-marker" style={{ left: x, top: plot.top, height: plot.bottom - plot.top }} aria-hidden>
          <div className="chart-tip" data-side={x > (plot.left + plot.right) / 2 ? 'left' : 'right'}>
            <b>{places[shown]}</b>
            {told(shown).map(text => (
              <span key={text}>{text}</span>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
