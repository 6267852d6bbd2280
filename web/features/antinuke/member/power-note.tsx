import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type antinuke from '#features/antinuke/contract.ts'
import type { ShownMember } from '#kernel/members/contract.ts'
import { reader } from '#web/app/api.ts'
import { postureKey } from '../posture/posture-key.ts'
import { powerText } from './power-text.ts'

// Type import only, so that the page does not load the schemas.
const readAntinuke = reader<typeof antinuke>()

export const postureOf = (guildId: string) => ({
  queryKey: postureKey(guildId),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readAntinuke('/guild/:guildId/antinuke/posture', { params: { guildId }, signal }),
})

/** Below somebody's roles: which of them give power over the server. */
export function PowerNote({ guildId, roles }: { guildId: string; roles: ShownMember['roles'] }) {
  const { data } = useQuery(postureOf(guildId))
  const text = data && powerText(data.ladder, roles)
  if (text === undefined) return null
  return (
    <p className="member-note">
      <TriangleAlert aria-hidden />
      <span>
        {text}{' '}
        <Link className="link" to="/manage/$guildId/antinuke/posture" params={{ guildId }}>
          See posture
        </Link>
      </span>
    </p>
  )
}
