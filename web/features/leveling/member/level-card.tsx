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

// By type only: the page does without the schemas.
const readLeveling = reader<typeof leveling>()

/** Somebody's row of the leaderboard, which is searched by their id. */
export const levelOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...guildKey(guildId), 'progression', 'board', 'of', userId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { rows } = await readLeveling('/guild/:guildId/progression/leaderboard', {
      params: { guildId },
      query: { search: userId },
      signal,
    })
    return { row: rows.find(({ user }) => user.id === userId) }
  },
})

/** On somebody's page: their level, how far it is to the next, and how much they have written. */
export function LevelCard(person: PersonShown) {
  const { guildId, userId } = person
  const query = useQuery(levelOf(person))
  return (
    <MemberCard
      title="Level"
      query={query}
      none={({ row }) => (row ? undefined : 'No XP.')}
      renderEnd={({ row }) =>
        row && (
          <Link
            className="link"
            to="/manage/$guildId/progression/leaderboard"
            params={{ guildId }}
            search={{ search: userId }}
          >
            Rank {formatNumber(row.rank)}
          </Link>
        )
      }
    >
      {({ row }) =>
        row && (
          <>
            <p className="member-level">
              Level {formatNumber(row.level)}{' '}
              <small>
                {formatNumber(row.xp)} of {formatNumber(row.needed)} XP
              </small>
            </p>
            <progress className="xp-progress" max={row.needed} value={row.xp} aria-label="XP towards the next level" />
            <p className="member-note">
              {formatNumber(row.total)} XP in all, {formatCount(row.messages, 'message')}.
            </p>
          </>
        )
      }
    </MemberCard>
  )
}
