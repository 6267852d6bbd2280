import { afterWorking, workingMs } from '../opening/hours.ts'
import type { PanelDesign } from '../panels/contract.ts'
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

type Timed = Pick<Ticket, 'openedAt' | 'firstResponseAt' | 'closedAt'>
type Goals = Pick<PanelDesign, 'hours' | 'first_response_goal' | 'resolution_goal'>

function stretch(hours: Goals['hours'], from: number, end: number | null, goal: number | null, now: number): Stretch {
  const ms = workingMs(hours, from, Math.max(from, end ?? now))
  const goalMs = goal === null ? null : goal * minuteMs
  return {
    ms,
    ended: end !== null,
    goalMs,
    share: goalMs === null ? null : ms / goalMs,
    dueAt: goalMs === null ? null : (afterWorking(hours, from, goalMs) ?? null),
    breached: goalMs !== null && ms > goalMs,
  }
}

/** How the team stands with a ticket, within its panel's working hours. One closed without an answer had none to give. */
export function clockOf(
  { openedAt, firstResponseAt, closedAt }: Timed,
  { hours, first_response_goal, resolution_goal }: Goals,
  now: number,
): { firstResponse: Stretch; resolution: Stretch } {
  return {
    firstResponse: stretch(hours, openedAt, firstResponseAt ?? closedAt, first_response_goal, now),
    resolution: stretch(hours, openedAt, closedAt, resolution_goal, now),
  }
}
