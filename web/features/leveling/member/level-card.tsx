import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type leveling from '#features/leveling/contract.ts'
import { reader } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { MemberCard } from '#web/app/people/member-card.tsx'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'
import '../xp-progress.css'
import './level-card.css'

// Type import only, so that the page does not load the schemas.
const readLeveling = reader<typeof leveling>()

/** Somebody's level, also after they have left. */
export const levelOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...guildKey(guildId), 'progression', 'standing', userId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readLeveling('/guild/:guildId/progression/members/:userId', { params: { guildId, userId }, signal }),
})

/** A card on a member's page: their level, the progress to the next, and how much they have written. */
export function LevelCard(person: PersonShown) {
  const { guildId, userId } = person
  const query = useQuery(levelOf(person))
  return (
    <MemberCard
      title="Level"
      query={query}
      none={({ standing }) => (standing ? undefined : 'No XP.')}
      renderEnd={({ standing }) =>
        standing &&
        standing.rank !== null && (
          <Link
            className="link"
            to="/manage/$guildId/progression/leaderboard"
            params={{ guildId }}
            search={{ search: userId }}
          >
            Rank {formatNumber(standing.rank)}
          </Link>
        )
      }
    >
      {({ standing }) =>
        standing && (
          <>
            <p className="member-level">
              Level {formatNumber(standing.level)}{' '}
              <small>
                {formatNumber(standing.xp)} of {formatNumber(standing.needed)} XP
              </small>
            </p>
            <progress
              className="xp-progress"
              max={standing.needed}
              value={standing.xp}
              aria-label="XP toward the next level"
            />
            <p className="member-note">
              {formatNumber(standing.total)} XP in all, {formatCount(standing.messages, 'message')}.
              {standing.rank === null && ' Kept for their return; until then they have no rank.'}
            </p>
          </>
        )
      }
    </MemberCard>
  )
}
