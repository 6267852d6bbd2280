import { shortDayText } from '#web/app/dates.ts'
import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode } from 'react'
import type { RecordedDay } from '#features/antinuke/time-machine/contract.ts'
import { clockText, momentText } from '#web/app/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { CardTitle } from '../card-title.tsx'
import { lastChangeText } from './moment-words.ts'
import './day-bars.css'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Horizontal grid lines above the ground. */
const lines = 3

interface Handles {
  from: number
  /** Null for now. */
  to: number | null
}

interface Props extends Handles {
  days: readonly RecordedDay[]
  /** Null before any. */
  lastChange: number | null
  since: number
  now: number
  onMove(moved: Handles): void
  /** Below the days: the same two times as fields. */
  children: ReactNode
}

function dayTitle({ at, changes, incidents, gap }: RecordedDay): string {
  const parts = [
    `${shortDayText(at)}: ${changes === 1 ? '1 change' : `${changes} changes`}`,
    ...incidents.map(number => `incident ${number}`),
    ...(gap === null ? [] : [`read again at ${clockText(gap)}, so who made changes is not known`]),
  ]
  return parts.join(', ')
}

/** A picket for each of 30 days, with the two times as handles. */
export function DayBars({ days, lastChange, from, to, since, now, onMove, children }: Props) {
  const first = days[0]?.at ?? now
  const end = (days.at(-1)?.at ?? now) + dayMs
  // A multiple of the number of grid lines, so that these stand for whole numbers.
  const most = lines * Math.ceil(Math.max(lines, ...days.map(({ changes }) => changes)) / lines)
  const share = (at: number) => (at - first) / (end - first)
  const until = to ?? now
  const shownFrom = Math.max(first, since)
  const clamp = (at: number, low: number, high: number) => Math.min(Math.max(at, low), high)
  const moveFrom = (at: number) => onMove({ from: clamp(at, since, until), to })
  const moveTo = (at: number) => onMove({ from, to: at >= now ? null : clamp(at, from, now) })
  return (
    <Card as="section" aria-labelledby="structure-changes">
      <CardTitle
        id="structure-changes"
        title="Changes to the structure"
        help={`Channels, categories, roles, overwrites and server settings. Kept for 30 days. ${lastChangeText(lastChange, now)}`}
      >
        <div className="tm-key" aria-hidden>
          <span data-is="between">Between A and B</span>
          <span data-is="outside">Outside</span>
          <span data-is="incident">With an incident</span>
        </div>
      </CardTitle>
      <div className="tm-days-scroll">
        <div
          className={clsx('tm-days', share(until) - share(from) < 0.04 && 'tm-close')}
          style={{ '--from': share(from), '--to': share(Math.min(until, end)) }}
        >
          <div className="tm-scale" aria-hidden>
            {Array.from({ length: lines + 1 }, (_, line) => (
              <span key={line} style={{ '--height': line / lines }}>
                {formatNumber((most / lines) * line)}
              </span>
            ))}
          </div>
          <ol className="tm-bars" aria-label="Changes per day">
            {days.map(day => (
              <li
                key={day.at}
                title={dayTitle(day)}
                className={clsx(day.gap !== null && 'tm-gap', day.at + dayMs <= since && 'tm-before')}
                data-is={
                  day.incidents.length > 0
                    ? 'incident'
                    : day.at + dayMs > from && day.at < until
                      ? 'between'
                      : 'outside'
                }
                data-empty={day.changes === 0 || undefined}
                style={{ '--height': day.changes / most }}
              >
                <span className="visually-hidden">{dayTitle(day)}</span>
                {day.incidents.length > 0 && day.changes > 0 && (
                  <span className="tm-value" aria-hidden>
                    {formatNumber(day.changes)}
                  </span>
                )}
              </li>
            ))}
          </ol>
          <div className="tm-window" aria-hidden />
          <Handle name="A" label="A, before" at={from} first={first} end={end} onMove={moveFrom} />
          <Handle name="B" label="B, after" at={until} first={first} end={end} onMove={moveTo} />
        </div>
      </div>
      <div className="tm-axis" aria-hidden>
        <span>{shortDayText(first)}</span>
        {since > first && <span>Recording since {shortDayText(shownFrom)}</span>}
        <span>{shortDayText(now)}</span>
      </div>
      {children}
    </Card>
  )
}

/** The arrow keys move it by an hour, with Shift by a day. */
function Handle({
  name,
  label,
  at,
  first,
  end,
  onMove,
}: {
  name: string
  label: string
  at: number
  first: number
  end: number
  onMove(at: number): void
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    onMove(at + way * (event.shiftKey ? dayMs : hourMs))
  }
  return (
    <input
      type="range"
      className="tm-handle"
      data-name={name}
      aria-label={label}
      aria-valuetext={momentText(at)}
      min={first}
      max={end}
      step={hourMs / 4}
      value={Math.min(at, end)}
      onChange={event => onMove(event.target.valueAsNumber)}
      onKeyDown={onKeyDown}
    />
  )
}
