import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import leveling from '#features/leveling/contract.ts'
import type { RoleOutlookReply, RoleResult } from '#features/leveling/role-changes/contract.ts'
import { address, ApiError, call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { loadMore } from '#web/app/list/reload.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { outcomeText, outlookTitle, resultTitle } from './role-text.ts'
import { pollMs } from './use-background-toast.ts'
import './progression.css'

const isMoving = (result: RoleResult | undefined) => result?.state === 'following' || result?.state === 'undoing'

const useRoleResult = (guildId: string, batch: string) =>
  useInfiniteQuery({
    queryKey: [...guildKey(guildId), 'progression', 'role-result', batch],
    queryFn: ({ pageParam: after, signal }) =>
      call(leveling, 'roleResult', { params: { guildId, batch }, query: { after }, signal }),
    initialPageParam: 0,
    getNextPageParam: last => last.next,
    // 404: no level gives a role, so none was changed.
    retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status === 404),
    refetchInterval: ({ state }) => (isMoving(state.data?.pages[0]) ? pollMs : false),
  })

/** Who was given or lost which level role, while it happens and afterwards. */
export function RoleResultList({ guildId, batch }: { guildId: string; batch: string }) {
  const result = useRoleResult(guildId, batch)
  const [first] = result.data?.pages ?? []
  if (!first) return null
  const rows = result.data?.pages.flatMap(page => page.rows) ?? []
  if (rows.length === 0 && !isMoving(first)) return null
  return (
    <Banner tone={first.state === 'stopped' ? 'danger' : 'info'} title={resultTitle(first)}>
      <ul className="import-lines" aria-label="Role changes">
        {rows.map(row => (
          <li key={row.id}>
            <b>{row.user.name}</b> {outcomeText(row)}
          </li>
        ))}
      </ul>
      <div className="role-effects-buttons">
        {result.hasNextPage && (
          <Button size="sm" busy={result.isFetchingNextPage} onClick={() => void loadMore(result)}>
            Show more
          </Button>
        )}
        <ButtonAnchor
          size="sm"
          icon={<Download aria-hidden />}
          href={address(leveling.endpoints.roleResultFile.path, { params: { guildId, batch } })}
          download
        >
          Download as CSV
        </ButtonAnchor>
      </div>
    </Banner>
  )
}

/** Who would be given or lose which level role. */
export function RoleOutlookList({
  roles,
  busy,
  onMore,
}: {
  roles: readonly RoleOutlookReply[]
  busy: boolean
  onMore: (from: number) => void
}) {
  const first = roles[0]
  const last = roles.at(-1)
  if (!first || !last) return null
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => `@${name}`).join(', ')
  return (
    <>
      <h3>{outlookTitle(first)}</h3>
      <ul className="import-lines" aria-label="Role changes">
        {roles.flatMap(page =>
          page.rows.map(({ user, gives, takes }) => (
            <li key={user.id}>
              <b>
                <bdi>{user.name ?? user.id}</bdi>
              </b>{' '}
              {gives.length > 0 && `gets ${named(gives)}`}
              {gives.length > 0 && takes.length > 0 && ' and '}
              {takes.length > 0 && `loses ${named(takes)}`}
            </li>
          )),
        )}
        {first.problems.map(({ role, reason }) => (
          <li key={role.id} className="role-effects-problem">
            @{role.name} stays as it is: {reason}
          </li>
        ))}
      </ul>
      {last.next !== null && (
        <div>
          <Button size="sm" busy={busy} onClick={() => last.next !== null && onMore(last.next)}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
