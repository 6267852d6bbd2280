import { parseBackupName } from './layout.ts'

const dayMs = 24 * 60 * 60_000
/** The number of a week. Unix time began on a Thursday; weeks begin on Monday. */
const weekOf = (at: number): number => Math.floor((at / dayMs + 3) / 7)

/** Of this many weeks, the newest backup is kept in addition to the newest daily ones. */
export const keptWeeks = 4

/**
 * Returns the daily backups that have expired: the newest `days` ones are kept, and the newest of each of the last
 * {@link keptWeeks} weeks that have any. Never includes backups made by hand, nor those dated in the future by a clock
 * that was ahead, until their time comes.
 */
export function surplusBackups(names: readonly string[], days: number, now: number): string[] {
  const daily = names
    .flatMap(name => {
      const made = parseBackupName(name)
      return made?.kind === 'daily' && made.at <= now ? [{ name, week: weekOf(made.at) }] : []
    })
    .toSorted((a, b) => (a.name < b.name ? 1 : -1))
  const newestOfWeek = new Map(daily.toReversed().map(({ week, name }) => [week, name]))
  const weeks = [...newestOfWeek].toSorted(([a], [b]) => b - a).slice(0, keptWeeks)
  const kept = new Set([...daily.slice(0, days).map(({ name }) => name), ...weeks.map(([, name]) => name)])
  return daily.map(({ name }) => name).filter(name => !kept.has(name))
}
