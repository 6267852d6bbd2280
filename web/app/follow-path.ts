import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { takeRememberedPath } from './redirect.ts'
import { useAuth } from './session.tsx'

/** Once signed in, goes to the page that was requested before signing in, if any. */
export function useFollowRememberedPath(): void {
  const { user } = useAuth()
  const router = useRouter()
  const signedIn = user !== undefined
  useEffect(() => {
    const path = signedIn ? takeRememberedPath() : undefined
    if (path !== undefined) router.history.replace(path)
  }, [signedIn, router])
}
