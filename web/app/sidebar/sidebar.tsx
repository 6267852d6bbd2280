import { Link } from '@tanstack/react-router'
import { CirclePlus, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { GuildCard } from '#kernel/contract.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { useAvatarUrl } from '../avatar-url.ts'
import { useAuth } from '../session.tsx'
import { NavGroups } from './nav-groups.tsx'
import { ServerSwitcher } from './server-switcher.tsx'
import './sidebar.css'

export function Sidebar({ guild }: { guild: GuildCard }) {
  const [search, setSearch] = useState('')
  return (
    <div className="sidebar">
      <ServerSwitcher current={guild} />
      <SearchInput label="Search features" placeholder="Search features..." value={search} onChange={setSearch} />
      <NavGroups guildId={guild.id} search={search} />
      <div className="sidebar-foot">
        <Link to="/selector" className="nav-link">
          <CirclePlus aria-hidden />
          Add more servers
        </Link>
        <Link to="/contact" className="nav-link">
          <LifeBuoy aria-hidden />
          Contact support
        </Link>
        <SignedIn />
      </div>
    </div>
  )
}

interface SidebarDrawerProps {
  guild: GuildCard
  open: boolean
  onOpenChange(open: boolean): void
}

/** The sidebar as a drawer over the page. */
export function SidebarDrawer({ guild, open, onOpenChange }: SidebarDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Server navigation">
      <Sidebar guild={guild} />
    </Drawer>
  )
}

function SignedIn() {
  const { user } = useAuth()
  const avatar = useAvatarUrl(user, 64)
  return (
    <div className="sidebar-user">
      <span className="presence">
        <Avatar src={avatar} size={32} />
      </span>
      <span className="sidebar-user-text">
        <b className="truncate">{user?.username ?? 'User'}</b>
        <small>Online</small>
      </span>
    </div>
  )
}
