import type { ListedTicket, TicketFacts } from '#features/tickets/live/contract.ts'
import { durationText } from '#web/app/durations.ts'

/** How long something took, and whether it came at all. */
export type ShownStretch = TicketFacts['clock']['resolution'] & { answered?: boolean | undefined }

/** Whether a ticket ended without it. */
export const neverCame = ({ ended, answered = true }: Pick<ShownStretch, 'ended' | 'answered'>): boolean =>
  ended && !answered

/** How long it took, or is taking: '3 min', '3 min so far', 'None' for an answer that never came. */
export function stretchText({ ms, ended, answered }: Pick<ShownStretch, 'ms' | 'ended' | 'answered'>): string {
  if (!ended) return `${durationText(ms)} so far`
  return neverCame({ ended, answered }) ? 'None' : durationText(ms)
}

const conditions = {
  inactive: 'without a word',
  overdue: 'unless your team’s answer is due then',
  request: 'unless the member objects',
} as const

/** When an open ticket closes by itself: 'In 2 d 23 h without a word', 'Not while your team’s answer is due'. @param now Unix ms */
export function closesText(
  { closesAt, closesFor, heldOpen }: Pick<ListedTicket, 'closesAt' | 'closesFor' | 'heldOpen'>,
  now: number,
): string {
  if (closesAt === null || closesFor === null) return heldOpen ? 'Not while your team’s answer is due' : 'Never'
  if (closesAt <= now) return 'Now'
  return `In ${durationText(closesAt - now)}${closesFor === 'inactive' ? ' ' : ', '}${conditions[closesFor]}`
}
