import { type ReactNode, useId } from 'react'
import { Card } from '#web/ui/card.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import './member-card.css'

/** A card on a member's page: its heading, and its content once loaded. */
export function MemberCard<T>({
  title,
  query: { data, isError, isFetching, refetch },
  renderEnd,
  none,
  children,
}: {
  title: string
  query: { data: T | undefined; isError: boolean; isFetching: boolean; refetch(): Promise<unknown> }
  /** At the right of the heading: a figure, or the link to the full list. */
  renderEnd?: (data: T) => ReactNode
  /** The sentence to show if there is nothing. */
  none: (data: T) => string | undefined
  children: (data: T) => ReactNode
}) {
  const id = useId()
  const empty = data === undefined ? undefined : none(data)
  return (
    <Card as="section" className="member-card" aria-labelledby={id}>
      <div className="member-card-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {data !== undefined && empty === undefined && renderEnd?.(data)}
      </div>
      {data === undefined && isError && (
        <p className="member-note" role="alert">
          <span>
            This could not be loaded.{' '}
            <TextButton busy={isFetching} onClick={() => void refetch()}>
              Try again
            </TextButton>
          </span>
        </p>
      )}
      {data === undefined && !isError && (
        <div role="status">
          <span className="visually-hidden">Loading {title.toLowerCase()}...</span>
          <Skeleton className="member-card-skeleton" />
        </div>
      )}
      {empty !== undefined && <p className="member-note">{empty}</p>}
      {data !== undefined && empty === undefined && children(data)}
    </Card>
  )
}
