import type { LucideIcon } from 'lucide-react'

/** The sidebar's groups, in order; the first has no heading. Spelt as the specification spells them; the last three are ours (decision 9). */
const groups = ['', 'BESIC FEATURES', 'SERVER MANAGEMENT', 'MODERATION', 'COMMUNITY', 'ADMINISTRATION'] as const

/** One entry of the sidebar. A feature with pages declares its own in `web/features/<feature>/navigation.ts`. */
export interface NavEntry {
  /** Below `/manage/<guildId>/`: 'welcome'. Pages further below belong to it too. */
  path: string
  name: string
  icon: LucideIcon
  /** What the tooltip says. */
  description: string
  group: (typeof groups)[number]
  /** Its place within the group, counted from 1. */
  place: number
  premium?: boolean
  /** Open to everybody who was given any access; others need to see the feature. */
  forVisitors?: boolean
  /** The feature it belongs to, filled in by folder; nothing for what is planned. */
  feature?: string
  /** Where 'Learn more about this feature' leads on this site; the documentation unless told. */
  learnMore?: string
}

interface NavGroup {
  title: (typeof groups)[number]
  entries: NavEntry[]
}

/** Planned entries and those of built features, where a built one replaces the plan for the same path. */
export function mergeEntries(planned: readonly NavEntry[], built: readonly NavEntry[]): NavEntry[] {
  const paths = new Set(built.map(entry => entry.path))
  return [...planned.filter(entry => !paths.has(entry.path)), ...built]
}

/** Groups in order, each with the entries whose name contains `search` in any case; groups left empty are hidden. */
export function grouped(entries: readonly NavEntry[], search = ''): NavGroup[] {
  const wanted = search.trim().toLowerCase()
  return groups
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
