import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Gem, Info } from 'lucide-react'
import { HoverCard, HoverCardTrigger } from '#web/ui/hover-card.tsx'
import type { NavEntry } from '../navigation/entry.ts'
import { useUIState } from '../ui-state.tsx'
import './nav-item.css'

/** An entry with its explanation, on hover and from the info button. */
export function NavItem({ entry, guildId }: { entry: NavEntry; guildId: string }) {
  const { icon: Icon, name, premium } = entry
  const { menuOpen } = useUIState()
  const about = premium ? 'Premium Feature' : 'About this feature'
  return (
    // Beside the drawer of a narrow screen there is no room.
    <HoverCard label={`About ${name}`} content={<Explanation entry={entry} />} side={menuOpen ? 'bottom' : 'right'}>
      <li className="nav-item" data-premium={premium}>
        <Link to="/manage/$guildId/$" params={{ guildId, _splat: entry.path }} className="nav-link">
          <Icon aria-hidden />
          <span className="truncate">{name}</span>
        </Link>
        <HoverCardTrigger>
          <button type="button" className="nav-info" aria-label={`${about}: ${name}`}>
            {premium ? <Gem className="icon-sm" aria-hidden /> : <Info className="icon-sm" aria-hidden />}
          </button>
        </HoverCardTrigger>
      </li>
    </HoverCard>
  )
}

function Explanation({ entry }: { entry: NavEntry }) {
  return (
    <div className="nav-explanation">
      <p className="muted">{entry.description}</p>
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
