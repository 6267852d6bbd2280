import { useEffect } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { useSessionEnded, useUnsaved } from './ended-session.ts'
import { useRefreshOnReturn } from './refresh-on-return.ts'
import { useAuth } from './session.tsx'

/**
 * Keeps the page if the session ends while something on it is `unsaved`, and says what to do. It disappears once the
 * user has signed in again and comes back.
 */
export function SignedOut({ unsaved }: { unsaved: boolean }) {
  useUnsaved(unsaved)
  return useSessionEnded() && unsaved ? <SignInAgain /> : null
}

function SignInAgain() {
  const { refresh } = useAuth()
  useRefreshOnReturn()
  // The user may have signed in elsewhere since.
  useEffect(() => void refresh(), [refresh])
  return (
    <Banner tone="warning" title="You are signed out.">
      <a className="link" href="/api/login" target="_blank" rel="noopener">
        Sign in in a new tab
      </a>
      , then come back and continue. What you entered is still here.
    </Banner>
  )
}
