import { useEffect } from 'react'
import { useAuth } from './session.tsx'

/** Refetches when the window gets the focus: the bot may have been added in Discord's tab in the meantime. */
export function useRefreshOnReturn(): void {
  const { refresh } = useAuth()
  useEffect(() => {
    const onFocus = () => void refresh()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [refresh])
}
