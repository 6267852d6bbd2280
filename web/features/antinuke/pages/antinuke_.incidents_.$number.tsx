import { createFileRoute } from '@tanstack/react-router'
import { IncidentPage } from '../incidents/incident-page.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/incidents_/$number')({ component: Incident })

function Incident() {
  const { guildId, number } = Route.useParams()
  // Another incident is another page: what was chosen or open in one is not in the next.
  return <IncidentPage key={number} guildId={guildId} number={number} />
}
