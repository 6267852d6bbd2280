import type { Ticket } from './rows.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What happens to a ticket when its time comes. */
export type Due = 'warn_inactive' | 'close_inactive' | 'warn_overdue' | 'close_overdue' | 'close_request' | 'delete'

export interface Timing {
  at: number
  due: Due
}

interface Rules {
  /** Null where inactive tickets stay open. */
  inactiveDays: number | null
  /** Null if there is no limit. */
  maxHours: number | null
}

type Facts = Pick<
  Ticket,
  | 'state'
  | 'openedAt'
  | 'reopenedAt'
  | 'waitsSince'
  | 'lastMessageAt'
  | 'awaiting'
  | 'warnedAt'
  | 'overdueWarnedAt'
  | 'closeRequestUntil'
  | 'deleteAt'
>

/** How long before the closing the warning is posted (ms): a day, or half of a period shorter than two days. */
const noticeOf = (lengthMs: number) => Math.min(dayMs, lengthMs / 2)

/**
 * Returns the next warning or closing. However late the warning was, the closing follows it by the full notice period:
 * after the bot was away, nobody finds their ticket closed without a warning.
 */
function closing(began: number, lengthMs: number, warnedAt: number | null, kind: 'inactive' | 'overdue'): Timing {
  const warning = began + lengthMs - noticeOf(lengthMs)
  return warnedAt === null || warnedAt < began
    ? { at: warning, due: `warn_${kind}` }
    : { at: Math.max(began + lengthMs, warnedAt + noticeOf(lengthMs)), due: `close_${kind}` }
}

/**
 * Returns what is due next in a ticket, and when. Times in the future were written by a clock that was wrong; they
 * count as now, so that nothing closes early.
 *
 * No ticket is closed, for silence or for how long it has been open, while the team owes an answer: the member cannot
 * help that.
 */
export function nextDue(facts: Facts, { inactiveDays, maxHours }: Rules, now: number): Timing | undefined {
  if (facts.state === 'closed') return facts.deleteAt === null ? undefined : { at: facts.deleteAt, due: 'delete' }
  if (facts.state !== 'open') return undefined
  return allDue(facts, { inactiveDays, maxHours }, now).toSorted((a, b) => a.at - b.at)[0]
}

type Moments = Pick<
  Ticket,
  | 'state'
  | 'openedAt'
  | 'reopenedAt'
  | 'closedAt'
  | 'waitsSince'
  | 'lastMessageAt'
  | 'warnedAt'
  | 'overdueWarnedAt'
  | 'closeRequestedAt'
  | 'closeRequestUntil'
  | 'requestWaitsSince'
  | 'deleteAt'
  | 'feedbackAskedAt'
  | 'askedHereUntil'
>

/** When a ticket began to count as open (Unix ms). */
const openSince = ({ waitsSince, reopenedAt, openedAt }: Pick<Moments, 'waitsSince' | 'reopenedAt' | 'openedAt'>) =>
  waitsSince ?? reopenedAt ?? openedAt

/**
 * Returns when a warning counts as given, once the clock is right: a wait that restarts has had no warning, and no
 * warning was given later than now.
 */
const warnedBy = (warnedAt: number | null, isAnew: boolean, now: number): number | null =>
  warnedAt === null || warnedAt <= now ? warnedAt : isAnew ? null : now

/**
 * Messages are read again with Discord's timestamps, which may be ahead by this much without being counted twice (ms).
 */
const clockErrorMs = 60_000

/**
 * Returns what changes in a ticket once a clock that was ahead is right: a wait that began later than now begins now
 * and keeps its length. Its beginning moves with its end, or each further correction would shorten it. For a request
 * and for a closed ticket the new beginning is stored in a separate column, because the original times identify them.
 */
export function restartedWaits(facts: Moments, now: number): Partial<Moments> {
  const isAhead = (at: number | null): at is number => at !== null && at > now
  const endOfAnew = (began: number, end: number) => (end < began ? end : now + end - began)
  const { lastMessageAt, closeRequestUntil, deleteAt, askedHereUntil } = facts
  const isOpen = facts.state === 'open'
  const silence = isOpen && lastMessageAt > now + clockErrorMs
  const warnedAt = warnedBy(facts.warnedAt, silence, now)
  const since = isOpen
    ? openSince(facts)
    : (facts.waitsSince ?? (askedHereUntil === null ? facts.closedAt : facts.feedbackAskedAt))
  const stay = isAhead(since) && (isOpen || deleteAt !== null)
  const overdueWarnedAt = warnedBy(facts.overdueWarnedAt, stay, now)
  const removal = stay && deleteAt !== null ? endOfAnew(since, deleteAt) : deleteAt
  const requested = facts.requestWaitsSince ?? facts.closeRequestedAt
  return {
    ...(silence && { lastMessageAt: now }),
    ...(warnedAt !== facts.warnedAt && { warnedAt }),
    ...(stay && { waitsSince: now }),
    ...(overdueWarnedAt !== facts.overdueWarnedAt && { overdueWarnedAt }),
    ...(removal !== deleteAt && { deleteAt: removal, ...(askedHereUntil !== null && { askedHereUntil: removal }) }),
    ...(isAhead(requested) &&
      closeRequestUntil !== null && {
        requestWaitsSince: now,
        closeRequestUntil: endOfAnew(requested, closeRequestUntil),
      }),
  }
}

/** Returns the next step of each way in which an open ticket can end. */
function allDue(facts: Facts, { inactiveDays, maxHours }: Rules, now: number): Timing[] {
  const opened = Math.min(openSince(facts), now)
  const spoken = Math.min(facts.lastMessageAt, now)
  const isTeams = facts.awaiting === 'team'
  return [
    ...(inactiveDays === null || isTeams ? [] : [closing(spoken, inactiveDays * dayMs, facts.warnedAt, 'inactive')]),
    ...(maxHours === null || isTeams ? [] : [closing(opened, maxHours * hourMs, facts.overdueWarnedAt, 'overdue')]),
    ...(facts.closeRequestUntil === null ? [] : [{ at: facts.closeRequestUntil, due: 'close_request' as const }]),
  ]
}

/** Returns when it closes if nothing happens, given a warning at `now` (Unix ms). */
export const closesAt = (facts: Facts, rules: Rules, kind: 'inactive' | 'overdue', now: number): number =>
  kind === 'inactive'
    ? closing(Math.min(facts.lastMessageAt, now), (rules.inactiveDays ?? 0) * dayMs, now, kind).at
    : closing(Math.min(openSince(facts), now), (rules.maxHours ?? 0) * hourMs, now, kind).at

/** Why a ticket closes automatically: for silence, for how long it was open, or by the team's close request. */
export type EndCause = 'inactive' | 'overdue' | 'request'

/**
 * Returns when a ticket closes automatically if nobody does anything (Unix ms), and why; undefined if it stays open.
 */
export function endOf(facts: Facts, rules: Rules, now: number): { at: number; cause: EndCause } | undefined {
  if (facts.state !== 'open') return undefined
  const ends = allDue(facts, rules, now).map(({ at, due }) => {
    if (due === 'close_request') return { at, cause: 'request' as const }
    const cause = due === 'warn_inactive' || due === 'close_inactive' ? ('inactive' as const) : ('overdue' as const)
    return { at: due.startsWith('warn') ? closesAt(facts, rules, cause, Math.max(at, now)) : at, cause }
  })
  return ends.toSorted((a, b) => a.at - b.at)[0]
}
