import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { jobs } from '../storage/table.ts'

export type JobRow = typeof jobs.$inferSelect
export type JobName = Pick<JobRow, 'feature' | 'job'>
type NewJob = Pick<JobRow, 'feature' | 'job' | 'key' | 'guildId' | 'payload' | 'runAt' | 'everyMs' | 'setAt'>

/**
 * The reason stored with a job that was parked because its feature no longer exists; it runs again when the feature
 * returns.
 */
export const vanished = 'its feature is gone'

/** The number of attempts stored for a job that was postponed once because of the clock. */
export const wasPutOff = -1

/**
 * The queue of a job: jobs of one kind in one server wait for the same rate limits, so they queue up among themselves.
 */
export const queueOf = ({ feature, job, guildId }: Pick<JobRow, 'feature' | 'job' | 'guildId'>): string =>
  `${feature}/${job}/${guildId ?? ''}`
const queue = sql`${jobs.feature} || '/' || ${jobs.job} || '/' || coalesce(${jobs.guildId}, '')`

/** Creates the queries on the jobs table. */
export function jobRows(db: Database) {
  const due = db
    .select()
    .from(jobs)
    .where(
      and(
        isNull(jobs.parked),
        lte(jobs.runAt, sql.placeholder('now')),
        sql`${jobs.id} NOT IN (SELECT value FROM json_each(${sql.placeholder('running')}))`,
        sql`${queue} NOT IN (SELECT value FROM json_each(${sql.placeholder('full')}))`,
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(1)
    .prepare()
  const next = db
    .select({ runAt: jobs.runAt })
    .from(jobs)
    .where(and(isNull(jobs.parked), gt(jobs.runAt, sql.placeholder('now'))))
    .orderBy(asc(jobs.runAt))
    .limit(1)
    .prepare()
  const begin = db
    .update(jobs)
    .set({ attempts: sql`max(${jobs.attempts}, 0) + 1` })
    .where(eq(jobs.id, sql.placeholder('id')))
    .returning({ attempts: jobs.attempts })
    .prepare()

  const named = { feature: sql.placeholder('feature'), job: sql.placeholder('job'), key: sql.placeholder('key') }
  const cancel = db
    .delete(jobs)
    .where(and(eq(jobs.feature, named.feature), eq(jobs.job, named.job), eq(jobs.key, named.key)))
    .prepare()

  const sameInterval = sql`${jobs.everyMs} IS NOT NULL AND ${jobs.everyMs} = excluded.every_ms AND ${jobs.parked} IS NULL`
  const put = db
    .insert(jobs)
    .values({
      ...named,
      guildId: sql.placeholder('guildId'),
      payload: sql.placeholder('payload'),
      runAt: sql.placeholder('runAt'),
      everyMs: sql.placeholder('everyMs'),
      setAt: sql.placeholder('setAt'),
    })
    .onConflictDoUpdate({
      target: [jobs.feature, jobs.job, jobs.key],
      set: {
        runAt: sql`CASE WHEN ${sameInterval} THEN ${jobs.runAt} ELSE excluded.run_at END`,
        attempts: sql`CASE WHEN ${sameInterval} THEN ${jobs.attempts} ELSE 0 END`,
        payload: sql`excluded.payload`,
        guildId: sql`excluded.guild_id`,
        everyMs: sql`excluded.every_ms`,
        setAt: sql`CASE WHEN ${sameInterval} THEN ${jobs.setAt} ELSE excluded.set_at END`,
        parked: null,
      },
    })
    .returning({ id: jobs.id })
    .prepare()

  const waits = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.feature, named.feature), eq(jobs.job, named.job), eq(jobs.key, named.key), isNull(jobs.parked)))
    .prepare()

  /**
   * Matches the row only as it was when this run began: if it was rescheduled in the meantime, the end of the run must
   * not overwrite that.
   */
  const asBegun = (row: JobRow, attempt: number) =>
    and(eq(jobs.id, row.id), eq(jobs.runAt, row.runAt), eq(jobs.attempts, attempt))

  const setBack = db
    .update(jobs)
    .set({
      runAt: sql`${jobs.runAt} - ${jobs.setAt} + ${sql.placeholder('now')}`,
      setAt: sql`${sql.placeholder('now')}`,
      attempts: sql`max(${jobs.attempts}, 0)`,
    })
    .where(
      and(
        gt(jobs.setAt, sql.placeholder('now')),
        sql`${jobs.id} NOT IN (SELECT value FROM json_each(${sql.placeholder('running')}))`,
      ),
    )
    .prepare()

  const lookAgain = db
    .update(jobs)
    .set({ runAt: sql`${sql.placeholder('now')}`, setAt: sql`${sql.placeholder('now')}` })
    .where(
      and(
        gt(jobs.setAt, sql.placeholder('now')),
        isNull(jobs.everyMs),
        sql`${jobs.feature} || '/' || ${jobs.job} IN (SELECT value FROM json_each(${sql.placeholder('looking')}))`,
        sql`${jobs.id} NOT IN (SELECT value FROM json_each(${sql.placeholder('running')}))`,
      ),
    )
    .prepare()

  return {
    /**
     * Moves rows that were scheduled by a clock ahead of `now`, so that they keep the delay that was intended.
     * @param but.running ids of running jobs, which are left alone: they are rescheduled when they end
     * @param but.looking jobs that find out by themselves what is due: they become due at once
     * @returns how many rows were moved
     */
    setBackTo(now: number, but: { running: readonly number[]; looking: readonly JobName[] }): number {
      const running = JSON.stringify(but.running)
      const looking = JSON.stringify(but.looking.map(({ feature, job }) => `${feature}/${job}`))
      return lookAgain.run({ now, running, looking }).changes + setBack.run({ now, running }).changes
    },

    /**
     * Adds a job, or moves the one with the same key. A repeating job keeps its time while its interval is the same.
     */
    put: (entry: NewJob): number => put.get(entry).id,

    cancel: (entry: { feature: string; job: string; key: string }): boolean => cancel.run(entry).changes > 0,

    /** Returns the next job that is due. @param but excludes running jobs and full queues */
    due: (now: number, but: { running: readonly number[]; full: readonly string[] }): JobRow | undefined =>
      due.get({ now, running: JSON.stringify(but.running), full: JSON.stringify(but.full) }),
    /** Whether a job with this key is pending or running. */
    waits: (entry: { feature: string; job: string; key: string }): boolean => waits.get(entry) !== undefined,
    nextAfter: (now: number): number | undefined => next.get({ now })?.runAt,
    /**
     * Counts the run before it starts. @returns the number of the attempt, or undefined when the job no longer exists
     */
    begin: (id: number): number | undefined => begin.get({ id })?.attempts,

    finish(row: JobRow, attempt: number, nextRun: number | undefined, now: number) {
      if (nextRun === undefined) db.delete(jobs).where(asBegun(row, attempt)).run()
      else db.update(jobs).set({ runAt: nextRun, attempts: 0, setAt: now }).where(asBegun(row, attempt)).run()
    },
    /** Postpones a job instead of running it now. */
    putOff: (row: JobRow, at: number, now: number) =>
      db.update(jobs).set({ runAt: at, attempts: wasPutOff, setAt: now }).where(asBegun(row, row.attempts)).run(),
    retry: (row: JobRow, attempt: number, at: number, now: number) =>
      db.update(jobs).set({ runAt: at, setAt: now }).where(asBegun(row, attempt)).run(),
    park: (row: JobRow, reason: string) => db.update(jobs).set({ parked: reason }).where(eq(jobs.id, row.id)).run(),

    vanished: (): JobRow[] => db.select().from(jobs).where(eq(jobs.parked, vanished)).all(),
    unpark: (row: JobRow) => db.update(jobs).set({ parked: null, attempts: 0 }).where(eq(jobs.id, row.id)).run(),
  }
}
