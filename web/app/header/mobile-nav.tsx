import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { mainLinks } from './links.ts'

interface MobileNavProps {
  /** Presses on it are its own business; focus goes back to it. */
  opener: RefObject<HTMLElement | null>
  onClose(): void
}

/** The site's links on a narrow screen. Closes on Escape and on a press outside. */
export function MobileNav({ opener, onClose }: MobileNavProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || panel.current?.contains(target) || opener.current?.contains(target)) return
      onClose()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      onClose()
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', onPress, { signal })
    document.addEventListener('keydown', onKey, { signal })
    return () => stop.abort()
  }, [opener, onClose])
  return (
    <div ref={panel} className="mobile-nav">
      <nav aria-label="Main">
        {mainLinks.map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === '/' }} onClick={onClose}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="mobile-nav-theme">
        <span>Theme</span>
        <ThemeToggle />
      </div>
    </div>
  )
}
