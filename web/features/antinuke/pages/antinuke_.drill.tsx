import { createFileRoute } from '@tanstack/react-router'
import { DrillPage } from '../drill/drill-page.tsx'
import { AntinukeShell } from '../shell.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/drill')({ component: Drill })

function Drill() {
  const { guildId } = Route.useParams()
  return (
    <AntinukeShell guildId={guildId} label="Drill" whileOff="A drill shows what would happen if it were on.">
      <DrillPage guildId={guildId} />
    </AntinukeShell>
  )
}
