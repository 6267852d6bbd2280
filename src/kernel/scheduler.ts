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
}
