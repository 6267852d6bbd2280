import { createFileRoute } from '@tanstack/react-router'
import { AntinukeShell } from '../shell.tsx'
import { TimeMachine } from '../time-machine/time-machine.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/time-machine')({ component: Page })

function Page() {
  const { guildId } = Route.useParams()
  return (
    <AntinukeShell guildId={guildId} label="Time machine" whileOff="What was recorded before is still here.">
      <TimeMachine key={guildId} guildId={guildId} />
    </AntinukeShell>
  )
}
