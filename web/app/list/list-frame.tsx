import type { ReactNode } from 'react'
import { loadMore } from '#web/app/list/reload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { focusHeadingOf } from '#web/ui/focus-place.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import './list.css'

interface Pages {
  data: unknown
  isError: boolean
  error: Error | null
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  refetch(options?: { cancelRefetch: boolean }): Promise<unknown>
  fetchNextPage(): Promise<unknown>
}

interface ListFrameProps {
  /** The name of an entry, singular and plural: ['case', 'cases']. */
  noun: readonly [one: string, many: string]
  /** The error text, where the specification prescribes one. */
  failed?: string
  /** An infinite query of TanStack Query. */
  query: Pages
  shown: number
  /** How many entries match these filters in total. */
  total: number
  /** Follows the count: 'kept for 180 days'. */
  note?: string
  /** The label of the button that loads the next page. */
  more: string
  filtered: boolean
  onClear(): void
  /** Shown if there are no entries at all, and if none match. */
  empty: ReactNode
  noMatch: { title: string; hint?: string }
  /** The rows. */
  children: ReactNode
}

/** The body of a list that is loaded page by page: loading, failed, empty, rows, and how many of them are shown. */
export function ListFrame({
  noun: [one, many],
  failed = `The ${many} could not be loaded.`,
  query,
  shown,
  total,
  note,
  more,
  filtered,
  onClear,
  empty,
  noMatch,
  children,
}: ListFrameProps) {
  const { data, isError, isFetchingNextPage, hasNextPage } = query
  return (
    <>
      {isError && (
        <Banner tone="danger" title={failed}>
          {query.error?.message} <TextButton onClick={() => void query.refetch()}>Try again</TextButton>
        </Banner>
      )}
      {data === undefined && !isError && (
        <div className="list-loading" role="status">
          <span className="visually-hidden">Loading {many}...</span>
          {Array.from({ length: 4 }, (_, row) => (
            <Skeleton key={row} className="list-skeleton" />
          ))}
        </div>
      )}
      {data !== undefined &&
        shown === 0 &&
        (filtered ? (
          <Empty
            title={noMatch.title}
            action={
              <Button
                size="sm"
                onClick={({ currentTarget }) => {
                  focusHeadingOf(currentTarget)
                  onClear()
                }}
              >
                Clear filters
              </Button>
            }
          >
            {noMatch.hint}
          </Empty>
        ) : (
          empty
        ))}
      {shown > 0 && (
        <>
          {children}
          <div className="list-foot">
            <span role="status">
              {shown} of {total} {total === 1 ? one : many}
              {note !== undefined && `, ${note}`}
            </span>
            {hasNextPage && (
              <Button size="sm" busy={isFetchingNextPage} onClick={() => void loadMore(query)}>
                {more}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  )
}
