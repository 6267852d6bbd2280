import { createFileRoute } from '@tanstack/react-router'
import { MemberPage } from '../member/member-page.tsx'

export const Route = createFileRoute('/manage/$guildId/members/$userId')({ component: Member })

function Member() {
  const { guildId, userId } = Route.useParams()
  // A new page for each person, so that choices made and dialogs opened for one do not carry over to the next.
  return <MemberPage key={userId} guildId={guildId} userId={userId} />
}
