import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LogIn, LogOut } from 'lucide-react'
import type invites from '#features/invites/contract.ts'
import { reader } from '#web/app/api.ts'
import { dateText } from '#web/app/dates.ts'
import { MemberCard } from '#web/app/people/member-card.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import { nameOf } from '#web/app/people/people-list.tsx'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { certaintyLabels, fakeLabels, joinText, type Join } from '../invite-text.ts'
import { invitesKey } from '../queries.ts'

// Type import only, so that the page does not load the schemas.
const readInvites = reader<typeof invites>()

/** How somebody last joined. */
export const joinOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...invitesKey(guildId), 'joins', 'of', userId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { joins } = await readInvites('/guild/:guildId/invites/joins', {
      params: { guildId },
      query: { user: userId, limit: 1 },
      signal,
    })
    return { join: joins[0] }
  },
})

const day = (at: number) => <time dateTime={new Date(at).toISOString()}>{dateText(at)}</time>

/** A card on a member's page: when and by whose invite they last joined, and when they left. */
export function JoinsCard(person: PersonShown) {
  const { guildId, userId } = person
  const query = useQuery(joinOf(person))
  return (
    <MemberCard
      title="Joins"
      query={query}
      none={({ join }) => (join ? undefined : 'No join was recorded.')}
      renderEnd={() => (
        <Link className="link" to="/manage/$guildId/invites" params={{ guildId }} search={{ joins: userId }}>
          Recent joins
        </Link>
      )}
    >
      {({ join }) =>
        join && (
          <ol className="member-rows">
            {join.leftAt !== null && (
              <li>
                <LogOut aria-hidden />
                <div>
                  <b>Left</b>
                </div>
                {day(join.leftAt)}
              </li>
            )}
            <Joined join={join} />
          </ol>
        )
      }
    </MemberCard>
  )
}

function Joined({ join }: { join: Join }) {
  const { label, tone } = certaintyLabels[join.certainty]
  // The name is a link. The split character cannot occur in any text.
  const [before, after] = join.via === 'unknown' ? ['How is not known'] : joinText(join, () => '\0').split('\0')
  return (
    <li>
      <LogIn aria-hidden />
      <div>
        <b>Joined</b>
        <p>
          {before}
          {join.inviter && <MemberLink id={join.inviter.id}>{nameOf(join.inviter)}</MemberLink>}
          {after}
        </p>
      </div>
      {join.fake && <Badge outline>{fakeLabels[join.fake]}</Badge>}
      {join.via !== 'unknown' && <Badge tone={tone}>{label}</Badge>}
      {day(join.at)}
    </li>
  )
}
