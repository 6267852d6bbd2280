import { Link } from '@tanstack/react-router'
import { CirclePlus, LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { GuildCard } from '#kernel/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { useAvatarUrl } from '../avatar-url.ts'
import { entries } from '../navigation/entries.ts'
import { grouped } from '../navigation/entry.ts'
import { useAuth } from '../session.tsx'
import { useClosedEntries } from './closed-entries.ts'
import { NavItem } from './nav-item.tsx'
import { ServerSwitcher } from './server-switcher.tsx'
import './sidebar.css'

export function Sidebar({ guild }: { guild: GuildCard }) {
  const [search, setSearch] = useState('')
  const shown = grouped(entries, search)
  const isClosed = useClosedEntries(guild.id)
  return (
    <div className="sidebar">
      <ServerSwitcher current={guild} />
      <SearchInput label="Search features" placeholder="Search features..." value={search} onChange={setSearch} />
      <nav aria-label="Server" className="sidebar-nav">
        {shown.map(group => (
          <div key={group.title} className="nav-group">
            {group.title !== '' && <h2 className="nav-title">{group.title}</h2>}
            <ul>
              {group.entries.map(entry => (
                <NavItem key={entry.path} entry={entry} guildId={guild.id} closed={isClosed(entry)} />
              ))}
            </ul>
          </div>
        ))}
        {shown.length === 0 && <p className="nav-none">No features match your search.</p>}
      </nav>
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
