import { caseKinds, caseSources, type CaseKind, type CaseSource } from '#features/moderation/contract.ts'
import { personId } from '#web/app/list/person-id.ts'

/** Which cases are shown; stored in the URL, so that a list can be shared. */
export interface CaseFilter {
  search?: string
  /** The number of a single case, for links from Discord. */
  case?: number
  kind?: CaseKind
  source?: CaseSource
  /** Ids. */
  moderator?: string
  target?: string
}

const longestSearch = 100

/** The filter in the URL, without invalid parts: anybody can type a URL. */
export function readFilter(search: Record<string, unknown>): CaseFilter {
  const { case: number } = search
  const [moderator, target] = [personId(search['moderator']), personId(search['target'])]
  // The router parses a search for a case number as a number.
  const { search: typed } = search
  const text = typeof typed === 'string' || typeof typed === 'number' ? String(typed).slice(0, longestSearch) : ''
  const kind = caseKinds.find(({ value }) => value === search['kind'])?.value
  const source = caseSources.find(({ value }) => value === search['source'])?.value
  return {
    ...(text !== '' && { search: text }),
    ...(typeof number === 'number' && Number.isSafeInteger(number) && number > 0 && { case: number }),
    ...(kind && { kind }),
    ...(source && { source }),
    ...(moderator !== undefined && { moderator }),
    ...(target !== undefined && { target }),
  }
}

/** A partial update of the filter; undefined removes a field. */
export type CaseFilterChange = { [K in keyof CaseFilter]?: CaseFilter[K] | undefined }

export const noFilter = {
  search: undefined,
  case: undefined,
  kind: undefined,
  source: undefined,
  moderator: undefined,
  target: undefined,
} satisfies Record<keyof CaseFilter, undefined>

export const isFiltered = (filter: CaseFilter): boolean => Object.keys(filter).length > 0
