import { and, asc, eq, gte } from 'drizzle-orm'
import { type DayRange, dayStart, lastDays } from '#contract'
import type { Services } from '#kernel/feature.ts'
import type { Movement } from './contract.ts'
import { statisticsDays } from './table.ts'

/** Each of the last days as stored, today last; null for days that were not counted. */
export function readDays(
  { db, now }: Pick<Services, 'db' | 'now'>,
  guildId: string,
  range: DayRange,
): Movement['days'] {
  const days = lastDays(range, now())
  const rows = db
    .select()
    .from(statisticsDays)
    .where(and(eq(statisticsDays.guildId, guildId), gte(statisticsDays.day, days[0] ?? 0)))
    .orderBy(asc(statisticsDays.day))
    .all()
  const counted = new Map(
    rows.map(({ day, members, joined, left, messages }) => [day, { members, joined, left, messages }]),
  )
  return days.map(day => ({ at: dayStart(day), counted: counted.get(day) ?? null }))
}
