import { createFileRoute } from '@tanstack/react-router'
import { LinkButton } from '../link-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '../page.tsx'
import '../notice.css'

/** Any path below a server that has no page. */
export const Route = createFileRoute('/manage/$guildId/$')({ component: Unknown })

function Unknown() {
  const { guildId } = Route.useParams()
  return (
    <Page title="Page not found" className="notice-page">
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
    </Page>
  )
}
