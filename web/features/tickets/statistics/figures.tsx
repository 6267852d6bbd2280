import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { fewestRatings, type Statistics } from '#features/tickets/statistics/contract.ts'
import { shortDayText } from '#web/app/dates.ts'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { TimeChart } from '#web/ui/chart/time-chart.tsx'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import { durationText } from '#web/app/durations.ts'

/** An average of ratings with one decimal. */
export const ratingText = (average: number): string => average.toFixed(1)

/** Four figures: the value of each, and its course day by day. */
export function Figures({ statistics }: { statistics: Statistics }) {
  const { days, opened, firstResponse, resolution, withinHours } = statistics
  const places = days.map(shortDayText)
  const kind = withinHours ? 'median, within working hours' : 'median'
  return (
    <div className="ticket-figures">
      <Figure
        title="Opened"
        figure={formatNumber(opened.total)}
        note={`${opened.before === 0 ? 'none' : formatNumber(opened.before)} in the ${days.length} days before`}
      >
        <BarChart label="Opened by day" places={places} values={opened.byDay} />
      </Figure>
      <Times
        title="First response"
        kind={kind}
        none="nobody answered a new ticket"
        places={places}
        {...firstResponse}
      />
      <Times title="Resolution" kind={kind} none="no ticket was closed" places={places} {...resolution} />
      <Rating {...statistics.rating} />
    </div>
  )
}

function Figure({
  title,
  figure,
  note,
  children,
}: {
  title: string
  figure: string
  note: string
  children: ReactNode
}) {
  return (
    <div>
      <h3>{title}</h3>
      <p className="ticket-figure">
        <b>{figure}</b> <small>{note}</small>
      </p>
      {children}
    </div>
  )
}

function Times({
  title,
  kind,
  none,
  places,
  median,
  byDay,
  goal,
}: Statistics['firstResponse'] & { title: string; kind: string; none: string; places: readonly string[] }) {
  return (
    <Figure title={title} figure={median === null ? '–' : durationText(median)} note={median === null ? none : kind}>
      <TimeChart
        label={`${title} by day, ${kind}`}
        places={places}
        values={byDay}
        words={byDay.map(value => (value === null ? undefined : durationText(value)))}
        goal={goal === null ? null : { ms: goal, label: `goal ${durationText(goal)}` }}
      />
    </Figure>
  )
}

/** A few answers say more about who gave them than about the team, so they are only counted. */
function Rating({ answers, average, stars }: Statistics['rating']) {
  const most = Math.max(1, ...stars)
  return (
    <Figure
      title="Rating"
      figure={average === null ? formatCount(answers, 'answer') : ratingText(average)}
      note={average === null ? `an average from ${fewestRatings} on` : `of 5, ${formatCount(answers, 'answer')}`}
    >
      <ul className="ticket-stars">
        {stars
          .map((count, place) => ({ count, given: place + 1 }))
          .toReversed()
          .map(({ count, given }) => (
            <li key={given}>
              <span>
                {given}
                <span className="visually-hidden">{given === 1 ? ' star' : ' stars'}: </span>
                <Star aria-hidden />
              </span>
              <i style={{ '--share': count / most }} aria-hidden />
              <b>{formatNumber(count)}</b>
            </li>
          ))}
      </ul>
    </Figure>
  )
}
