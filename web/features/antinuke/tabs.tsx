import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { PageTab } from './page-tab.ts'
import '#web/ui/tabs.css'
import './tabs.css'

/** The tabs from the specification, which share one form. */
const settingsTabs = [
  { value: 'general', label: 'General' },
  { value: 'protection', label: 'Protection' },
  { value: 'users', label: 'Users' },
  { value: 'permissions', label: 'Permissions' },
  { value: 'logs', label: 'Logs' },
] as const
export type SettingsTab = (typeof settingsTabs)[number]['value']

/** The tab from the URL; General by default. */
export const readTab = (tab: string | undefined): SettingsTab =>
  settingsTabs.find(({ value }) => value === tab)?.value ?? 'general'

const files = import.meta.glob<PageTab>('./*/tab.ts', { eager: true, import: 'default' })
const pages = Object.values(files).toSorted((a, b) => a.order - b.order)

/** Scrolls the chosen tab to the middle of a row that is wider than the screen; never the page. */
function showChosen(row: HTMLElement | null): void {
  const chosen = row?.querySelector<HTMLElement>('[aria-current="page"]')
  if (row && chosen) row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}

/** The row of tabs below the title, on all anti-nuke pages. @param listed how many people are on its lists */
export function AntinukeTabs({ guildId, listed }: { guildId: string; listed: number }) {
  const row = useRef<HTMLElement>(null)
  const { href, pathname, search } = useLocation()
  // A URL may name General, which links do not.
  const isGeneral =
    pathname.endsWith('/antinuke') && readTab(typeof search.tab === 'string' ? search.tab : undefined) === 'general'
  useEffect(() => {
    // The counts beside labels change the positions of the tabs.
    if (href !== '' && listed >= 0) showChosen(row.current)
  }, [href, listed])
  return (
    <nav className="tabs" aria-label="AntiNuke" ref={row}>
      {settingsTabs.map(({ value, label }) => (
        <Link
          key={value}
          className="tab"
          to="/manage/$guildId/antinuke"
          params={{ guildId }}
          search={value === 'general' ? {} : { tab: value }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={value === 'general' && isGeneral ? 'page' : undefined}
          resetScroll={false}
        >
          {label}
          {value === 'users' && listed > 0 && <span className="tab-count">{listed}</span>}
        </Link>
      ))}
      {pages.length > 0 && <span className="tabs-divider" aria-hidden />}
      {pages.map(({ to, label }) => (
        <Link key={to} className="tab" to={to} params={{ guildId }} resetScroll={false}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
