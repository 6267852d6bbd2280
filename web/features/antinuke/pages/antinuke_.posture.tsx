import { createFileRoute } from '@tanstack/react-router'
import { PosturePage } from '../posture/posture-page.tsx'
import { AntinukeShell } from '../shell.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/posture')({ component: Posture })

function Posture() {
  const { guildId } = Route.useParams()
  return (
    <AntinukeShell guildId={guildId} label="Posture" whileOff="The table shows who could be stopped if it were on.">
      <PosturePage guildId={guildId} />
    </AntinukeShell>
  )
}
