import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { currentPath, rememberPath } from './redirect.ts'
import { useAuth } from './session.tsx'

/** What a server's pages show until the session is known. */
export const loadingServer = 'Loading server information...'

/** Renders its children for signed-in users; sends others to /login and brings them back afterwards. */
export function RequireUser({ children, waiting }: { children: ReactNode; waiting?: string }) {
  const { user, loading } = useAuth()
  const spinner = <CentredSpinner {...(waiting !== undefined && { label: waiting })} />
  if (loading) return spinner
  return user ? <InSlices meanwhile={spinner}>{children}</InSlices> : <ToLogin />
}

/**
 * Renders a whole page in slices (a deferred update), so that the browser can respond to taps in between. Data that
 * arrives from the server is rendered in one piece.
 */
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
