import { createFileRoute, Link } from '@tanstack/react-router'
import { Spinner } from '#web/ui/spinner.tsx'
import { loadingServer, RequireUser } from '../guard.tsx'
import { Page } from '../page.tsx'
import '../notice.css'

/** An address without a server: nothing will load, so it offers a way on. */
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
