import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { currentPath, rememberPath } from './redirect.ts'
import { useAuth } from './session.tsx'

/** What a server's pages show until the session is known. */
export const loadingServer = 'Loading server information...'

/** Shows its children to signed-in users; others are sent to /login and come back afterwards. */
export function RequireUser({ children, waiting }: { children: ReactNode; waiting?: string }) {
  const { user, loading } = useAuth()
  const spinner = <CentredSpinner {...(waiting !== undefined && { label: waiting })} />
  if (loading) return spinner
  return user ? <InSlices meanwhile={spinner}>{children}</InSlices> : <ToLogin />
}

/** Draws a whole page in slices, between which the browser answers whoever taps already; an answer of the server is drawn in one piece. */
function InSlices({ children, meanwhile }: { children: ReactNode; meanwhile: ReactNode }) {
  return useDeferredValue(true, false) ? children : meanwhile
}

function ToLogin() {
  const { leaving } = useAuth()
  useEffect(() => {
    if (!leaving) rememberPath(currentPath())
  }, [leaving])
  return <Navigate to="/login" replace ignoreBlocker />
}
