import { createFileRoute } from '@tanstack/react-router'
import { MemberPage } from '../member/member-page.tsx'

export const Route = createFileRoute('/manage/$guildId/members/$userId')({ component: Member })

function Member() {
  const { guildId, userId } = Route.useParams()
  // Somebody else is another page: what was asked or open for one is not for the next.
  return <MemberPage key={userId} guildId={guildId} userId={userId} />
}
