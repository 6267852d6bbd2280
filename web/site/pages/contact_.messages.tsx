import { createFileRoute, Link } from '@tanstack/react-router'
import { RequireUser } from '#web/app/guard.tsx'
import { Messages } from '../contact/messages.tsx'
import { PublicHead, PublicPage } from '../shared/public-page.tsx'
import '../contact/contact.css'

export const Route = createFileRoute('/contact_/messages')({
  component: () => (
    <RequireUser>
      <PublicPage title="Messages">
        <PublicHead title="Messages">
          What was written on the{' '}
          <Link to="/contact" className="link">
            contact page
          </Link>
          , for the people who run this copy. Each is deleted after 90 days.
        </PublicHead>
        <Messages />
      </PublicPage>
    </RequireUser>
  ),
})
