import { Link } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useDismiss } from '#web/ui/dismiss.ts'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { mainLinks } from './links.ts'

interface MobileNavProps {
  /** The button handles clicks on itself; focus returns to it. */
  opener: RefObject<HTMLElement | null>
  onClose(): void
}

/** The site's links on a narrow screen. */
export function MobileNav({ opener, onClose }: MobileNavProps) {
  const panel = useRef<HTMLDivElement>(null)
  useDismiss(true, [panel, opener], by => {
    onClose()
    if (by === 'escape') opener.current?.focus()
  })
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
