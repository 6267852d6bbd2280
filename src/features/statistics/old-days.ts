import { lte } from 'drizzle-orm'
import { dayOf } from '#contract'
import { job, type Services } from '#kernel/feature.ts'
import { keptDays } from './contract.ts'
import { statisticsDays } from './table.ts'

const dayMs = 24 * 60 * 60_000

/** Once a day: deletes the days that charts no longer show. */
export const oldDays = job({
  deletesOld: true,
  run: ({ db, now }: Pick<Services, 'db' | 'now'>) =>
    db
      .delete(statisticsDays)
      .where(lte(statisticsDays.day, dayOf(now()) - keptDays))
      .run(),
})

/** Schedules {@link oldDays}. */
export const scheduleOldDays = ({ scheduler }: Pick<Services, 'scheduler'>): void =>
  void scheduler.every(oldDays, { everyMs: dayMs, key: 'daily' })
