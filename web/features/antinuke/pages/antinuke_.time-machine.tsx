import { createFileRoute } from '@tanstack/react-router'
import { AntinukeShell } from '../shell.tsx'
import { TimeMachine } from '../time-machine/time-machine.tsx'

/** The two times to start with (Unix ms). */
const readMoments = ({ from, to }: Record<string, unknown>): { from?: number; to?: number } => ({
  ...(typeof from === 'number' && Number.isSafeInteger(from) && { from }),
  ...(typeof to === 'number' && Number.isSafeInteger(to) && { to }),
})

export const Route = createFileRoute('/manage/$guildId/antinuke_/time-machine')({
  validateSearch: readMoments,
  component: Page,
})

function Page() {
  const { guildId } = Route.useParams()
  const { from, to } = Route.useSearch()
  return (
    <AntinukeShell guildId={guildId} label="Time machine" whileOff="What was recorded before is still here.">
      <TimeMachine key={`${guildId} ${from} ${to}`} guildId={guildId} from={from} to={to} />
    </AntinukeShell>
  )
}
