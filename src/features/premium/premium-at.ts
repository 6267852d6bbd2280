import type { PeriodKind, Period } from './table.ts'

type Spell = Pick<Period, 'kind' | 'startsAt' | 'endsAt' | 'endedAt'>

/** Whether a server has premium at a moment, through what, and when that changes. */
export interface Premium {
  by: PeriodKind | undefined
  /** When it ends: Infinity if never, undefined without premium now. */
  until: number | undefined
  /** When it next begins, if there is none now. */
  next: number | undefined
}

const endOf = ({ endsAt, endedAt }: Spell) => Math.min(endsAt ?? Infinity, endedAt ?? Infinity)

/** Joins periods that meet or overlap. */
export function premiumAt(periods: readonly Spell[], now: number): Premium {
  const open = periods.filter(period => endOf(period) > now && endOf(period) > period.startsAt)
  const current = open.filter(({ startsAt }) => startsAt <= now).toSorted((a, b) => endOf(b) - endOf(a))[0]
  if (!current) {
    const starts = open.map(({ startsAt }) => startsAt)
    return { by: undefined, until: undefined, next: starts.length > 0 ? Math.min(...starts) : undefined }
  }
  let until = endOf(current)
  for (const period of open.toSorted((a, b) => a.startsAt - b.startsAt))
    if (period.startsAt <= until) until = Math.max(until, endOf(period))
  return { by: current.kind, until, next: undefined }
}

/** When premium last ended; undefined if it never did. */
export function lastEnd(periods: readonly Spell[], now: number): number | undefined {
  const ends = periods.map(endOf).filter(end => end <= now)
  return ends.length > 0 ? Math.max(...ends) : undefined
}
