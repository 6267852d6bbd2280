import { inArray, lt, sql } from 'drizzle-orm'
import { dayOf } from '#contract'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { job, type Services } from '#kernel/feature.ts'
import leveling from '../contract.ts'
import { activityDays } from './contract.ts'
import { levelingCountedDays as counted, levelingDays as days } from '../table.ts'

/** The rows that are deleted at once; other work runs in between. */
const atOnce = 2000
const everyMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/** Records that servers count today. A member without a row for a counted day did nothing on it. */
export function noteCounting({ db, now }: Pick<Services, 'db' | 'now'>, guildIds: readonly string[]): void {
  db.run(sql`
    INSERT INTO ${counted} (guild_id, day)
    SELECT value, ${dayOf(now())} FROM json_each(${JSON.stringify(guildIds)}) WHERE true
    ON CONFLICT DO NOTHING`)
}

async function pruneDays({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const first = dayOf(now()) - activityDays + 1
  db.delete(counted).where(lt(counted.day, first)).run()
  const turn = createBackgroundYield()
  const old = db.select({ id: sql`rowid` }).from(days).where(lt(days.day, first)).limit(atOnce)
  while (db.delete(days).where(inArray(sql`rowid`, old)).run().changes === atOnce) await turn()
}

/** Runs every ten minutes. */
export const daysJob = job({
  run(services) {
    const { client, settings } = services
    const ids = [...client.guilds.cache.keys()].filter(id => settings.peek(id, leveling, 'enabled') === true)
    noteCounting(services, ids)
  },
})

/** Once a day: deletes the days that are no longer shown. */
export const oldDaysJob = job({ deletesOld: true, run: pruneDays })

/** Schedules both jobs. */
export function scheduleDays({ scheduler }: Pick<Services, 'scheduler'>): void {
  scheduler.every(daysJob, { everyMs, key: 'days' })
  scheduler.every(oldDaysJob, { everyMs: dayMs, key: 'daily' })
}
