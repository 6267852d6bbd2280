import { Link } from '@tanstack/react-router'
import { ChevronDown, Gem, LayoutGrid, LogOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { useDismiss } from '#web/ui/dismiss.ts'
import { useAvatarUrl } from '../avatar-url.ts'
import { type SessionUser, useAuth } from '../session.tsx'
import { nextItem } from './menu-keys.ts'
import './profile-menu.css'

/** Hand-made: the positioning code of the general menu would be a seventh of the first page's size. */
export function ProfileMenu({ user }: { user: SessionUser }) {
  const { logout } = useAuth()
  const avatar = useAvatarUrl(user, 64)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useDismiss(open, [button, menu], by => {
    close()
    if (by === 'escape') button.current?.focus()
  })
  useEffect(() => {
    if (open) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close()
    const all = items()
    const place = nextItem(
      event.key,
      all.findIndex(item => item === document.activeElement),
      all.length,
    )
    if (place === undefined) return undefined
    event.preventDefault()
    return all[place]?.focus()
  }

  return (
    <div className="profile-place">
      <button
        ref={button}
        type="button"
        className="profile"
        aria-label={`Account menu, ${user.username}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Avatar src={avatar} size={28} />
        <span className="profile-name truncate">{user.username}</span>
        <ChevronDown className="icon-sm" aria-hidden />
      </button>
      {open && (
        <div ref={menu} role="menu" tabIndex={-1} aria-label="Account" className="profile-menu" onKeyDown={onKeyDown}>
          <Link to="/selector" role="menuitem" tabIndex={-1} onClick={close}>
            <LayoutGrid aria-hidden />
            Dashboard
          </Link>
          <Link to="/premium" role="menuitem" tabIndex={-1} onClick={close}>
            <Gem aria-hidden />
            Premium
          </Link>
          <button type="button" role="menuitem" tabIndex={-1} onClick={() => void logout()}>
            <LogOut aria-hidden />
            Logout
          </button>
        </div>
      )}
    </div>
  )
}
