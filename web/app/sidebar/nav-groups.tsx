import { useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { entries } from '../navigation/entries.ts'
import { addressOf, entryAt, foundInside, grouped, type NavEntry } from '../navigation/entry.ts'
import { useClosedEntries } from '../own-access.ts'
import { useFoldedGroups } from './folded-groups.ts'
import { NavItem } from './nav-item.tsx'

/**
 * Scrolls what contains the entry. `scrollIntoView` would also let Tab continue from the entry, beyond 'Skip to content'
 * and the page's own controls.
 */
function bringIntoSight(entry: Element) {
  for (let around = entry.parentElement; around?.closest('.sidebar'); around = around.parentElement) {
    const { top, bottom } = entry.getBoundingClientRect()
    const sight = around.getBoundingClientRect()
    if (getComputedStyle(around).overflowY === 'auto')
      around.scrollTop += Math.min(0, top - sight.top) + Math.max(0, bottom - sight.bottom)
  }
}

/**
 * The sidebar's entries by group; during a search, the entries found by name, then those found by settings and search
 * terms.
 */
export function NavGroups({ guildId, search }: { guildId: string; search: string }) {
  const isClosed = useClosedEntries(guildId)
  const [folded, toggle] = useFoldedGroups()
  const pathname = useRouterState({ select: state => state.location.pathname })
  const current = entryAt(entries, pathname.slice(addressOf(guildId, '').length))
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-current=page]')
    if (current && entry) bringIntoSight(entry)
  }, [current])
  const searching = search.trim() !== ''
  const shown = grouped(entries, search)
  const inside = foundInside(entries, search)
  const item = (entry: NavEntry, term?: string) => (
    <NavItem key={entry.path} entry={entry} guildId={guildId} closed={isClosed(entry)} term={term} />
  )
  return (
    <nav ref={list} aria-label="Server" className="sidebar-nav">
      {shown.map(({ title, entries: own }) =>
        title === '' || searching ? (
          <div key={title} className="nav-group">
            {title !== '' && <h2 className="nav-title">{title}</h2>}
            <ul>{own.map(entry => item(entry))}</ul>
          </div>
        ) : (
          <FoldingGroup key={title} title={title} folded={folded.has(title)} onToggle={() => toggle(title)}>
            {/* Keeps the current page's entry in sight. */}
            {own.filter(entry => !folded.has(title) || entry === current).map(entry => item(entry))}
          </FoldingGroup>
        ),
      )}
      {inside.length > 0 && (
        <div className="nav-group">
          <h2 className="nav-title">FOUND IN</h2>
          <ul>{inside.map(({ entry, term }) => item(entry, term))}</ul>
        </div>
      )}
      {shown.length === 0 && inside.length === 0 && <p className="nav-none">No features match your search.</p>}
    </nav>
  )
}

function FoldingGroup({
  title,
  folded,
  onToggle,
  children,
}: {
  title: string
  folded: boolean
  onToggle(): void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="nav-group">
      <h2 className="nav-title">
        <button type="button" className="nav-fold" aria-expanded={!folded} aria-controls={id} onClick={onToggle}>
          {title}
          <ChevronDown aria-hidden />
        </button>
      </h2>
      <ul id={id}>{children}</ul>
    </div>
  )
}
