import { budget, countedDays } from '#features/joindms/contract.ts'
import { clockText } from '#web/app/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { useDeliveries } from './use-deliveries.ts'

const lines = [
  ['sent', 'Sent', 'Delivered'],
  ['closed', 'Closed', 'Their direct messages are closed'],
  ['gaveUp', 'Gave up', 'Too late, too many at once, or refused by Discord'],
  ['waiting', 'Waiting', 'To be sent'],
  ['screening', 'Reading the rules', 'Until they have agreed'],
] as const

/** What happened to the messages of the last month. */
export function DeliveriesCard({ of: { deliveries } }: { of: ReturnType<typeof useDeliveries> }) {
  const { data } = deliveries
  return (
    <Card as="section" aria-label="Deliveries">
      <CardHead title="Deliveries">
        <span className="muted">{countedDays} days</span>
      </CardHead>
      <div className="deliveries">
        {deliveries.isPending && <Spinner label="Counting..." />}
        {deliveries.isError && !data && (
          <Banner tone="danger" title="The deliveries could not be loaded.">
            <TextButton onClick={() => void deliveries.refetch()}>Try again</TextButton>
          </Banner>
        )}
        {data?.pause && (
          <Banner tone="warning" title={`Paused until ${clockText(data.pause.until)}`}>
            {data.pause.why}
          </Banner>
        )}
        {data && (
          <dl>
            {lines.map(([key, label, what]) => (
              <div key={key}>
                <dt>
                  {label}
                  <small className="muted">{what}</small>
                </dt>
                <dd>{data[key]}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className="field-help">
          At most {budget.perMinute} a minute and {budget.perHour} an hour; up to {budget.mostWaiting} may wait. Discord
          treats a bot that writes to more people as a spammer.
        </p>
      </div>
    </Card>
  )
}
