import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Gem, Info, Lock } from 'lucide-react'
import { HoverCard, HoverCardTrigger } from '#web/ui/hover-card.tsx'
import type { NavEntry } from '../navigation/entry.ts'
import { useUIState } from '../ui-state.tsx'
import './nav-item.css'

/** An entry with its explanation, on hover and from the info button; not a link where it is `closed` to the user. */
export function NavItem({ entry, guildId, closed }: { entry: NavEntry; guildId: string; closed: boolean }) {
  const { icon: Icon, name, premium } = entry
  const { menuOpen } = useUIState()
  const about = premium ? 'Premium Feature' : 'About this feature'
  return (
    // Beside the drawer of a narrow screen there is no room.
    <HoverCard
      label={`About ${name}`}
      content={<Explanation entry={entry} closed={closed} />}
      side={menuOpen ? 'bottom' : 'right'}
    >
      <li className="nav-item" data-premium={premium}>
        {closed ? (
          <span className="nav-link" data-closed="true">
            <Lock aria-hidden />
            <span className="truncate">{name}</span>
            <span className="visually-hidden">, not shared with you</span>
          </span>
        ) : (
          <Link to="/manage/$guildId/$" params={{ guildId, _splat: entry.path }} className="nav-link">
            <Icon aria-hidden />
            <span className="truncate">{name}</span>
          </Link>
        )}
        <HoverCardTrigger>
          <button type="button" className="nav-info" aria-label={`${about}: ${name}`}>
            {premium ? <Gem className="icon-sm" aria-hidden /> : <Info className="icon-sm" aria-hidden />}
          </button>
        </HoverCardTrigger>
      </li>
    </HoverCard>
  )
}

function Explanation({ entry, closed }: { entry: NavEntry; closed: boolean }) {
  return (
    <div className="nav-explanation">
      <p className="muted">{entry.description}</p>
      {closed && <p>You have not been given access to this feature. The owner of the server can change that.</p>}
      {entry.premium ? (
        <div>
          <b>Premium Feature</b>
          <p>Upgrade to premium to unlock this feature.</p>
        </div>
      ) : (
        <Link to={entry.learnMore ?? '/docs'} className="link">
          Learn more about this feature
          <ArrowUpRight className="icon-sm" aria-hidden />
        </Link>
      )}
    </div>
  )
}
