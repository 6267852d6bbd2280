import type { UseQueryResult } from '@tanstack/react-query'
import type { Movement } from '#features/statistics/contract.ts'
import { countedDayText } from '#web/app/dates.ts'
import type { DashboardChart } from '#web/app/slots.tsx'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { ChartCard } from '#web/ui/chart/chart-card.tsx'
import { chartHeight } from '#web/ui/chart/chart-height.ts'
import { EmptyChart } from '#web/ui/chart/empty-chart.tsx'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { change, countedOf, membersOf, series, sumOf } from './day-series.ts'

/** '+406', '-12', '0'. */
const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatNumber(value)}`

/** Members, joins and leaves, and messages of the last days. */
export function MovementCharts({
  query,
  early: tooEarly,
}: {
  query: UseQueryResult<Movement>
  early: DashboardChart['early']
}) {
  const days = query.data?.days ?? []
  const places = days.map(({ at }) => countedDayText(at))
  const members = membersOf(days)
  const growth = change(members)
  const [joined, left, messages] = [series(days, 'joined'), series(days, 'left'), series(days, 'messages')]
  const [allJoined, allLeft, written] = [sumOf(joined), sumOf(left), sumOf(messages)]
  const average = Math.round(written / Math.max(1, countedOf(days).length))
  const peak = messages.indexOf(Math.max(...messages.map(value => value ?? 0)))
  const drawn = query.data && !tooEarly
  const early = tooEarly && <EmptyChart places={places}>{tooEarly.sentence}</EmptyChart>
  const frame = { places, height: chartHeight }
  return (
    <>
      <ChartCard
        title="Members"
        query={query}
        figure={growth && formatNumber(growth.last)}
        note={drawn && growth ? `${signed(growth.by)} in ${days.length} days` : undefined}
      >
        {early}
        {drawn && (
          <LineChart
            {...frame}
            label={`Members over ${days.length} days`}
            lines={[{ name: 'Members', values: members }]}
          />
        )}
      </ChartCard>
      <ChartCard
        title="Joins and leaves"
        query={query}
        figure={query.data && signed(allJoined - allLeft)}
        note="net"
        legend={[
          { name: 'Joined', series: 1, kind: 'line', total: query.data && formatNumber(allJoined) },
          { name: 'Left', series: 2, kind: 'line', total: query.data && formatNumber(allLeft) },
        ]}
      >
        {early}
        {drawn && (
          <LineChart
            {...frame}
            fromZero
            label={`Members who joined and left each day of ${days.length}`}
            lines={[
              { name: 'Joined', values: joined },
              { name: 'Left', values: left },
            ]}
          />
        )}
      </ChartCard>
      <ChartCard
        title="Messages"
        query={query}
        figure={query.data && formatNumber(written)}
        note={`${formatNumber(average)} a day`}
        legend={
          drawn && written > 0
            ? [
                { name: 'A day', series: 1 },
                { name: `Peak, ${places[peak]}`, series: 3 },
              ]
            : []
        }
      >
        {early}
        {drawn && (
          <BarChart {...frame} marker peak label={`Messages on each day of ${days.length}`} values={messages} />
        )}
      </ChartCard>
    </>
  )
}
