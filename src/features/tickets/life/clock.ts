import { afterWorking, workingMs } from '../panels/hours.ts'
import type { PanelDesign } from '../panels/contract.ts'
import type { ClosedStretch } from './closed-stretches.ts'
import type { Ticket } from './rows.ts'

const minuteMs = 60_000

/** How long something takes or took, in working time. All times are ms. */
export interface Stretch {
  /** So far, or in the end. */
  ms: number
  ended: boolean
  /** Null where the panel sets none. */
  goalMs: number | null
  /** Of the goal: 1 is all of it. Null without one. */
  share: number | null
  /** When the goal is passed (Unix ms); null without one, or where the team is not there within a year. */
  dueAt: number | null
  breached: boolean
}

/** Working time between two moments, without what lies in between of these. */
function worked(hours: Goals['hours'], from: number, to: number, gaps: readonly ClosedStretch[]): number {
  const lost = gaps.map(gap => workingMs(hours, Math.max(from, gap.from), Math.min(to, gap.until ?? to)))
  return lost.reduce((left, ms) => left - ms, workingMs(hours, from, to))
}

/** When so much has been worked, gaps apart. */
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
 * How the team stands with a ticket, within its panel's working hours. One closed without an answer had none to give.
 * @param closed when it was closed before it was opened again (`closedStretches`): that took the team no time
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
