import type { Ticket } from './rows.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What time does to a ticket. */
export type Due = 'warn_inactive' | 'close_inactive' | 'warn_overdue' | 'close_overdue' | 'close_request' | 'delete'

export interface Timing {
  at: number
  due: Due
}

interface Rules {
  /** Null where inactive tickets stay open. */
  inactiveDays: number | null
  /** Null for as long as it takes. */
  maxHours: number | null
}

type Facts = Pick<
  Ticket,
  | 'state'
  | 'openedAt'
  | 'reopenedAt'
  | 'lastMessageAt'
  | 'awaiting'
  | 'warnedAt'
  | 'overdueWarnedAt'
  | 'closeRequestUntil'
  | 'deleteAt'
>

/** How long before the end it is said: a day, or half of what is shorter than two. */
const noticeOf = (lengthMs: number) => Math.min(dayMs, lengthMs / 2)

/**
 * Closing follows a warning by as much as was promised, however late the warning was: after the bot was away, nobody
 * finds their ticket closed without having been told.
 */
function closing(began: number, lengthMs: number, warnedAt: number | null, kind: 'inactive' | 'overdue'): Timing {
  const warning = began + lengthMs - noticeOf(lengthMs)
  return warnedAt === null || warnedAt < began
    ? { at: warning, due: `warn_${kind}` }
    : { at: Math.max(began + lengthMs, warnedAt + noticeOf(lengthMs)), due: `close_${kind}` }
}

/**
 * What is due next in a ticket, and when. Times that lie ahead were written by a clock that was wrong; they count as
 * now, so that nothing closes early.
 *
 * Nobody's ticket is closed, for silence or for how long it has been open, while the team owes an answer: the member
 * cannot help that.
 */
export function nextDue(facts: Facts, { inactiveDays, maxHours }: Rules, now: number): Timing | undefined {
  if (facts.state === 'closed') return facts.deleteAt === null ? undefined : { at: facts.deleteAt, due: 'delete' }
  if (facts.state !== 'open') return undefined
  return allDue(facts, { inactiveDays, maxHours }, now).toSorted((a, b) => a.at - b.at)[0]
}

type Ends = Pick<
  Ticket,
  'closedAt' | 'closeRequestedAt' | 'closeRequestUntil' | 'deleteAt' | 'feedbackAskedAt' | 'askedHereUntil'
>

/**
 * The ends of waits that a clock far ahead has set, as they are by one that is right: as much later than now. Of one that
 * has been set so, the end is earlier than its beginning: it stays.
 */
export function endsForgiven(facts: Ends, now: number): Partial<Ends> {
  const { closedAt, closeRequestedAt, closeRequestUntil, deleteAt, feedbackAskedAt, askedHereUntil } = facts
  const forgiven = (began: number | null, end: number | null) =>
    began !== null && end !== null && end >= began && began > now + end - began ? now + end - began : end
  const request = forgiven(closeRequestedAt, closeRequestUntil)
  const removal = forgiven(askedHereUntil === null ? closedAt : feedbackAskedAt, deleteAt)
  return {
    ...(request !== closeRequestUntil && { closeRequestUntil: request }),
    ...(removal !== deleteAt && { deleteAt: removal, ...(askedHereUntil !== null && { askedHereUntil: removal }) }),
  }
}

/** What comes next on each way to an open ticket's end. */
function allDue(facts: Facts, { inactiveDays, maxHours }: Rules, now: number): Timing[] {
  const opened = Math.min(facts.reopenedAt ?? facts.openedAt, now)
  const spoken = Math.min(facts.lastMessageAt, now)
  const isTeams = facts.awaiting === 'team'
  return [
    ...(inactiveDays === null || isTeams ? [] : [closing(spoken, inactiveDays * dayMs, facts.warnedAt, 'inactive')]),
    ...(maxHours === null || isTeams ? [] : [closing(opened, maxHours * hourMs, facts.overdueWarnedAt, 'overdue')]),
    ...(facts.closeRequestUntil === null ? [] : [{ at: facts.closeRequestUntil, due: 'close_request' as const }]),
  ]
}

/** When it closes if nothing happens, once it has been warned at `now`. */
export const closesAt = (facts: Facts, rules: Rules, kind: 'inactive' | 'overdue', now: number): number =>
  kind === 'inactive'
    ? closing(Math.min(facts.lastMessageAt, now), (rules.inactiveDays ?? 0) * dayMs, now, kind).at
    : closing(Math.min(facts.reopenedAt ?? facts.openedAt, now), (rules.maxHours ?? 0) * hourMs, now, kind).at

/** Why a ticket closes by itself: for silence, for how long it was open, or because the team asked to close it. */
export type EndCause = 'inactive' | 'overdue' | 'request'

/** When a ticket closes by itself if nobody does anything (Unix ms), and why; undefined where it stays open. */
export function endOf(facts: Facts, rules: Rules, now: number): { at: number; cause: EndCause } | undefined {
  if (facts.state !== 'open') return undefined
  const ends = allDue(facts, rules, now).map(({ at, due }) => {
    if (due === 'close_request') return { at, cause: 'request' as const }
    const cause = due === 'warn_inactive' || due === 'close_inactive' ? ('inactive' as const) : ('overdue' as const)
    return { at: due.startsWith('warn') ? closesAt(facts, rules, cause, Math.max(at, now)) : at, cause }
  })
  return ends.toSorted((a, b) => a.at - b.at)[0]
}
