import { clsx } from 'clsx'
import { Fragment } from 'react'
import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import { preciseDuration, sentenceText } from './incident-words.ts'
import { type LaneRow, lanesOf, type Scale, scaleOf } from './lane-scale.ts'
import './lane-chart.css'

const percent = (place: number) => `${place.toFixed(2)}%`
const height = 34

/** The text at the right of a lane. */
function countOf({ lane }: LaneRow, { events, recovery, sanctions, incident }: IncidentReport): [string, string] {
  const count = events.filter(one => one.lane === lane).length
  if (lane === 'attack') return [formatNumber(incident.landed), 'landed']
  if (lane === 'stop') return [formatNumber(sanctions.length), sanctions.length === 1 ? 'person' : 'people']
  if (lane === 'verify') {
    const fields = recovery?.verified.reduce((sum, object) => sum + object.fields.length, 0) ?? 0
    return [formatNumber(fields), fields === 1 ? 'field' : 'fields']
  }
  if (lane === 'restore') {
    const steps = recovery?.steps.done ?? 0
    return [formatNumber(steps), steps === 1 ? 'step' : 'steps']
  }
  return [formatNumber(count), count === 1 ? 'setting' : 'settings']
}

/** The chart in words, for people who do not see it. */
function described({ incident, recovery }: IncidentReport): string {
  const { startedAt, confirmedAt, landed, requestedAt } = incident
  const since = (at: number) => preciseDuration(at - startedAt)
  return [
    `${formatCount(landed, 'action')} landed`,
    ...(requestedAt === null ? [] : [`the first request left after ${since(requestedAt)}`]),
    ...(confirmedAt === null ? [] : [`Discord confirmed it after ${since(confirmedAt)}`]),
    ...(!recovery || recovery.finishedAt === null
      ? []
      : [`everything was verified after ${since(recovery.finishedAt)}`]),
  ].join(', ')
}

/**
 * Five lanes with a common time axis: pickets are moments, bars are time spans, and the red background is how long the
 * attacker could do harm.
 */
export function LaneChart({
  report,
  now,
  chosen,
  onChoose,
}: {
  report: IncidentReport
  now: number
  chosen: number | undefined
  onChoose: (event: number) => void
}) {
  const { lanes, harmUntil, last } = lanesOf(report, now)
  const { startedAt } = report.incident
  const scale = scaleOf(startedAt, last)
  const marked = report.events.find(({ id }) => id === chosen)
  return (
    <div className="lanes">
      <p className="visually-hidden">{described(report)}</p>
      {lanes.map(lane => {
        const [figure, unit] = countOf(lane, report)
        return (
          <Fragment key={lane.lane}>
            <span className="lane-label">{lane.label}</span>
            <span className="lane-count">
              <b>{figure}</b> {unit}
            </span>
            <svg className="lane" height={height} aria-hidden>
              <rect className="lane-harm" x="0" y="0" width={percent(scale.place(harmUntil))} height={height} />
              <line className="lane-ground" x1="0" x2="100%" y1={height - 0.5} y2={height - 0.5} />
              <Marks lane={lane} scale={scale} onChoose={onChoose} />
              {marked && (
                <line
                  className="lane-chosen"
                  x1={percent(scale.place(marked.at))}
                  x2={percent(scale.place(marked.at))}
                  y1="0"
                  y2={height}
                />
              )}
            </svg>
          </Fragment>
        )
      })}
      <svg className="lane-clock" height="20" aria-hidden>
        {scale.ticks.map(({ at, label }, place) => (
          <text key={at} x={percent(scale.place(at))} y="16" textAnchor={place === 0 ? 'start' : 'middle'}>
            {label}
          </text>
        ))}
      </svg>
    </div>
  )
}

function Marks({ lane, scale, onChoose }: { lane: LaneRow; scale: Scale; onChoose: (event: number) => void }) {
  const { bar, pickets, tone, note } = lane
  const from = bar && scale.place(bar.from)
  const to = bar && scale.place(bar.to)
  // On the side of the bar that has more room.
  const before = (to ?? 0) > 60
  return (
    <>
      {from !== undefined && to !== undefined && (
        <rect
          className={`lane-bar lane-${tone}`}
          x={percent(from)}
          y="8"
          width={percent(Math.max(0.8, to - from))}
          height="18"
          rx="3"
        />
      )}
      {pickets.map(event => (
        <svg key={event.id} x={percent(scale.place(event.at))} overflow="visible">
          <a
            href={`#event-${event.id}`}
            tabIndex={-1}
            className={clsx('lane-picket', `lane-${tone}`)}
            onClick={press => {
              press.preventDefault()
              onChoose(event.id)
            }}
          >
            <title>{sentenceText(event.parts)}</title>
            <path d={`M-1 ${height - 1}V11L3.5 6L8 11V${height - 1}Z`} />
          </a>
        </svg>
      ))}
      {note !== '' && to !== undefined && from !== undefined && (
        <text
          className="lane-note"
          x={percent(before ? from : to)}
          dx={before ? -8 : 8}
          y="21"
          textAnchor={before ? 'end' : 'start'}
        >
          {note}
        </text>
      )}
    </>
  )
}
