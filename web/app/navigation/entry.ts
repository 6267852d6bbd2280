import type { LucideIcon } from 'lucide-react'
import { type Area, areas, type Identity } from '#contract'
import { icons } from './icons.ts'

/** One entry of the sidebar: made from a feature's contract, or an additional one from its `navigation.ts`. */
export interface NavEntry {
  /** The path below `/manage/<guildId>/`: 'welcome'. Pages below it belong to the entry, too. */
  path: string
  name: string
  icon: LucideIcon
  /** What the tooltip says. */
  description: string
  group: Area
  /** Its place within the group, counted from 1. */
  place: number
  premium?: boolean
  /** Visible to everybody with any access to the server; other entries need the right to view the feature. */
  forVisitors?: boolean
  /** The feature it belongs to. */
  feature?: string
  /** The title of its card on the dashboard, if different from the name. */
  card?: string
  /** The documentation category that 'Learn more about this feature' leads to; the first one by default. */
  docs?: string
  /** Further search terms: the names of its settings, and what people call it. */
  terms?: readonly string[]
}

interface NavGroup {
  title: Area
  entries: NavEntry[]
}

/** The entry of a feature that has a page. @param terms search terms besides its name */
export function entryOf(contract: Identity & { name: string }, terms = contract.words ?? []): NavEntry[] {
  const { name, title, summary = '', icon, page, premium, docs } = contract
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
      terms,
      feature: name,
      docs: docs ?? title,
      ...(card !== undefined && { card }),
      ...(premium && { premium }),
    },
  ]
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const isNamed = ({ name }: NavEntry, search: string) =>
  name.toLowerCase().includes(search.trim().toLowerCase()) ||
  (wordsOf(search).length > 0 && wordsOf(name).join('').includes(wordsOf(search).join('')))

const inOrder = (a: NavEntry, b: NavEntry) => a.place - b.place

/**
 * Groups in order, each with the entries whose name contains `search` in any case, with or without its hyphens and spaces;
 * groups left empty are hidden.
 */
export function grouped(entries: readonly NavEntry[], search = ''): NavGroup[] {
  return areas
    .map(title => ({
      title,
      entries: entries.filter(entry => entry.group === title && isNamed(entry, search)).toSorted(inOrder),
    }))
    .filter(group => group.entries.length > 0)
}

/** Shorter search words match whole words only: as prefixes they would match nearly everything. */
const shortestBeginning = 3

/**
 * Whether each typed word is the beginning of a word of the term, or all of them joined are the beginning of
 * consecutive words: `antispam` in Anti-Spam.
 */
function isFoundIn(term: string, typed: readonly string[]): boolean {
  const words = wordsOf(term)
  const joined = typed.join('')
  if (joined.length < shortestBeginning) return words.includes(joined)
  return (
    typed.every(word => words.some(own => own.startsWith(word))) ||
    words.some((_, place) => words.slice(place).join('').startsWith(joined))
  )
}

/** Entries that `search` finds not by name but by a setting or a search term, with the term that matched. */
export function foundInside(entries: readonly NavEntry[], search: string): { entry: NavEntry; term: string }[] {
  const typed = wordsOf(search)
  if (typed.length === 0) return []
  return entries
    .filter(entry => !isNamed(entry, search))
    .toSorted(inOrder)
    .flatMap(entry => {
      const term = entry.terms?.find(one => isFoundIn(one, typed))
      return term === undefined ? [] : [{ entry, term }]
    })
}

/** The entry a path below `/manage/<guildId>/` belongs to: 'tickets/limits' is part of 'tickets'. */
export const entryAt = (entries: readonly NavEntry[], path: string): NavEntry | undefined =>
  entries.find(entry => path === entry.path || path.startsWith(`${entry.path}/`))

/**
 * The URL of an entry, from its path: the set of pages depends on the features of this build, so routes are not typed.
 */
export const addressOf = (guildId: string, path: string): string => `/manage/${guildId}/${path}`
