import type { ReactNode, Ref } from 'react'
import type { Person } from '#contract'
import { loadMore } from '#web/app/list/reload.ts'
import { MemberLink } from './member-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import './people-list.css'

/** Somebody's name; their id if Discord no longer provides a name. */
export const nameOf = ({ id, name }: Person): string => name ?? id

/** The query state that a list needs; `pages` for a list that is loaded page by page. */
interface ListState {
  isPending: boolean
  isError: boolean
  count: number
  pages?: Parameters<typeof loadMore>[0] & { hasNextPage: boolean; isFetchingNextPage: boolean }
}

/** The offset of the next page of rows, or undefined after the last. */
export function nextOffset(pages: readonly { total: number }[], pageSize: number): number | undefined {
  const shown = pages.length * pageSize
  return shown < (pages.at(-1)?.total ?? 0) ? shown : undefined
}

/** A card with a list of people, or of things that belong to them. */
export function ListCard({
  title,
  action,
  none,
  state,
  foot,
  ref,
  children,
}: {
  title: string
  action?: ReactNode
  /** One sentence for an empty list. */
  none: string
  state: ListState
  foot?: ReactNode
  /** For links that lead to the list. */
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  return (
    <Card as="section" ref={ref} aria-label={title}>
      <CardHead title={title}>{action}</CardHead>
      {state.isError && <p className="people-note">This could not be loaded. Reload the page to try again.</p>}
      {!state.isError && !state.isPending && state.count === 0 && <p className="people-note">{none}</p>}
      <ul className="people-list">{children}</ul>
      {state.pages?.hasNextPage && (
        <div className="people-more">
          <Button
            size="sm"
            variant="ghost"
            busy={state.pages.isFetchingNextPage}
            onClick={() => state.pages && void loadMore(state.pages)}
          >
            Show more
          </Button>
        </div>
      )}
      {foot}
    </Card>
  )
}

/** One row: a person, a description, and what is at the right. */
export function PersonRow({ person, children, end }: { person: Person; children: ReactNode; end?: ReactNode }) {
  return (
    <li>
      <Avatar src={person.avatarURL} size={32} />
      <div className="people-words">
        <b>
          <MemberLink id={person.id}>{nameOf(person)}</MemberLink>
        </b>
        <p>{children}</p>
      </div>
      {end !== undefined && <div className="people-end">{end}</div>}
    </li>
  )
}
