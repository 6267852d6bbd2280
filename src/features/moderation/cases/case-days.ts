import { and, count, eq, gte, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import { type DayRange, dayStart, lastDays } from '#contract'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { processState, type Services } from '#kernel/feature.ts'
import type { CaseKind } from '../contract.ts'
import { cases } from '../table.ts'

const removals: readonly CaseKind[] = ['kick', 'softban', 'ban']

/** How many days are counted before other work gets a turn. */
const atOnce = 10

const counted = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select({ kind: cases.kind, amount: count(), latest: max(cases.createdAt) })
    .from(cases)
    .where(
      and(
        eq(cases.guildId, sql.placeholder('guildId')),
        gte(cases.createdAt, sql.placeholder('from')),
        lt(cases.createdAt, sql.placeholder('until')),
        inArray(cases.kind, ['warn', 'timeout', ...removals]),
        isNull(cases.voidedAt),
      ),
    )
    .groupBy(cases.kind)
    .prepare(),
)

/** Returns the number of warnings, timeouts and removals on each of the last days, today last. */
export async function casesByDay(
  services: Pick<Services, 'db' | 'now' | 'memory'>,
  guildId: string,
  range: DayRange,
): Promise<{
  days: { at: number; warned: number; timedOut: number; removed: number }[]
  latest: number | null
}> {
  const days = []
  let latest: number | null = null
  for (const day of lastDays(range, services.now())) {
    const rows = counted(services).all({ guildId, from: dayStart(day), until: dayStart(day + 1) })
    const sum = (...kinds: readonly CaseKind[]) =>
      rows.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0)
    days.push({ at: dayStart(day), warned: sum('warn'), timedOut: sum('timeout'), removed: sum(...removals) })
    for (const row of rows) latest = Math.max(latest ?? 0, row.latest ?? 0)
    if (days.length % atOnce === 0) await yieldToEventLoop()
  }
  return { days, latest }
}
