import { dayOf, dayStart } from '#contract'
import { countedDays, type ListedEmoji } from '#features/emojis/emoji/contract.ts'
import { countedDayText } from '#web/app/dates.ts'

const kindsShown = ['all', 'static', 'animated', 'unused'] as const
type KindShown = (typeof kindsShown)[number]
const orders = ['used', 'unused', 'name', 'newest', 'oldest'] as const
type ListOrder = (typeof orders)[number]

export interface Filter {
  search: string
  kind: KindShown
  order: ListOrder
}

export const usesOf = ({ messages, reactions }: Pick<ListedEmoji, 'messages' | 'reactions'>): number =>
  messages + reactions

const isOfKind = (emoji: ListedEmoji, kind: KindShown): boolean => {
  if (kind === 'unused') return usesOf(emoji) === 0
  return kind === 'all' || emoji.animated === (kind === 'animated')
}

const byName = (a: ListedEmoji, b: ListedEmoji) => a.name.localeCompare(b.name, 'en') || a.createdAt - b.createdAt
const compare: Record<ListOrder, (a: ListedEmoji, b: ListedEmoji) => number> = {
  used: (a, b) => usesOf(b) - usesOf(a) || byName(a, b),
  unused: (a, b) => usesOf(a) - usesOf(b) || byName(a, b),
  name: byName,
  newest: (a, b) => b.createdAt - a.createdAt,
  oldest: (a, b) => a.createdAt - b.createdAt,
}

/** The listed emoji in order. Searching ignores colons and case. */
export function shownEmojis(all: readonly ListedEmoji[], { search, kind, order }: Filter): ListedEmoji[] {
  const wanted = search.toLowerCase().replaceAll(':', '').trim()
  return all
    .filter(emoji => isOfKind(emoji, kind) && (emoji.name.toLowerCase().includes(wanted) || emoji.id === wanted))
    .toSorted(compare[order])
}

/** When an emoji was last used, for use within a line. @param at the start of that day: uses are counted by day */
export function lastText(at: number, now: number): string {
  const ago = dayOf(now) - dayOf(at)
  if (ago <= 0) return 'last today'
  return ago === 1 ? 'last yesterday' : `last ${countedDayText(at)}`
}

/** What "unused" means right now. @param since when counting began; null while nothing is counted */
export function unusedText(since: number | null, now: number): string {
  if (since === null) return 'Their use is not counted. Switch counting on below.'
  const [first, full] = [dayOf(since), dayOf(since) + countedDays]
  if (dayOf(now) >= full) return `Not used for ${countedDays} days.`
  return `Not used since counting began on ${countedDayText(dayStart(first))}. From ${countedDayText(dayStart(full))} on, these are the ones that nobody has used for ${countedDays} days.`
}
