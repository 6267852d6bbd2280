import { createFileRoute } from '@tanstack/react-router'
import { IncidentList } from '../incidents/incident-list.tsx'
import { AntinukeShell } from '../shell.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/incidents')({ component: Incidents })

function Incidents() {
  const { guildId } = Route.useParams()
  return (
    <AntinukeShell guildId={guildId} label="Incidents" whileOff="What was recorded before is still here.">
      <IncidentList guildId={guildId} />
    </AntinukeShell>
  )
}
