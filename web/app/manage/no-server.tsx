import { createFileRoute, Link } from '@tanstack/react-router'
import { Spinner } from '#web/ui/spinner.tsx'
import { loadingServer, RequireUser } from '../guard.tsx'
import { Page } from '../page.tsx'
import '../notice.css'

/** A URL without a server id: nothing will load, so it links to the list of servers. */
export const Route = createFileRoute('/manage')({
  component: () => (
    <RequireUser waiting={loadingServer}>
      <Page title="Server" className="notice-page no-server">
        <h1>
          <Spinner label={loadingServer} />
        </h1>
        <Link to="/selector" className="link">
          Choose a server
        </Link>
      </Page>
    </RequireUser>
  ),
})
