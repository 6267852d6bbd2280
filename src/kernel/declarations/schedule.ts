import type { z } from 'zod'

/** The part of a job that scheduling needs: pass the object that a feature declares under `jobs`. */
export interface Schedulable<D extends z.ZodType = z.ZodType> {
  payload?: D
}

type Payload<D extends z.ZodType> = undefined extends z.input<D> ? { payload?: z.input<D> } : { payload: z.input<D> }

interface Where {
  guildId?: string
}

/**
 * Durable timers: rows in a `jobs` table that run at least once after their time, even after a kill -9. Times are Unix
 * ms.
 */
export interface Scheduler {
  /**
   * Runs a job once, at `at`.
   * @param entry.key identifies it within the job: scheduling the same key again moves it instead of adding another
   * @returns the row's id
   * @throws Error when no feature declares the job; ZodError when the payload does not fit the job's schema
   */
  at<D extends z.ZodType>(job: Schedulable<D>, entry: Where & { at: number; key?: string } & Payload<D>): number
  /**
   * Runs a job every `everyMs`, for the first time after that long; after a downtime once, however long it was. A job
   * that is scheduled again with the same interval keeps its time.
   */
  every<D extends z.ZodType>(job: Schedulable<D>, entry: Where & { everyMs: number; key: string } & Payload<D>): number
  cancel(job: Schedulable, key: string): boolean
  /** Whether a job with this key is pending or running; false once it has been given up. */
  waits(job: Schedulable, key: string): boolean
  /** Starts running due jobs, including those that fell due while the process was down. */
  start(): void
  /**
   * Starts no more jobs and waits some seconds for those that run: any that are unfinished then start over at the next
   * start.
   */
  stop(): Promise<void>
  /** Runs what is due now and waits for it; for tests and after the clock has jumped. */
  tick(): Promise<void>
}
