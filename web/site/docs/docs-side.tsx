import { Link } from '@tanstack/react-router'
import {
  Braces,
  CircleDollarSign,
  FileText,
  Funnel,
  Gavel,
  Gift,
  Lightbulb,
  Music,
  Rocket,
  Shield,
  SlidersHorizontal,
  Ticket,
  Wrench,
} from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { slug } from '#web/app/docs-topic.ts'
import { SlashSearch } from '#web/ui/form/slash-search.tsx'
import type { Guide } from './guide-text.ts'
import { type Topic, matching, start } from './topics.ts'
import { findEntries, type SearchEntry } from './search-entries.ts'

/** At most this many results are shown, so that they can be scanned at a glance. */
const mostFound = 12

/** The search over the whole documentation; its data is loaded once somebody is about to search. */
function useDocsSearch() {
  const [search, setSearch] = useState('')
  const [entries, setEntries] = useState<readonly SearchEntry[]>()
  const load = () => {
    if (!entries) void import('virtual:docs-search').then(({ default: all }) => setEntries(all))
  }
  const wanted = useDeferredValue(search)
  return {
    search,
    setSearch,
    load,
    ready: entries !== undefined,
    found: entries ? findEntries(entries, wanted, mostFound) : [],
  }
}

const icons: Readonly<Record<string, typeof Rocket>> = {
  'getting-started': Rocket,
  'auto-moderation': Funnel,
  'anti-nuke-protection': Shield,
  'ticket-system': Ticket,
  'music-player': Music,
  'giveaway-system': Gift,
  'economy-system': CircleDollarSign,
  'moderation-tools': Gavel,
  'suggestion-system': Lightbulb,
  'utility-commands': Wrench,
  'admin-and-configuration': SlidersHorizontal,
}

interface DocsSideProps {
  topics: readonly Topic[]
  guides: readonly Guide[]
  /** The current page. */
  current: string
}

/** Categories, guides and the search over all of them; on wide screens beside the content. */
export function DocsSide({ topics, guides, current }: DocsSideProps) {
  const { search, setSearch, load, found, ready } = useDocsSearch()
  const shownTopics = matching(topics, search)
  const shownGuides = matching(
    guides.map(guide => ({ ...guide, description: guide.summary })),
    search,
  )
  const searches = search.trim() !== ''
  return (
    <aside className="docs-side" aria-label="Documentation">
      <search onFocus={load}>
        <SlashSearch label="Search documentation..." value={search} onChange={setSearch} />
      </search>
      <nav aria-label="Categories">
        {shownTopics.map(({ id, title }) => {
          const Icon = icons[id] ?? FileText
          return (
            <SideLink key={id} page={id} isCurrent={id === current} icon={<Icon aria-hidden />}>
              {title}
            </SideLink>
          )
        })}
        {shownTopics.length === 0 && <p className="docs-none">No category matches.</p>}
      </nav>
      {shownGuides.length > 0 && (
        <nav aria-label="Guides">
          <h2>Guides</h2>
          {shownGuides.map(({ id, title }) => (
            <SideLink key={id} page={id} isCurrent={id === current} icon={<FileText aria-hidden />}>
              {title}
            </SideLink>
          ))}
        </nav>
      )}
      {searches && (
        <nav aria-label="Found in the documentation">
          <h2 aria-live="polite">{ready ? `${found.length === 0 ? 'Nothing else' : 'Also'} found` : 'Searching...'}</h2>
          {found.map(({ kind, title, text, page, hash }) => (
            <Link
              key={`${kind} ${title} ${hash}`}
              to="/docs/$page"
              params={{ page }}
              hash={hash}
              className="docs-found"
            >
              <b>{title}</b>
              <small>
                {kind}
                {text !== '' && ` · ${text}`}
              </small>
            </Link>
          ))}
        </nav>
      )}
      {!searches && (
        <nav aria-label="For programs">
          <h2>For programs</h2>
          <Link to="/docs/api">
            <Braces aria-hidden />
            API reference
          </Link>
        </nav>
      )}
    </aside>
  )
}

interface SideLinkProps {
  page: string
  isCurrent: boolean
  icon: ReactNode
  children: ReactNode
}

function SideLink({ page, isCurrent, icon, children }: SideLinkProps) {
  const place = page === slug(start) ? ({ to: '/docs' } as const) : ({ to: '/docs/$page', params: { page } } as const)
  return (
    <Link {...place} activeOptions={{ exact: true }} aria-current={isCurrent ? 'page' : undefined}>
      {icon}
      {children}
    </Link>
  )
}
