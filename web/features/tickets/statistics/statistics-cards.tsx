import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Range, ranges } from '#features/tickets/statistics/contract.ts'
import { isForbidden, call } from '#web/app/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ownTimeZone } from '#web/app/dates.ts'
import tickets from '#features/tickets/contract.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { Figures } from './figures.tsx'
import { WhoAnswered } from './who-answered.tsx'
import './statistics.css'

/**
 * The statistics of the last days, in the reader's time zone. The previous ones stay until another range has been
 * counted.
 */
const useStatistics = (guildId: string, days: Range) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'tickets', 'statistics', days],
    queryFn: ({ signal }) =>
      call(tickets, 'statistics', {
        params: { guildId },
        query: { days, timeZone: ownTimeZone() },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

const options = ranges.map(days => ({ value: String(days), label: `${days} days` }))

/** How many tickets were opened in the last days, how soon they were answered and closed, and by whom. */
export function StatisticsCards({ guildId }: { guildId: string }) {
  const [days, setDays] = useState<Range>(14)
  const { data, isError, isPending, error, refetch } = useStatistics(guildId, days)
  if (isForbidden(error)) return null
  return (
    <>
      <Card as="section" aria-labelledby="ticket-statistics" className="ticket-statistics">
        <CardHead title={<span id="ticket-statistics">Last {days} days</span>}>
          <Segmented
            label="Days"
            name="ticket-days"
            value={String(days)}
            onChange={chosen => setDays(ranges.find(range => String(range) === chosen) ?? days)}
            options={options}
          />
        </CardHead>
        {isError && (
          <Banner tone="danger" title="The statistics could not be loaded.">
            <TextButton onClick={() => void refetch()}>Retry</TextButton>
          </Banner>
        )}
        {isPending && (
          <div className="ticket-figures" role="status">
            <span className="visually-hidden">Loading statistics...</span>
            {Array.from({ length: 4 }, (_, place) => (
              <div key={place}>
                <Skeleton className="ticket-figure-skeleton" />
              </div>
            ))}
          </div>
        )}
        {data && <Figures statistics={data} />}
      </Card>
      {data && (data.agents.length > 0 || data.panels.length > 0) && <WhoAnswered statistics={data} />}
    </>
  )
}
