import { createFileRoute } from '@tanstack/react-router'
import { ExportMenu } from '#web/app/history/export-menu.tsx'
import { readFilter } from '#web/app/history/history-filter.ts'
import { HistoryList } from '#web/app/history/history-list.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Plans } from '#web/app/plans/plans.tsx'

export const Route = createFileRoute('/manage/$guildId/history')({
  // Parsed in the component: this line is in the first chunk of the site, which should not load contracts.
  validateSearch: (search: Record<string, unknown>) => search,
  component: History,
})

function History() {
  const { guildId } = Route.useParams()
  const filter = readFilter(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <>
      <PageHead title="History" actions={<ExportMenu guildId={guildId} filter={filter} />}>
        Every change to this server’s settings, who made it and how to undo it.
      </PageHead>
      <Plans guildId={guildId} />
      <HistoryList
        guildId={guildId}
        filter={filter}
        onFilter={change =>
          void navigate({
            search: before => ({ ...readFilter({ ...before, ...change }) }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  )
}
