import { changeWays, longestSearch } from '#kernel/history/contract.ts'

/** Which changes are shown; kept in the URL, so that a list can be shared. */
export interface HistoryPageFilter {
  search?: string
  feature?: string
  /** Only changes of one thing, by kind and id: 'commands/abc'. */
  thing?: string
  /** The id of the person who made the changes. */
  person?: string
  way?: (typeof changeWays)[number]
  days?: number
}

/** A partial update of the filter; undefined removes a field. */
export type FilterChange = { [K in keyof HistoryPageFilter]?: HistoryPageFilter[K] | undefined }

export const periods = [7, 30, 90] as const

/** The filter in the URL, without invalid parts: anybody can type a URL. */
export function readFilter(search: Record<string, unknown>): HistoryPageFilter {
  const { feature, person } = search
  // The router parses text that looks like a number as a number.
  const typed = search['search']
  const text = typeof typed === 'string' || typeof typed === 'number' ? String(typed).slice(0, longestSearch) : ''
  const way = changeWays.find(one => one === search['way'])
  const days = periods.find(one => one === Number(search['days']))
  return {
    ...(text !== '' && { search: text }),
    ...(typeof feature === 'string' && /^[a-z][a-z0-9-]{0,49}$/.test(feature) && { feature }),
    ...(typeof person === 'string' && /^\d{17,20}$/.test(person) && { person }),
    ...(way && { way }),
    ...(days && { days }),
  }
}

/** The filter with nothing set. */
export const noFilter = {
  search: undefined,
  feature: undefined,
  person: undefined,
  way: undefined,
  days: undefined,
} satisfies Record<Exclude<keyof HistoryPageFilter, 'thing'>, undefined>

export const isFiltered = (filter: HistoryPageFilter): boolean => Object.keys(filter).length > 0
