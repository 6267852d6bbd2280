import type { ListedTicket } from '#features/tickets/live/contract.ts'
import { momentWithin } from '#web/app/dates.ts'
import { shortDuration } from '#web/app/durations.ts'

type Waiting = Pick<ListedTicket, 'awaiting' | 'awaitingSince' | 'wait' | 'closesAt'>

/** After how long a member's silence, closing by itself is the more important fact (ms). */
const silentMs = 24 * 3_600_000

interface WaitWords {
  text: string
  /** The share of the goal, 0 to 1; undefined without a goal. */
  share: number | undefined
  tone: 'none' | 'warning' | 'danger'
}

/** What a ticket waits for: 'Team, 42 min of 1 h', 'Member, 3 h', 'Member, closes in 6 d'. @param now Unix ms */
export function waitWords({ awaiting, awaitingSince, wait, closesAt }: Waiting, now: number): WaitWords {
  if (wait) {
    const { ms, goalMs, share } = wait
    const passed = shortDuration(ms)
    if (goalMs === null || share === null) return { text: `Team, ${passed}`, share: undefined, tone: 'none' }
    return {
      text: `Team, ${passed} of ${shortDuration(goalMs)}`,
      share: Math.min(1, share),
      tone: share >= 1 ? 'danger' : share >= 0.5 ? 'warning' : 'none',
    }
  }
  const plain = (text: string): WaitWords => ({ text, share: undefined, tone: 'none' })
  if (awaiting === null || awaitingSince === null) return plain('Nobody')
  const who = awaiting === 'team' ? 'Team' : 'Member'
  const silent = Math.max(0, now - awaitingSince)
  if (awaiting === 'member' && closesAt !== null && silent >= silentMs)
    return plain(closesAt > now ? `Member, closes in ${shortDuration(closesAt - now)}` : 'Member, closes now')
  return plain(`${who}, ${shortDuration(silent)}`)
}

/** When and by whom a ticket was closed: 'wren, 12:40'; only the time if the bot closed it. @param now Unix ms */
export function closingWords(
  { closedAt, closedByName }: Pick<ListedTicket, 'closedAt' | 'closedByName'>,
  now: number,
): WaitWords {
  const at = closedAt === null ? '' : momentWithin(closedAt, now)
  return { text: closedByName === null ? at : `${closedByName}, ${at}`, share: undefined, tone: 'none' }
}
