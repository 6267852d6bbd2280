import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Gem, Info, Lock } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { HoverCard, HoverCardTrigger } from '#web/ui/hover-card.tsx'
import { docsLink } from '../docs-topic.ts'
import type { NavEntry } from '../navigation/entry.ts'
import { useUIState } from '../ui-state.tsx'
import { useRests } from '../own-access.ts'
import './nav-item.css'

/**
 * An entry with its explanation, shown on hover and from the info button; not a link if it is `closed` to the user. It
 * is a single tab stop: the right arrow key leads to the button.
 * @param term what a search found it by, if not by its name
 */
export function NavItem({
  entry,
  guildId,
  closed,
  term,
}: {
  entry: NavEntry
  guildId: string
  closed: boolean
  term?: string | undefined
}) {
  const { icon: Icon, name, premium } = entry
  const { menuOpen } = useUIState()
  const about = premium ? 'Premium Feature' : 'About this feature'
  return (
    // There is no room beside the drawer of a narrow screen.
    <HoverCard
      label={`About ${name}`}
      content={<Explanation entry={entry} closed={closed} guildId={guildId} />}
      side={menuOpen ? 'bottom' : 'right'}
    >
      <li className="nav-item" data-premium={premium}>
        {closed ? (
          <span className="nav-link" data-closed="true">
            <Lock aria-hidden />
            <NavName name={name} term={term} />
            <span className="visually-hidden">, not shared with you</span>
          </span>
        ) : (
          <Link
            to="/manage/$guildId/$"
            params={{ guildId, _splat: entry.path }}
            className="nav-link"
            aria-keyshortcuts="ArrowRight"
            onKeyDown={event => event.key === 'ArrowRight' && focusBeside(event, '.nav-info')}
          >
            <Icon aria-hidden />
            <NavName name={name} term={term} />
          </Link>
        )}
        <HoverCardTrigger>
          <button
            type="button"
            className="nav-info"
            tabIndex={closed ? 0 : -1}
            aria-label={`${about}: ${name}`}
            onKeyDown={event => event.key === 'ArrowLeft' && focusBeside(event, 'a.nav-link')}
          >
            {premium ? <Gem className="icon-sm" aria-hidden /> : <Info className="icon-sm" aria-hidden />}
          </button>
        </HoverCardTrigger>
      </li>
    </HoverCard>
  )
}

/** Moves the focus to another part of the same entry. */
function focusBeside(event: KeyboardEvent<HTMLElement>, part: string) {
  event.preventDefault()
  event.currentTarget.closest('li')?.querySelector<HTMLElement>(part)?.focus()
}

const NavName = ({ name, term }: { name: string; term: string | undefined }) => (
  <span className="nav-name truncate">
    {name}
    {term !== undefined && <small className="truncate">{term}</small>}
  </span>
)

function Explanation({ entry, closed, guildId }: { entry: NavEntry; closed: boolean; guildId: string }) {
  const rests = useRests(guildId)
  const isUnlocked = entry.feature !== undefined && rests(entry.feature) === false
  return (
    <div className="nav-explanation">
      <p className="muted">{entry.description}</p>
      {closed && <p>You have not been given access to this feature. The owner of the server can change that.</p>}
      {entry.premium ? (
        <div>
          <b>Premium Feature</b>
          <p>Upgrade to premium to unlock this feature.</p>
          {isUnlocked && <p>This server has premium.</p>}
        </div>
      ) : (
        <Link {...docsLink(entry.docs ?? 'Getting Started')} className="link">
          Learn more about this feature
          <ArrowUpRight className="icon-sm" aria-hidden />
        </Link>
      )}
    </div>
  )
}
