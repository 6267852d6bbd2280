import { afterWorking, workingMs } from '../panels/hours.ts'
import type { PanelDesign } from '../panels/contract.ts'
import type { ClosedStretch } from './closed-stretches.ts'
import type { Ticket } from './rows.ts'

const minuteMs = 60_000

/** How long something takes or took, in working time. All times are in ms. */
export interface Stretch {
  /** Until now, or in total once it has ended. */
  ms: number
  ended: boolean
  /** Null if the panel sets no goal. */
  goalMs: number | null
  /** The fraction of the goal that is used up: 1 is all of it. Null without a goal. */
  share: number | null
  /** When the goal is exceeded (Unix ms); null without a goal, or if the team has no working hours within a year. */
  dueAt: number | null
  breached: boolean
}

/** Returns the working time between two times, minus the part that falls into the gaps. */
function worked(hours: Goals['hours'], from: number, to: number, gaps: readonly ClosedStretch[]): number {
  const lost = gaps.map(gap => workingMs(hours, Math.max(from, gap.from), Math.min(to, gap.until ?? to)))
  return lost.reduce((left, ms) => left - ms, workingMs(hours, from, to))
}

/** Returns when that much working time has passed, gaps excluded. */
function afterGaps(hours: Goals['hours'], from: number, ms: number, gaps: readonly ClosedStretch[]) {
  let begins = from
  let left = ms
  for (const gap of gaps) {
    const before = workingMs(hours, begins, Math.max(begins, gap.from))
    if (gap.until === null || before >= left) break
    left -= before
    begins = gap.until
  }
  return afterWorking(hours, begins, left)
}

type Timed = Pick<Ticket, 'openedAt' | 'firstResponseAt' | 'closedAt'>
type Goals = Pick<PanelDesign, 'hours' | 'first_response_goal' | 'resolution_goal'>

function stretch(
  hours: Goals['hours'],
  { from, end, now }: { from: number; end: number | null; now: number },
  goal: number | null,
  closed: readonly ClosedStretch[],
): Stretch {
  const until = Math.max(from, end ?? now)
  const gaps = closed.filter(gap => gap.until !== null && gap.from < until)
  const ms = worked(hours, from, until, gaps)
  const goalMs = goal === null ? null : goal * minuteMs
  return {
    ms,
    ended: end !== null,
    goalMs,
    share: goalMs === null ? null : ms / goalMs,
    dueAt: goalMs === null ? null : (afterGaps(hours, from, goalMs, gaps) ?? null),
    breached: goalMs !== null && ms > goalMs,
  }
}

/**
 * Returns a ticket's response and resolution times against the panel's goals, within its working hours. For a ticket
 * that was closed without an answer, the response time ends with the closing.
 * @param closed periods in which it was closed before being reopened (`closedStretches`): they do not count
 */
export function clockOf(
  { openedAt, firstResponseAt, closedAt }: Timed,
  { hours, first_response_goal, resolution_goal }: Goals,
  now: number,
  closed: readonly ClosedStretch[],
): { firstResponse: Stretch; resolution: Stretch } {
  return {
    firstResponse: stretch(
      hours,
      { from: openedAt, end: firstResponseAt ?? closedAt, now },
      first_response_goal,
      closed,
    ),
    resolution: stretch(hours, { from: openedAt, end: closedAt, now }, resolution_goal, closed),
  }
}
