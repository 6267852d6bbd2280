import { type ReactNode, useState } from 'react'
import type { Comparison, ShownDifference, TimeMachineOverview } from '#features/antinuke/time-machine/contract.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { narrow, useMedia } from '#web/ui/use-media.ts'
import { CardTitle } from '../card-title.tsx'
import { allTicks, choicesOf, type Ticks } from './choice.ts'
import { DayBars } from './day-bars.tsx'
import { DetailCard } from './detail-card.tsx'
import { DifferenceTree, rowIdOf, type Shown } from './difference-tree.tsx'
import { lastChangeText } from './moment-words.ts'
import { Moments } from './moments.tsx'
import { PlanCard } from './plan-card.tsx'
import { Restorations } from './restorations.tsx'
import { useComparison, useOverview } from './use-time-machine.ts'
import './time-machine.css'

const dayMs = 86_400_000

interface Asked {
  /** The times to start with (Unix ms), if a link set them. */
  from: number | undefined
  to: number | undefined
}

/** The journal for people: compares two times, and restores what is checked. */
export function TimeMachine({ guildId, ...asked }: { guildId: string } & Asked) {
  const overview = useOverview(guildId)
  const { data } = overview
  return (
    <>
      <FailedCall error={overview.error} onRetry={overview.refetch} />
      {!data && !overview.isError && <Skeleton className="tm-loading" />}
      {data?.since === null && (
        <Empty title="Nothing is recorded yet.">While AntiNuke is on, the structure of the server is recorded.</Empty>
      )}
      {/* If reloading fails, the page stays with the current choices. */}
      {data && data.since !== null && <Compared guildId={guildId} overview={data} since={data.since} {...asked} />}
    </>
  )
}

interface ComparedProps extends Asked {
  guildId: string
  overview: TimeMachineOverview
  since: number
}

function Compared({ guildId, overview, since, from, to }: ComparedProps) {
  // A fixed "now" while the page is open, so that the handles do not creep.
  const [now] = useState(() => Date.now())
  const [moments, setMoments] = useState<{ from: number; to: number | null }>(() => {
    const first = Math.min(Math.max(since, from ?? now - dayMs), now)
    return { from: first, to: to === undefined || to >= now ? null : Math.max(to, first) }
  })
  const [ticks, setTicks] = useState<Ticks>(new Set())
  const [open, setOpen] = useState<ShownDifference>()
  const comparison = useComparison(guildId, moments.from, moments.to)
  const { presets, busy, restorations, mayRestore, days, lastChange } = overview
  const move = (next: typeof moments) => {
    setMoments(next)
    setOpen(undefined)
  }
  return (
    <div className="tm-page">
      <DayBars days={days} lastChange={lastChange} {...moments} since={since} now={now} onMove={move}>
        <Moments {...moments} since={since} now={now} presets={presets} onChange={move} />
      </DayBars>
      {comparison.isError && <FailedCall error={comparison.error} onRetry={comparison.refetch} />}
      {!comparison.data && !comparison.isError && <Skeleton className="tm-loading" />}
      {comparison.data && (
        <Differences
          guildId={guildId}
          comparison={comparison.data}
          overview={{ busy, restorations, mayRestore }}
          ticks={ticks}
          open={open}
          onTick={setTicks}
          onOpen={setOpen}
          none={
            <NothingChanged
              lastChange={lastChange}
              now={now}
              onEarlier={
                moments.from > since
                  ? () => move({ from: earlier(moments.from, { lastChange, since }), to: moments.to })
                  : undefined
              }
            />
          }
        />
      )}
    </div>
  )
}

/** An earlier time: a week ago, or just before the last change if that is longer ago. */
function earlier(from: number, { lastChange, since }: { lastChange: number | null; since: number }): number {
  const week = from - 7 * dayMs
  return Math.max(since, lastChange === null ? week : Math.min(week, lastChange - 1))
}

/** @param onEarlier undefined if A is as early as possible */
function NothingChanged({
  lastChange,
  now,
  onEarlier,
}: {
  lastChange: number | null
  now: number
  onEarlier: (() => void) | undefined
}) {
  return (
    <Empty
      title="Nothing changed between A and B."
      action={
        onEarlier && (
          <Button size="sm" onClick={onEarlier}>
            Choose an earlier A
          </Button>
        )
      }
    >
      {lastChangeText(lastChange, now)}
      {!onEarlier && ' A is where the recording begins.'}
    </Empty>
  )
}

const filters: readonly [Shown, string][] = [
  ['all', 'All'],
  ['created', 'Added'],
  ['changed', 'Changed'],
  ['deleted', 'Removed'],
]

interface DifferencesProps {
  guildId: string
  comparison: Comparison
  overview: Pick<TimeMachineOverview, 'busy' | 'restorations' | 'mayRestore'>
  ticks: Ticks
  open: ShownDifference | undefined
  onTick(ticks: Ticks): void
  onOpen(one: ShownDifference | undefined): void
  /** Shown instead of differences if there are none. */
  none: ReactNode
}

function Differences({ guildId, comparison, overview, ticks, open, onTick, onOpen, none }: DifferencesProps) {
  const { busy, restorations, mayRestore } = overview
  const [shown, setShown] = useState<Shown>('all')
  const [sheet, setSheet] = useState(false)
  const isNarrow = useMedia(narrow)
  const { groups, changes, left } = comparison
  const all = groups.flatMap(({ differences }) => differences)
  const known = new Set(allTicks(groups))
  // What no longer differs is no longer chosen.
  const chosen = choicesOf(groups, new Set([...ticks].filter(tick => known.has(tick))))
  const count = (which: Shown) => all.filter(({ what }) => which === 'all' || what === which).length
  const detail = open && all.find(one => rowIdOf(one) === rowIdOf(open))
  const clear = () => {
    onTick(new Set())
    setSheet(false)
  }
  const plan = (
    <PlanCard
      guildId={guildId}
      comparison={comparison}
      chosen={chosen}
      busy={busy}
      mayRestore={mayRestore}
      onClear={clear}
    />
  )
  return (
    <div className="tm-columns">
      <Card as="section" aria-labelledby="differences">
        <CardTitle
          id="differences"
          title={formatCount(all.length, 'difference')}
          help={`From ${formatCount(changes, 'change')}.${mayRestore ? ' Check what should go back.' : ''}`}
        >
          <div className="tm-filters" role="group" aria-label="Show">
            {filters.map(([value, label]) => (
              <Button
                key={value}
                size="sm"
                variant={shown === value ? 'secondary' : 'ghost'}
                aria-pressed={shown === value}
                onClick={() => setShown(value)}
              >
                {label} {count(value)}
              </Button>
            ))}
          </div>
        </CardTitle>
        {all.length === 0 ? (
          none
        ) : (
          <DifferenceTree
            groups={groups}
            shown={shown}
            chosen={ticks}
            disabled={!mayRestore}
            guildId={guildId}
            between={comparison}
            open={detail}
            onChoose={onTick}
            onOpen={one => {
              onOpen(one)
              if (isNarrow) setSheet(true)
            }}
          />
        )}
        {left > 0 && <p className="tm-plan-part">{left} more. Choose a later A to see them.</p>}
      </Card>
      <div className="tm-column">
        {!isNarrow && plan}
        {!isNarrow && detail && <DetailCard one={detail} />}
        <Restorations guildId={guildId} list={restorations} busy={busy} />
      </div>
      {isNarrow && chosen.length > 0 && (
        <div className="tm-foot" data-foot-bar="">
          <Button variant="primary" wide onClick={() => setSheet(true)}>
            {chosen.length} chosen
          </Button>
        </div>
      )}
      {isNarrow && (
        <Dialog open={sheet} onOpenChange={setSheet} busy={false} title={chosen.length > 0 ? 'Put back' : 'Details'}>
          <div className="tm-column">
            {detail && <DetailCard one={detail} />}
            {chosen.length > 0 && plan}
          </div>
        </Dialog>
      )}
    </div>
  )
}
