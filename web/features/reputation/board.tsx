import { useInfiniteQuery } from '@tanstack/react-query'
import reputation from '#features/reputation/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { ListCard, nextOffset, PersonRow } from '#web/app/people/people-list.tsx'

const pageSize = 10

/** Members by the reputation they received. */
export function ReputationBoard({ guildId }: { guildId: string }) {
  const query = useInfiniteQuery({
    queryKey: [...guildKey(guildId), 'reputation', 'board'],
    queryFn: ({ pageParam, signal }) =>
      call(reputation, 'board', { params: { guildId }, query: { offset: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => nextOffset(pages, pageSize),
  })
  const rows = query.data?.pages.flatMap(page => page.rows) ?? []
  return (
    <ListCard
      title="Members by reputation"
      none="Nobody has received any yet."
      state={{ ...query, count: rows.length, pages: query }}
    >
      {rows.map(({ user, received }, place) => (
        <PersonRow key={user.id} person={user} end={<span className="people-figure">{received}</span>}>
          Place {place + 1}
        </PersonRow>
      ))}
    </ListCard>
  )
}
