import type { Job, Services } from './feature.ts'
import type { Logger } from './log.ts'
import type { Database } from './storage/database.ts'

/** Durable timers: rows in a `jobs` table, run at least once after their time, also after a kill -9. Times are Unix ms. */
export interface Scheduler {
  /**
   * Runs `job` of `feature` once, at `at`.
   * @param key makes the job unique within (feature, job): scheduling it again moves it instead of doubling it
   */
  at(entry: { feature: string; job: string; at: number; payload?: unknown; guildId?: string; key?: string }): number
  /** Runs it every `everyMs` from now on, once however long the process was down. */
  every(entry: {
    feature: string
    job: string
    everyMs: number
    payload?: unknown
    guildId?: string
    key: string
  }): number
  cancel(entry: { feature: string; job: string; key: string }): boolean
  /** Starts to run due jobs. */
  start(): void
  /** Runs nothing new and waits for what runs. */
  stop(): Promise<void>
  /** Runs what is due now and waits for it; for a clock that jumped. */
  tick(): Promise<void>
  /** Erases a guild's jobs. */
  forgetGuild(guildId: string): void
}

/**
 * @param options.services given to each job; read at the first run, so that the services can hold the scheduler
 * @param options.kernelJobs jobs of the kernel itself, filed under the feature 'kernel'
 */
export function createScheduler(_options: {
  db: Database
  log: Logger
  now(): number
  services(): Services
  kernelJobs: Record<string, Job>
}): Scheduler {
  throw new Error('not built')
}
