import type { ReactNode } from 'react'
import { ComingSoon } from '#web/app/coming-soon.tsx'
import { LinkButton } from '#web/app/link-button.tsx'
import { Page } from '#web/app/page.tsx'
import './soon-page.css'

/** A public page for a later release; it says what will be there and where to go meanwhile. */
export function SoonPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} className="notice-page">
      <ComingSoon>{children}</ComingSoon>
      <p className="soon-links">
        <LinkButton to="/docs">View Documentation</LinkButton>
        <LinkButton to="/">Home</LinkButton>
      </p>
    </Page>
  )
}
