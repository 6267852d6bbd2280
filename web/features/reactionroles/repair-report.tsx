import { FailedAct } from '#web/app/failed-call.tsx'
import { roleNameIn } from '#web/app/guild-names.ts'
import { CircleCheck, Minus, Plus, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import type { Mend, Report } from '#features/reactionroles/repair/contract.ts'
import { clockText, momentWithin } from '#web/app/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCheckNow, useReport } from './use-menus.ts'

const nameOf = ({ user }: Mend) => user.name ?? user.id
/** At most this many are named; the rest are counted. */
const mostNamed = 4

function names(mends: readonly Mend[]): string {
  const all = [...new Set(mends.map(nameOf))]
  const rest = all.length - mostNamed
  return rest > 0 ? `${all.slice(0, mostNamed).join(', ')} and ${rest} more` : all.join(', ')
}

const roles = (count: number, done: string) => `${formatNumber(count)} ${count === 1 ? 'role' : 'roles'} ${done}`

/** What the latest comparison of reactions and roles did, and a button that starts one. */
export function RepairReport({
  guildId,
  guild,
  readOnly,
}: {
  guildId: string
  guild: GuildCore | undefined
  readOnly: boolean
}) {
  const query = useReport(guildId)
  const checkNow = useCheckNow(guildId)
  const report = query.data?.report
  const isRunning = report?.state === 'running'
  return (
    <Card as="section" className="repair" aria-label="Repair report">
      <CardHead title="Repair report">{report && <StateOf report={report} />}</CardHead>
      <div className="repair-body" role="status">
        {query.isPending && <Skeleton className="repair-skeleton" />}
        {query.isError && !query.data && (
          <Banner tone="danger" title="Failed to load the repair report">
            <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
          </Banner>
        )}
        {query.data && !report && (
          <p>
            Nothing has been compared yet. After downtime, reactions are compared with roles, and what was missed is
            repaired.
          </p>
        )}
        {report && <Told report={report} guild={guild} now={query.dataUpdatedAt} />}
        <FailedAct of={checkNow} otherwise="Failed to begin the check" />
      </div>
      <div className="repair-foot">
        <span>{report ? footOf(report) : 'Only reactions are compared.'}</span>
        <Button
          size="sm"
          icon={<RefreshCw aria-hidden />}
          why={readOnly || whileBusy(isRunning)}
          busy={checkNow.isPending}
          onClick={() => checkNow.mutate()}
        >
          Check now
        </Button>
      </div>
    </Card>
  )
}

function StateOf({ report }: { report: Report }) {
  if (report.state === 'running') return <Badge tone="accent">Checking</Badge>
  if (report.state === 'done')
    return report.given + report.taken > 0 ? (
      <Badge tone="success" icon={<CircleCheck aria-hidden />}>
        Repaired
      </Badge>
    ) : (
      <Badge tone="success" icon={<CircleCheck aria-hidden />}>
        In order
      </Badge>
    )
  return <Badge tone="warning">{report.state === 'failed' ? 'Failed' : 'Canceled'}</Badge>
}

function footOf({ state, compared, expected, right }: Report): string {
  if (state === 'running')
    return expected > compared
      ? `${formatNumber(compared)} of ${formatNumber(expected)}`
      : `${formatNumber(compared)} compared`
  return `${formatNumber(right)} of ${formatNumber(compared)} were right already`
}

function Told({ report, guild, now }: { report: Report; guild: GuildCore | undefined; now: number }) {
  const { cause, startedAt, compared, state, problem, mends, given, taken, left, gone } = report
  const why = cause === 'return' ? 'The bot was offline.' : 'Somebody asked for it.'
  const reactions = `${formatNumber(compared)} ${compared === 1 ? 'reaction' : 'reactions'}`
  const done = `It compared ${reactions} with the roles ${momentWithin(startedAt, now)}.`
  const of = (what: Mend['what']) => mends.filter(one => one.what === what)
  const roleName = (id: string) => roleNameIn(guild, id)
  const detail = (what: Mend['what']) => {
    const some = of(what)
    const [only] = some
    return some.length === 1 && only ? `${nameOf(only)}: ${roleName(only.roleId)}` : names(some)
  }
  return (
    <>
      <p>
        {why} {state === 'running' ? 'It is comparing reactions with the roles.' : done}
      </p>
      {problem !== null && <p className="repair-problem">{problem}</p>}
      <ol className="repair-list">
        {given > 0 && (
          <Line icon={<Plus aria-hidden />} tone="given" at={of('given').at(-1)?.at} title={roles(given, 'given')}>
            {detail('given')}
          </Line>
        )}
        {taken > 0 && (
          <Line
            icon={<Minus aria-hidden />}
            tone="taken"
            at={of('taken').at(-1)?.at}
            title={roles(taken, 'taken back')}
          >
            {detail('taken')}
          </Line>
        )}
        {[...Map.groupBy(of('left'), one => one.reason ?? '')].map(([reason, some]) => (
          <Line
            key={reason}
            icon={<TriangleAlert aria-hidden />}
            tone="left"
            at={some.at(-1)?.at}
            title={`${formatNumber(some.length)} left alone`}
          >
            {names(some)}: {reason.replaceAll('**', '')}
          </Line>
        ))}
        {left > of('left').length && (
          <Line
            icon={<TriangleAlert aria-hidden />}
            tone="left"
            at={undefined}
            title={`${formatNumber(left - of('left').length)} more left alone`}
          />
        )}
        {gone > 0 && (
          <Line
            icon={<TriangleAlert aria-hidden />}
            tone="left"
            at={undefined}
            title={`${formatNumber(gone)} left alone`}
          >
            {gone === 1 ? 'The person who reacted has left the server.' : 'Those who reacted have left the server.'}
          </Line>
        )}
      </ol>
    </>
  )
}

function Line({
  icon,
  tone,
  at,
  title,
  children,
}: {
  icon: ReactNode
  tone: 'given' | 'taken' | 'left'
  at: number | undefined
  title: string
  children?: ReactNode
}) {
  return (
    <li data-tone={tone}>
      <time className="num">{at === undefined ? '' : clockText(at)}</time>
      <span className="repair-icon">{icon}</span>
      <span>
        <b>{title}</b>
        {children !== undefined && <small>{children}</small>}
      </span>
    </li>
  )
}
