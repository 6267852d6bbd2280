import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { wide } from '#web/ui/use-media.ts'

interface UIState {
  /** Whether the mobile menu (navigation, or the sidebar on a server's pages) is open. */
  menuOpen: boolean
  toggleMenu(): void
  setMenu(open: boolean): void
}

const UIStateContext = createContext<UIState | undefined>(undefined)

export function UIStateProvider({ children }: { children: ReactNode }) {
  const [menuOpen, setMenu] = useState(false)
  useEffect(() => {
    // On wide screens everything in the menu is on the page itself.
    const screen = matchMedia(wide)
    const close = () => setMenu(false)
    screen.addEventListener('change', close)
    return () => screen.removeEventListener('change', close)
  }, [])
  const state = useMemo(() => ({ menuOpen, setMenu, toggleMenu: () => setMenu(open => !open) }), [menuOpen])
  return <UIStateContext value={state}>{children}</UIStateContext>
}

/** State shared by the parts of the shell. @throws Error outside its provider */
export function useUIState(): UIState {
  const state = use(UIStateContext)
  if (!state) throw new Error('useUIState must be used within a UIStateProvider')
  return state
}
