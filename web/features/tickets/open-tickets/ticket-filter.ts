import { personId } from '#web/app/list/person-id.ts'

/**
 * Which tickets are shown, open ones by default; stored in the URL. Without zod: this is in the first chunk of the
 * site.
 */
export interface TicketFilter {
  state?: 'closed'
  claimed?: 'mine' | 'nobody' | 'others'
  panel?: string
  priority?: 'low' | 'normal' | 'high' | 'urgent'
  waits?: 'team' | 'member'
  /** The id of the member whose tickets they are. */
  member?: string
  search?: string
}

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find(one => one === value)

/** The filter in the URL, without invalid parts: anybody can type a URL. */
export function readTicketFilter(given: Record<string, unknown>): TicketFilter {
  const claimed = oneOf(['mine', 'nobody', 'others'], given['claimed'])
  const priority = oneOf(['low', 'normal', 'high', 'urgent'], given['priority'])
  const waits = oneOf(['team', 'member'], given['waits'])
  const state = oneOf(['closed'], given['state'])
  const { panel, search } = given
  const member = personId(given['member'])
  return {
    ...(state && { state }),
    ...(claimed && { claimed }),
    ...(typeof panel === 'string' && panel !== '' && panel.length <= 64 && { panel }),
    ...(priority && { priority }),
    ...(waits && { waits }),
    ...(member !== undefined && { member }),
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.slice(0, 60) }),
  }
}
