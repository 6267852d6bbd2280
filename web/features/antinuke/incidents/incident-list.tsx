import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ShownIncident } from '#features/antinuke/incidents/contract.ts'
import { momentWithin } from '#web/app/dates.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { ListFrame } from '#web/app/list/list-frame.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { formatCount } from '#web/ui/numbers.ts'
import { actorName, states } from './incident-words.ts'
import { Strip } from './incident-strip.tsx'
import { useIncidents } from './use-incidents.ts'
import './incident-list.css'

/** All attacks on the server, newest first. */
export function IncidentList({ guildId }: { guildId: string }) {
  const query = useIncidents(guildId)
  const incidents = query.data?.pages.flatMap(page => page.incidents) ?? []
  return (
    <Card as="section" aria-label="Incidents">
      <ListFrame
        noun={['incident', 'incidents']}
        query={query}
        shown={incidents.length}
        total={query.data?.pages[0]?.total ?? 0}
        more="Show older incidents"
        filtered={false}
        onClear={() => undefined}
        noMatch={{ title: '' }}
        empty={
          <Empty
            title="No incidents yet."
            action={
              <LinkButton to="/manage/$guildId/antinuke/drill" params={{ guildId }}>
                Set up a drill
              </LinkButton>
            }
          >
            Run a drill to see one.
          </Empty>
        }
      >
        <ul className="incident-rows">
          {incidents.map(incident => (
            <Row key={incident.number} guildId={guildId} incident={incident} now={query.dataUpdatedAt} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  )
}

function Row({ guildId, incident, now }: { guildId: string; incident: ShownIncident; now: number }) {
  const { number, state, startedAt, landed, module, strip } = incident
  return (
    <li>
      <Link
        className="incident-row"
        to="/manage/$guildId/antinuke/incidents/$number"
        params={{ guildId, number: String(number) }}
      >
        <span className="incident-row-words">
          <b>Incident {number}</b>
          <span>
            {actorName(incident)}: {formatCount(landed, 'action')}, {module}
          </span>
        </span>
        <Strip pickets={strip} />
        <time dateTime={new Date(startedAt).toISOString()}>{momentWithin(startedAt, now)}</time>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        <ChevronRight aria-hidden />
      </Link>
    </li>
  )
}
