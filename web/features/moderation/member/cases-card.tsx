import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type moderation from '#features/moderation/contract.ts'
import type { CaseRow } from '#features/moderation/contract.ts'
import { reader } from '#web/app/api.ts'
import { When } from '#web/app/history/relative-time.tsx'
import { MemberCard } from '#web/app/people/member-card.tsx'
import { MemberLink } from '#web/app/people/member-link.tsx'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { kindLabel, stateOf, toneOf } from '../cases/case-state.ts'
import { casesKey } from '../cases/cases-key.ts'

// Type import only, so that the page does not load the schemas.
const readModeration = reader<typeof moderation>()

const shown = 4

/** Somebody's newest cases. */
export const casesOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...casesKey(guildId), 'of', userId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readModeration('/guild/:guildId/moderation/cases', {
      params: { guildId },
      query: { target: userId, limit: shown },
      signal,
    }),
})

/** A card on a member's page: what moderators and rules did to them. */
export function CasesCard(person: PersonShown) {
  const { guildId, userId } = person
  const query = useQuery(casesOf(person))
  return (
    <MemberCard
      title="Cases"
      query={query}
      none={({ total }) => (total === 0 ? 'No cases.' : undefined)}
      renderEnd={({ total }) => (
        <Link
          className="link"
          to="/manage/$guildId/moderation"
          params={{ guildId }}
          search={{ target: userId }}
          hash="cases"
        >
          All {formatNumber(total)}
          <span className="visually-hidden"> cases</span>
        </Link>
      )}
    >
      {({ cases }) => (
        <ol className="member-rows">
          {cases.map(entry => (
            <Row key={entry.number} guildId={guildId} entry={entry} now={query.dataUpdatedAt} />
          ))}
        </ol>
      )}
    </MemberCard>
  )
}

function Row({ guildId, entry, now }: { guildId: string; entry: CaseRow; now: number }) {
  const { number, kind, reason, detail, moderator, createdAt, voided } = entry
  const text = reason ?? detail
  const state = stateOf(entry)
  return (
    <li>
      <div>
        <Link className="member-link" to="/manage/$guildId/moderation" params={{ guildId }} search={{ case: number }}>
          #{number} {kindLabel(kind)}
        </Link>
        <p>{text === null || text === '' ? 'No reason given' : text}</p>
        <p>
          By <MemberLink id={moderator?.id}>{moderator?.name ?? 'somebody unknown'}</MemberLink>
        </p>
      </div>
      {state !== undefined && <Badge tone={voided || !entry.active ? 'neutral' : toneOf(kind)}>{state}</Badge>}
      <When at={createdAt} now={now} />
    </li>
  )
}
