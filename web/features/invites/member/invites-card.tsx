import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type invites from '#features/invites/contract.ts'
import { reader } from '#web/app/api.ts'
import { MemberCard } from '#web/app/people/member-card.tsx'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { invitesKey } from '../queries.ts'

// Type import only, so that the page does not load the schemas.
const readInvites = reader<typeof invites>()

/** How many members somebody has invited. */
export const invitesOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...invitesKey(guildId), 'board', 'of', userId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { rows } = await readInvites('/guild/:guildId/invites/board', {
      params: { guildId },
      query: { user: userId, limit: 1 },
      signal,
    })
    return { row: rows[0] }
  },
})

/** A card on a member's page: how many people came with their invites, and how many of those count. */
export function InvitesCard(person: PersonShown) {
  const query = useQuery(invitesOf(person))
  return (
    <MemberCard
      title="Invites"
      query={query}
      none={({ row }) => (row ? undefined : 'Nobody has joined with their invites.')}
      renderEnd={() => (
        <Link className="link" to="/manage/$guildId/invites" params={{ guildId: person.guildId }}>
          All inviters
        </Link>
      )}
    >
      {({ row }) =>
        row && (
          <dl className="member-facts-list">
            {(
              [
                ['Invites that count', row.effective],
                ['Came', row.tracked],
                ['Left again', row.left],
                ['Fake', row.fake],
                ['Added by hand', row.added],
              ] as const
            ).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatNumber(value)}</dd>
              </div>
            ))}
          </dl>
        )
      }
    </MemberCard>
  )
}
