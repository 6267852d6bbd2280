import { useInfiniteQuery } from '@tanstack/react-query'
import kernel from '#kernel/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { call } from '../api.ts'
import { guildKey } from '../guild-key.ts'
import { authorText, valueText } from './history-text.ts'
import { When } from './when.tsx'
import './history.css'

const pageSize = 10

/** A guild's settings changes, newest first, page by page; of one feature where it is named. */
export const useHistory = (guildId: string, feature?: string) =>
  useInfiniteQuery({
    queryKey: [...guildKey(guildId), 'history', feature],
    queryFn: ({ pageParam, signal }) =>
      call(kernel, 'history', { params: { guildId }, query: { feature, before: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: last => (last.revisions.length < pageSize ? undefined : last.revisions.at(-1)?.id),
  })

/** Who changed what and when on this page: before and after. */
export function History({ guildId, feature }: { guildId: string; feature: string }) {
  const history = useHistory(guildId, feature)
  const { data, dataUpdatedAt, isPending, isError, hasNextPage, fetchNextPage, isFetchingNextPage } = history
  const revisions = data?.pages.flatMap(page => page.revisions) ?? []
  return (
    <Card as="section" aria-label="History">
      <CardHead title="History" />
      {revisions.length === 0 && !isPending && (
        <p className="history-none">
          {isError ? 'The history could not be loaded.' : 'Nothing has been changed here yet.'}
        </p>
      )}
      <ol className="history">
        {revisions.map(revision => (
          <li key={revision.id}>
            <div className="history-head">
              <b>{authorText(revision.author)}</b>
              <When at={revision.at} now={dataUpdatedAt} />
            </div>
            <ul>
              {revision.changes.map(change => (
                <li key={change.key}>
                  {change.label} <del className="code">{valueText(change.before)}</del>
                  <span aria-hidden="true"> → </span>
                  <span className="visually-hidden"> became </span>
                  <ins className="code">{valueText(change.after)}</ins>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="history-more">
          <Button size="sm" variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older changes
          </Button>
        </div>
      )}
    </Card>
  )
}
