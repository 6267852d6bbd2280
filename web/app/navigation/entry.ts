import type { LucideIcon } from 'lucide-react'
import { type Area, areas, type Identity } from '#contract'
import { icons } from './icons.ts'

/** One entry of the sidebar: made from a feature's contract, or an additional one from its `navigation.ts`. */
export interface NavEntry {
  /** Below `/manage/<guildId>/`: 'welcome'. Pages further below belong to it too. */
  path: string
  name: string
  icon: LucideIcon
  /** What the tooltip says. */
  description: string
  group: Area
  /** Its place within the group, counted from 1. */
  place: number
  premium?: boolean
  /** Open to everybody with any access to the server; other entries need the right to view the feature. */
  forVisitors?: boolean
  /** The feature it belongs to; nothing for what is planned. */
  feature?: string
  /** What its card on the dashboard is called, where that is not the name. */
  card?: string
  /** Where 'Learn more about this feature' leads on this site; the documentation by default. */
  learnMore?: string
}

interface NavGroup {
  title: Area
  entries: NavEntry[]
}

/** The entry of a feature that has a page. @param name nothing for what is planned */
export function entryOf({ name, title, summary = '', icon, page, premium }: Identity & { name?: string }): NavEntry[] {
  if (!page || !icon) return []
  const { path, area, order, card } = page
  return [
    {
      path,
      name: page.name ?? title,
      icon: icons[icon],
      description: summary,
      group: area,
      place: order,
      ...(name !== undefined && { feature: name }),
      ...(card !== undefined && { card }),
      ...(premium && { premium }),
    },
  ]
}

/** Planned entries and those of built features; a built one replaces the planned one with the same path. */
export function mergeEntries(planned: readonly NavEntry[], built: readonly NavEntry[]): NavEntry[] {
  const paths = new Set(built.map(entry => entry.path))
  return [...planned.filter(entry => !paths.has(entry.path)), ...built]
}

/** Groups in order, each with the entries whose name contains `search` in any case; groups left empty are hidden. */
export function grouped(entries: readonly NavEntry[], search = ''): NavGroup[] {
  const wanted = search.trim().toLowerCase()
  return areas
    .map(title => ({
      title,
      entries: entries
        .filter(entry => entry.group === title && entry.name.toLowerCase().includes(wanted))
        .toSorted((a, b) => a.place - b.place),
    }))
    .filter(group => group.entries.length > 0)
}

/** The entry a path below `/manage/<guildId>/` belongs to: 'tickets/limits' is part of 'tickets'. */
export const entryAt = (entries: readonly NavEntry[], path: string): NavEntry | undefined =>
  entries.find(entry => path === entry.path || path.startsWith(`${entry.path}/`))

/** Where an entry leads. The route is not named, because some pages are not built yet. */
export const addressOf = (guildId: string, path: string): string => `/manage/${guildId}/${path}`
