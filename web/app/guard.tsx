import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { currentPath, rememberPath } from './redirect.ts'
import { useAuth } from './session.tsx'

/** What a server's pages show until the session is known. */
export const loadingServer = 'Loading server information...'

/** Shows its children to signed-in users; others are sent to /login and come back afterwards. */
export function RequireUser({ children, waiting }: { children: ReactNode; waiting?: string }) {
  const { user, loading } = useAuth()
  if (loading) return <CentredSpinner {...(waiting !== undefined && { label: waiting })} />
  return user ? children : <ToLogin />
}

function ToLogin() {
  const { leaving } = useAuth()
  useEffect(() => {
    if (!leaving) rememberPath(currentPath())
  }, [leaving])
  return <Navigate to="/login" replace ignoreBlocker />
}
