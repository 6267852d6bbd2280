import { Banner } from '#web/ui/banner.tsx'
import { useSessionEnded } from '../ended-session.ts'
import { useRefreshOnReturn } from '../refresh-on-return.ts'

/** What to do when the session ends while something is unsaved. It goes when whoever edits comes back signed in. */
export function SignedOut() {
  return useSessionEnded() ? <SignInAgain /> : null
}

function SignInAgain() {
  useRefreshOnReturn()
  return (
    <Banner tone="warning" title="You are signed out.">
      <a className="link" href="/api/login" target="_blank" rel="noopener">
        Sign in in a new tab
      </a>
      , then come back and save. What you typed is still here.
    </Banner>
  )
}
