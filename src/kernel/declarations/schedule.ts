import type { z } from 'zod'

/** What scheduling needs to know of a job: the object that a feature declares under `jobs`. */
export interface Schedulable<D extends z.ZodType = z.ZodType> {
  payload?: D
}

type Payload<D extends z.ZodType> = undefined extends z.input<D> ? { payload?: z.input<D> } : { payload: z.input<D> }

interface Where {
  guildId?: string
}

/**
 * Durable timers: rows in a `jobs` table, run at least once after their time, also after a kill -9. Times are Unix ms.
 */
export interface Scheduler {
  /**
   * Runs a job once, at `at`.
   * @param entry.key makes it unique within the job: scheduling it again moves it instead of doubling it
   * @returns the row's id
   * @throws Error when no feature declares the job; ZodError when the payload is not the job's
   */
  at<D extends z.ZodType>(job: Schedulable<D>, entry: Where & { at: number; key?: string } & Payload<D>): number
  /** Runs it every `everyMs` from now on, once however long the process was down. */
  every<D extends z.ZodType>(job: Schedulable<D>, entry: Where & { everyMs: number; key: string } & Payload<D>): number
  cancel(job: Schedulable, key: string): boolean
  /** Whether a job with this key is pending or running; false once it is given up. */
  waits(job: Schedulable, key: string): boolean
  /** Starts running due jobs, including those that fell due while the process was down. */
  start(): void
  /** Starts nothing new and waits for running jobs, for some seconds: what is not done by then starts over at the next start. */
  stop(): Promise<void>
  /** Runs what is due now and waits for it; for when the clock has jumped. */
  tick(): Promise<void>
}
