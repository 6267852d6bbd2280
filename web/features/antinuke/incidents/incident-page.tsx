import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import antinuke from '#features/antinuke/contract.ts'
import type { IncidentReport, VerifiedObject } from '#features/antinuke/incidents/contract.ts'
import { address, ApiError, isForbidden } from '#web/app/api.ts'
import { momentWithin } from '#web/app/dates.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { LinkButton } from '#web/app/link-button.tsx'
import { Crumbs } from '#web/app/manage/crumbs.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Menu, MenuLink } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Figures } from '../figures.tsx'
import { AntinukeNotices } from '../shell.tsx'
import { useMayRead } from '../use-may-read.ts'
import { figuresOf, headline, states } from './incident-words.ts'
import { Progress } from './progress.tsx'
import { type AskedObject, Proof } from './proof.tsx'
import { SecondBySecond } from './second-by-second.tsx'
import { Sides } from './incident-side.tsx'
import { useIncident } from './use-incidents.ts'
import '../columns.css'
import './incident-page.css'

/** An incident: what landed, what was done against it, what has been restored and what cannot be. */
export function IncidentPage({ guildId, number }: { guildId: string; number: string }) {
  const mayRead = useMayRead(guildId)
  return (
    <>
      <Crumbs
        above={[
          { label: 'AntiNuke', link: { to: '/manage/$guildId/antinuke', params: { guildId }, search: {} } },
          { label: 'Incidents', link: { to: '/manage/$guildId/antinuke/incidents', params: { guildId } } },
        ]}
        here={`Incident ${number}`}
      />
      {mayRead === true ? (
        <Incident guildId={guildId} number={number} />
      ) : (
        <>
          <EmptyHead number={number} />
          <AntinukeNotices guildId={guildId} whileOff={whileOff} />
          {mayRead === undefined && <Skeleton className="settings-skeleton" />}
        </>
      )}
    </>
  )
}

const whileOff = 'What was recorded before is still here.'

const EmptyHead = ({ number }: { number: string }) => (
  <PageHead title={`Incident ${number}`} documentTitle={`Incident ${number} · AntiNuke`} />
)

function Incident({ guildId, number }: { guildId: string; number: string }) {
  const query = useIncident(guildId, number)
  const { data, error, dataUpdatedAt } = query
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <>
      {data ? <Head guildId={guildId} report={data} now={dataUpdatedAt} /> : <EmptyHead number={number} />}
      <AntinukeNotices guildId={guildId} whileOff={whileOff} />
      {isGone && (
        <Empty
          title="There is no incident with this number"
          action={
            <LinkButton to="/manage/$guildId/antinuke/incidents" params={{ guildId }}>
              All incidents
            </LinkButton>
          }
        />
      )}
      {query.isError && !isGone && !isForbidden(error) && !data && <FailedCall error={error} onRetry={query.refetch} />}
      {query.isPending && <Skeleton className="settings-skeleton" />}
      {data && <Report guildId={guildId} report={data} now={dataUpdatedAt} />}
    </>
  )
}

const formats = [
  { format: 'json', label: 'JSON' },
  { format: 'html', label: 'HTML' },
  { format: 'markdown', label: 'Markdown' },
] as const

function Head({ guildId, report, now }: { guildId: string; report: IncidentReport; now: number }) {
  const { incident, previous, next } = report
  const { number, state, startedAt } = incident
  const { tone, label } = states[state]
  return (
    <PageHead
      title={`Incident ${number}`}
      documentTitle={`Incident ${number} · AntiNuke`}
      badge={<Badge tone={tone}>{label}</Badge>}
      actions={
        <>
          <Neighbour guildId={guildId} number={previous} label="Previous incident" icon={<ChevronLeft aria-hidden />} />
          <Neighbour guildId={guildId} number={next} label="Next incident" icon={<ChevronRight aria-hidden />} />
          {state === 'under-way' ? (
            <Button why="It can be exported once the incident is over." icon={<Download aria-hidden />}>
              Export<span className="visually-hidden">, once the incident is over</span>
            </Button>
          ) : (
            <Menu trigger={<Button icon={<Download aria-hidden />}>Export</Button>}>
              {formats.map(({ format, label: name }) => (
                <MenuLink key={format}>
                  <a
                    href={address(antinuke.endpoints.exportIncident.path, {
                      params: { guildId, number: String(number) },
                      query: { format },
                    })}
                    download
                  >
                    {name}
                  </a>
                </MenuLink>
              ))}
            </Menu>
          )}
        </>
      }
    >
      {headline(report)} It began {momentWithin(startedAt, now)}.
    </PageHead>
  )
}

function Neighbour({
  guildId,
  number,
  label,
  icon,
}: {
  guildId: string
  number: number | null
  label: string
  icon: ReactNode
}) {
  if (number === null)
    return (
      <Button className="incident-neighbour" why={`There is no ${label.toLowerCase()}.`} icon={icon}>
        <span className="visually-hidden">{label}: there is none</span>
      </Button>
    )
  return (
    <LinkButton
      className="incident-neighbour"
      to="/manage/$guildId/antinuke/incidents/$number"
      params={{ guildId, number: String(number) }}
      icon={icon}
    >
      <span className="visually-hidden">
        {label}: {number}
      </span>
    </LinkButton>
  )
}

function Report({ guildId, report, now }: { guildId: string; report: IncidentReport; now: number }) {
  const [chosen, setChosen] = useState<number>()
  // A new object for each press, so that an object closed in the meantime opens again.
  const [asked, setAsked] = useState<AskedObject>()
  const open = ({ of, id }: VerifiedObject) => setAsked({ of, id })
  return (
    <div className="incident">
      <Progress guildId={guildId} report={report} />
      <Figures figures={figuresOf(report, now)} />
      <div className="main-and-side">
        <div>
          <SecondBySecond report={report} now={now} chosen={chosen} onChoose={setChosen} onOpen={open} />
          <Proof guildId={guildId} report={report} asked={asked} />
        </div>
        <div>
          <Sides guildId={guildId} report={report} onOpen={open} />
        </div>
      </div>
    </div>
  )
}
