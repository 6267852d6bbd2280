import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { AntinukeTabs } from '../tabs.tsx'

export const Route = createFileRoute('/manage/$guildId/antinuke_/incidents')({ component: Incidents })

function Incidents() {
  const { guildId } = Route.useParams()
  return (
    <>
      <PageHead title="AntiNuke" documentTitle="Incidents">
        Stops destructive actions by members and bots, then restores what they changed.
      </PageHead>
      <AntinukeTabs guildId={guildId} />
      <Empty title="No incidents yet.">Run a drill to see one.</Empty>
    </>
  )
}
