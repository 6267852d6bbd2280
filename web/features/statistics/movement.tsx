import { useState } from 'react'
import type { DayRange } from '#contract'
import { FailedAct } from '#web/app/failed-call.tsx'
import { countedLongDayText } from '#web/app/dates.ts'
import { DashboardCharts, useHasCharts } from '#web/app/slots.tsx'
import { useMayManage, useMaySee } from '#web/app/own-access.ts'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { beginsAt, countedSince } from './day-series.ts'
import { MovementCharts } from './movement-charts.tsx'
import { feature, useMovement, useSetCounting } from './use-movement.ts'
import './movement.css'

/** Exactly the contract's ranges: the dashboard does not load the schemas that list them. */
const ranges = Object.keys({ 7: 0, 30: 0, 90: 0 } satisfies Record<DayRange, 0>).map(Number) as DayRange[]
const options = ranges.map(days => ({ value: String(days), label: `${days} days` }))

/**
 * Charts of members, joins, leaves and messages over the last days, with a choice of how many days, and a switch for
 * counting.
 */
export function Movement({ guildId }: { guildId: string }) {
  const [days, setDays] = useState<DayRange>(30)
  const maySee = useMaySee(guildId)(feature)
  const hasOthers = useHasCharts(guildId)
  const query = useMovement(guildId, days, maySee)
  if (!maySee && !hasOthers) return null
  const isOff = query.data?.counting === false
  const counted = query.data?.days ?? []
  const begins = isOff ? undefined : beginsAt(counted)
  const early =
    begins === undefined
      ? undefined
      : { since: countedSince(counted), sentence: `Charts begin on ${countedLongDayText(begins)}` }
  return (
    <section className="movement" aria-labelledby="movement">
      <div className="movement-head">
        <div>
          <h2 className="section-title" id="movement">
            How the server moves
          </h2>
          {query.data && !isOff && <Counting guildId={guildId} />}
        </div>
        <Segmented
          label="Days"
          name="movement-days"
          value={String(days)}
          onChange={chosen => setDays(ranges.find(range => String(range) === chosen) ?? days)}
          options={options}
        />
      </div>
      {isOff && <CountingOff guildId={guildId} />}
      <div className="movement-charts">
        {maySee && !isOff && <MovementCharts query={query} early={early} />}
        <DashboardCharts guildId={guildId} days={days} early={early} />
      </div>
    </section>
  )
}

function Counting({ guildId }: { guildId: string }) {
  const mayManage = useMayManage(guildId)(feature)
  const set = useSetCounting(guildId)
  return (
    <>
      <p className="movement-note">
        A total for each day (UTC), kept for 90 days. Messages are counted, never kept.{' '}
        {mayManage && (
          <TextButton busy={set.isPending} onClick={() => set.mutate(false)}>
            Stop counting
          </TextButton>
        )}
      </p>
      <FailedAct of={set} />
    </>
  )
}

function CountingOff({ guildId }: { guildId: string }) {
  const mayManage = useMayManage(guildId)(feature)
  const set = useSetCounting(guildId)
  return (
    <Card padded>
      <FailedAct of={set} />
      <SwitchField
        label="Counting"
        help={
          mayManage
            ? 'It is off: members, joins, leaves and messages are not counted. What was counted before stays for 90 days.'
            : 'It is off: members, joins, leaves and messages are not counted. Anyone who manages this server can switch it on.'
        }
        value={set.isPending}
        disabled={!mayManage || set.isPending}
        onChange={() => set.mutate(true)}
      />
    </Card>
  )
}
