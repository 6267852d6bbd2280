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
  /** The feature it belongs to. */
  feature?: string
  /** What its card on the dashboard is called, where that is not the name. */
  card?: string
  /** The part of the documentation that 'Learn more about this feature' leads to; its beginning by default. */
  docs?: string
  /** What else it is found by: its settings' names, and what people call it. */
  terms?: readonly string[]
}

interface NavGroup {
  title: Area
  entries: NavEntry[]
}

/**
 * The entry of a feature that has a page.
 * @param terms what it is found by besides its name
 */
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

/** What is shorter finds whole words only: as a beginning it would find nearly everything. */
const shortestBeginning = 3

/** Whether every word that was typed begins one of the term's words, or all together run on from one: `antispam` in Anti-Spam. */
function isFoundIn(term: string, typed: readonly string[]): boolean {
  const words = wordsOf(term)
  const joined = typed.join('')
  if (joined.length < shortestBeginning) return words.includes(joined)
  return (
    typed.every(word => words.some(own => own.startsWith(word))) ||
    words.some((_, place) => words.slice(place).join('').startsWith(joined))
  )
}

/** Entries that `search` finds not by name but by a setting or by what people call them, with the term that was found. */
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

/** Where an entry leads, by its path alone: which pages there are depends on the features of this build. */
export const addressOf = (guildId: string, path: string): string => `/manage/${guildId}/${path}`
