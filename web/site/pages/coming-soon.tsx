import { createFileRoute } from '@tanstack/react-router'
import { LinkButton } from '#web/app/link-button.tsx'
import { Page } from '#web/app/page.tsx'
import { Fence, picketsOf } from '#web/ui/fence.tsx'
import '#web/app/notice.css'
import '../coming-soon.css'

export const Route = createFileRoute('/coming-soon')({ component: ComingSoon })

/** A public page for a later release, with links to use until then. */
function ComingSoon() {
  return (
    <Page title="Coming soon" className="notice-page">
      <div className="coming-soon">
        <Fence pickets={picketsOf(0, 5)} />
        <h1>Coming Soon!!</h1>
        <p>This part does not exist yet.</p>
      </div>
      <p className="soon-links">
        <LinkButton to="/docs">View Documentation</LinkButton>
        <LinkButton to="/">Home</LinkButton>
      </p>
    </Page>
  )
}
