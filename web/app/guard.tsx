import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { CentredSpinner } from '#web/ui/spinner.tsx'
import { currentPath, rememberPath } from './redirect.ts'
import { useAuth } from './session.tsx'

/** Shows its children to signed-in users; others are sent to /login and come back afterwards. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { user, loading } = useAuth()
  if (loading) return <CentredSpinner />
  return user ? children : <ToLogin />
}

function ToLogin() {
  const { leaving } = useAuth()
  useEffect(() => {
    if (!leaving) rememberPath(currentPath())
  }, [leaving])
  return <Navigate to="/login" replace />
}
