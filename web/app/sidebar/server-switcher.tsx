import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import type { GuildCard } from '#kernel/contract.ts'
import { ServerIcon } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Menu, MenuLink } from '#web/ui/menu.tsx'
import { isManaged, shortId } from '../guild-list.ts'
import { useAuth } from '../session.tsx'
import './server-switcher.css'

function ServerName({ guild }: { guild: GuildCard }) {
  return (
    <span className="server-name">
      <b className="truncate">{guild.name}</b>
      <small>{shortId(guild.id)}</small>
    </span>
  )
}

/** The current server; opens a list of the servers that the bot is in. */
export function ServerSwitcher({ current }: { current: GuildCard }) {
  const { guilds } = useAuth()
  const mine = guilds.filter(guild => isManaged(guild, location.origin))
  const trigger = (
    <button type="button" className="server-switcher">
      <span className="visually-hidden">Switch server</span>
      <ServerIcon src={current.iconURL} size={32} />
      <ServerName guild={current} />
      <ChevronsUpDown aria-hidden />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start" label="Your Servers" className="server-menu">
      {mine.map(guild => (
        <MenuLink key={guild.id}>
          <Link to="/manage/$guildId/dashboard" params={{ guildId: guild.id }}>
            <ServerIcon src={guild.iconURL} size={28} />
            <ServerName guild={guild} />
            {guild.id === current.id && <Badge tone="accent">Active</Badge>}
          </Link>
        </MenuLink>
      ))}
      {mine.length === 0 && (
        <div className="server-menu-empty">
          <p>No servers found</p>
          <p>Add a server to get started</p>
        </div>
      )}
    </Menu>
  )
}
