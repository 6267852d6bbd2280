import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { BoardRow } from '#features/leveling/contract.ts'
import { isForbidden } from '#web/app/api.ts'
import { LinkButton } from '#web/app/link-button.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type XpAction, BoardTable } from '../board-table.tsx'
import { ChangesSection } from '../xp-changes-section.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { memberCount } from '../leveling-text.ts'
import { pageSize, useBoard, useXpChanges } from '../use-leaderboard.ts'
import { GiveXpDialog } from '../give-xp-dialog.tsx'
import { ResetDialog } from '../reset-dialog.tsx'
import { RoleResultList } from '../role-result.tsx'
import { XpDialog } from '../xp-dialog.tsx'
import '../leaderboard.css'

/**
 * The state in the URL, so that a page can be bookmarked and restored with Back. Without zod: this is in the first
 * chunk of the site.
 */
function readAddress({ search, page }: Record<string, unknown>): { search?: string; page?: number } {
  // The router parses a search for digits as a number.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 100) : ''
  return {
    ...(text !== '' && { search: text }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  }
}

export const Route = createFileRoute('/manage/$guildId/progression_/leaderboard')({
  component: Leaderboard,
  validateSearch: readAddress,
})

function Leaderboard() {
  const { guildId } = Route.useParams()
  const { search = '', page = 1 } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const board = useBoard(guildId, search, page)
  const changes = useXpChanges(guildId)
  const [chosen, setChosen] = useState<{ row: BoardRow; action: XpAction }>()
  const [resetting, setResetting] = useState(false)
  const [giving, setGiving] = useState(false)
  const readOnly = !useMayManage(guildId)('leveling')
  const go = (next: { search?: string; page?: number }, replace = false) =>
    void navigate({
      search: readAddress({ ...next }),
      replace,
    })
  const hidden = isForbidden(board.error)
  const { rows = [], total = 0 } = board.data ?? {}
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <>
      <PageHead
        title="Leaderboard"
        actions={
          <LinkButton icon={<ArrowLeft aria-hidden />} to="/manage/$guildId/progression" params={{ guildId }}>
            Levels
          </LinkButton>
        }
      >
        Members of this server by XP.
      </PageHead>
      <div className="board-page">
        {changes.everybody.isSuccess && (
          <Banner
            tone="success"
            title={`${memberCount(changes.everybody.data.members)} reset.`}
            onClose={changes.everybody.reset}
          />
        )}
        {changes.everybody.isSuccess && <RoleResultList guildId={guildId} batch={changes.everybody.data.batch} />}
        {hidden ? (
          <NotShared />
        ) : (
          <>
            <Card as="section" aria-label="Members by XP">
              <div className="board-bar">
                <SearchInput
                  label="Search members"
                  placeholder="Name or ID"
                  value={search}
                  onChange={text => go({ search: text }, true)}
                />
                <Button why={readOnly} onClick={() => setGiving(true)}>
                  Give XP
                </Button>
                <Button
                  variant="danger-quiet"
                  why={readOnly || (board.data?.total === 0 && search === '' && 'Nobody has XP yet.')}
                  onClick={() => setResetting(true)}
                >
                  Reset everybody
                </Button>
              </div>
              {board.isError && (
                <Banner tone="danger" title="The leaderboard could not be loaded.">
                  <TextButton onClick={() => void board.refetch()}>Try again</TextButton>
                </Banner>
              )}
              {board.isPending && <Skeleton className="board-skeleton" />}
              {board.isSuccess && rows.length === 0 && <Nobody search={search} onClear={() => go({})} />}
              {rows.length > 0 && (
                <BoardTable rows={rows} readOnly={readOnly} onChoose={(row, action) => setChosen({ row, action })} />
              )}
              {total > 0 && (
                <div className="board-foot">
                  <p className="field-help">
                    {memberCount(total)}, page {formatNumber(page)} of {formatNumber(pages)}
                  </p>
                  <span>
                    <Button
                      size="sm"
                      why={page <= 1 && 'This is the first page.'}
                      onClick={() => go({ search, page: page - 1 })}
                    >
                      Previous
                    </Button>
                    <Button
                      size="sm"
                      why={page >= pages && 'This is the last page.'}
                      onClick={() => go({ search, page: page + 1 })}
                    >
                      Next
                    </Button>
                  </span>
                </div>
              )}
            </Card>
            <ChangesSection guildId={guildId} undo={changes.undo} readOnly={readOnly} />
          </>
        )}
        {chosen && (
          <XpDialog guildId={guildId} chosen={chosen} change={changes.member} onClose={() => setChosen(undefined)} />
        )}
        {giving && <GiveXpDialog guildId={guildId} change={changes.member} onClose={() => setGiving(false)} />}
        {resetting && <ResetDialog change={changes.everybody} onClose={() => setResetting(false)} />}
      </div>
    </>
  )
}

function Nobody({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '')
    return <Empty title="Nobody has XP yet">Members appear here once they have written while ranking is on.</Empty>
  return (
    <Empty title="No members match your search" action={<Button onClick={onClear}>Clear search</Button>}>
      Search for part of a name, or for a whole ID.
    </Empty>
  )
}
