import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '../coming-soon.tsx'
import { LinkButton } from '../link-button.tsx'
import { entries } from '../navigation/entries.ts'
import { entryAt } from '../navigation/entry.ts'
import { plannedPaths } from '../navigation/planned.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '../page.tsx'
import '../notice.css'

/** Features that are planned but have no page yet; any other path below a server is not found. */
export const Route = createFileRoute('/manage/$guildId/$')({ component: Unbuilt })

function Unbuilt() {
  const { guildId, _splat = '' } = Route.useParams()
  const path = _splat.replace(/\/$/, '')
  const entry = plannedPaths.has(path) ? entryAt(entries, path) : undefined
  return (
    <Page title={entry?.name ?? 'Page not found'} className="notice-page">
      {entry ? (
        <ComingSoon />
      ) : (
        <Empty
          level={1}
          title="This page does not exist"
          action={
            <LinkButton to="/manage/$guildId/dashboard" params={{ guildId }} variant="primary">
              Go to the dashboard
            </LinkButton>
          }
        >
          The address may be mistyped, or the page has moved.
        </Empty>
      )}
    </Page>
  )
}
