import { Link, useRouter } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { LinkButton } from '../link-button.tsx'
import { useProductName } from '../queries.ts'
import { currentPath, rememberPath } from '../redirect.ts'
import { useAuth } from '../session.tsx'
import type { ShellKind } from '../shell.ts'
import { useUIState } from '../ui-state.tsx'
import { mainLinks } from './links.ts'
import { MobileNav } from './mobile-nav.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { useScroll } from '../scroll.ts'
import './header.css'

/** On /manage the hamburger opens the sidebar, elsewhere the site's links. */
export function Header({ kind }: { kind: ShellKind }) {
  const { user, loading } = useAuth()
  const { menuOpen, toggleMenu, setMenu } = useUIState()
  const name = useProductName()
  const menuButton = useRef<HTMLButtonElement>(null)
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', () => setMenu(false)), [router, setMenu])

  const hamburger = (
    <IconButton
      ref={menuButton}
      className="header-hamburger"
      label={menuOpen ? 'Close menu' : 'Open menu'}
      aria-expanded={menuOpen}
      icon={menuOpen && kind === 'public' ? <X aria-hidden /> : <MenuIcon aria-hidden />}
      onClick={toggleMenu}
    />
  )
  return (
    <header className="header" data-kind={kind}>
      {kind === 'manage' && hamburger}
      <Link to="/" className="header-brand" aria-label={`${name}, home`}>
        <Logo name={name} />
      </Link>
      <nav className="header-nav" aria-label="Main">
        {mainLinks.map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === '/' }}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="header-end">
        <ThemeToggle className="header-theme" />
        {user && <ProfileMenu user={user} />}
        {!user && !loading && (
          <LinkButton
            to="/login"
            variant="primary"
            className="header-login"
            onClick={() => rememberPath(currentPath())}
          >
            Login
          </LinkButton>
        )}
        {kind === 'public' && hamburger}
      </div>
      {kind === 'public' && menuOpen && <MobileNav opener={menuButton} onClose={() => setMenu(false)} />}
      <ScrollProgress />
    </header>
  )
}

/** A line along the header's lower edge that shows how far the page is scrolled. */
function ScrollProgress() {
  const line = useRef<HTMLSpanElement>(null)
  useScroll(({ progress }) => {
    if (line.current) line.current.style.scale = `${progress} 1`
  })
  return <span ref={line} className="scroll-progress" aria-hidden />
}
