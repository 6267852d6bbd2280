import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type moderation from '#features/moderation/contract.ts'
import { reader } from '#web/app/api.ts'
import { countedDayText, timeText } from '#web/app/dates.ts'
import type { DashboardChart } from '#web/app/slots.tsx'
import { ChartCard } from '#web/ui/chart/chart-card.tsx'
import { chartHeight } from '#web/ui/chart/chart-height.ts'
import { EmptyChart } from '#web/ui/chart/empty-chart.tsx'
import { type Kind, StackChart } from '#web/ui/chart/stack-chart.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { casesKey } from '../cases/cases-key.ts'

// Type import only, so that the dashboard does not load the schemas.
const readModeration = reader<typeof moderation>()

const sumOf = ({ values }: Kind) => values.reduce((sum, value) => sum + value, 0)

/** A chart on the dashboard: warnings, timeouts and removals per day, stacked. */
export function CaseChart({ guildId, days: range, early }: DashboardChart) {
  const query = useQuery({
    queryKey: [...casesKey(guildId), 'days', range],
    queryFn: ({ signal }) =>
      readModeration('/guild/:guildId/moderation/days', { params: { guildId }, query: { days: range }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data, dataUpdatedAt } = query
  const days = data?.days ?? []
  const kinds: Kind[] = [
    { name: 'Warn', values: days.map(({ warned }) => warned) },
    { name: 'Timeout', values: days.map(({ timedOut }) => timedOut) },
    { name: 'Kick, ban', values: days.map(({ removed }) => removed) },
  ]
  const places = days.map(({ at }) => countedDayText(at))
  // Cases are also known from before anything else was counted.
  const isEarly =
    early && !days.some(({ at, ...amounts }) => at < early.since && Object.values(amounts).some(amount => amount > 0))
  const all = kinds.reduce((sum, kind) => sum + sumOf(kind), 0)
  return (
    <ChartCard
      title="Cases"
      query={query}
      figure={data && formatNumber(all)}
      note={lastWords(data?.latest ?? null, dataUpdatedAt)}
      legend={kinds.map((kind, place) => ({
        name: kind.name,
        series: ([1, 2, 3] as const)[place] ?? 1,
        total: data && formatNumber(sumOf(kind)),
      }))}
    >
      {data && isEarly && <EmptyChart places={places}>{early.sentence}</EmptyChart>}
      {data && !isEarly && (
        <StackChart label={`Cases on each day of ${days.length}`} places={places} height={chartHeight} kinds={kinds} />
      )}
    </ChartCard>
  )
}

/** 'last one 12 min ago', 'last one yesterday', 'last one on 8 Nov'. */
function lastWords(latest: number | null, now: number): string {
  if (latest === null) return 'none in these days'
  const text = timeText(latest, now)
  if (text === 'now') return 'last one just now'
  if (text === 'Yesterday') return 'last one yesterday'
  return /(min|h)$/.test(text) ? `last one ${text} ago` : `last one on ${text}`
}
