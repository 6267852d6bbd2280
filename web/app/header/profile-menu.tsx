import { Link } from '@tanstack/react-router'
import { ChevronDown, Gem, LayoutGrid, LogOut } from 'lucide-react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { useAvatarUrl } from '../avatar-url.ts'
import { type SessionUser, useAuth } from '../session.tsx'

export default function ProfileMenu({ user }: { user: SessionUser }) {
  const { logout } = useAuth()
  const avatar = useAvatarUrl(user, 64)
  const trigger = (
    <button type="button" className="profile" aria-label={`Account menu, ${user.username}`}>
      <Avatar src={avatar} size={28} />
      <span className="profile-name truncate">{user.username}</span>
      <ChevronDown className="icon-sm" aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem asChild>
        <Link to="/selector">
          <LayoutGrid aria-hidden />
          Dashboard
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/premium">
          <Gem aria-hidden />
          Premium
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void logout()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
