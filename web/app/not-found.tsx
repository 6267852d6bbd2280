import { Empty } from '#web/ui/empty.tsx'
import { LinkButton } from './link-button.tsx'
import { Page } from './page.tsx'
import './notice.css'

/** The page for an unknown URL. */
export function NotFound() {
  return (
    <Page title="Page not found" className="notice-page">
      <Empty
        level={1}
        title="This page does not exist"
        action={
          <LinkButton to="/" variant="primary">
            Go to the home page
          </LinkButton>
        }
      >
        The address may be mistyped, or the page has moved.
      </Empty>
    </Page>
  )
}
