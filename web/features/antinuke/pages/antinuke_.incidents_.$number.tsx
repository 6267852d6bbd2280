import { createFileRoute } from '@tanstack/react-router'
import { IncidentPage } from '../incidents/incident-page.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/incidents_/$number')({ component: Incident })

function Incident() {
  const { guildId, number } = Route.useParams()
  // A new page for each incident, so that choices made in one do not appear in the next.
  return <IncidentPage key={number} guildId={guildId} number={number} />
}
