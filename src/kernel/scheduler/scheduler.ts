import type { Job, Services } from '../feature.ts'
import type { Logger } from '../log.ts'
import { backoffMs, mostAttempts } from './backoff.ts'
import { type JobRow, jobRows, laneOf, vanished } from './rows.ts'
import type { Database } from '../storage/database.ts'

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
  /** Whether a job with this key is still to be done, or being done; false once it is given up. */
  waits(entry: { feature: string; job: string; key: string }): boolean
  /** Starts to run due jobs, also those that were due while the process was down. */
  start(): void
  /** Runs nothing new and waits for what runs. */
  stop(): Promise<void>
  /** Runs what is due now and waits for it; for a clock that jumped. */
  tick(): Promise<void>
  /** Erases a guild's jobs. */
  forgetGuild(guildId: string): void
}

/** Jobs that run side by side; the others wait their turn. */
const slots = 40
/** As many of them belong to one kind of job in one server: a thousand newcomers must not keep a raider from being banned. */
const slotsInLane = 10
/** A longer wait is cut into pieces, so that a clock set forward or a laptop that slept is noticed. */
const longestTimerMs = 5_000

type Schedule = Omit<Parameters<Scheduler['every']>[0], 'everyMs' | 'key'> & { key?: string }

/**
 * @param options.services given to each job; read at the first use, so that the services can hold the scheduler
 * @param options.kernelJobs jobs of the kernel itself, filed under the feature 'kernel'
 */
export function createScheduler(options: {
  db: Database
  log: Logger
  now(): number
  services(): Services
  kernelJobs: Record<string, Job>
}): Scheduler {
  const { log, now } = options
  const rows = jobRows(options.db)
  const running = new Map<number, { lane: string; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let state: 'idle' | 'started' | 'stopped' = 'idle'

  const find = (feature: string, job: string): Job | undefined =>
    feature === 'kernel'
      ? options.kernelJobs[job]
      : options.services().features.find(one => one.contract.name === feature)?.parts.jobs?.[job]

  /** Parks what can never run and counts the attempt. @returns what to call, if anything */
  const prepare = (row: JobRow): { attempt: number; call: () => unknown } | undefined => {
    const job = find(row.feature, row.job)
    const payload = job?.payload.safeParse(row.payload ?? undefined)
    const obstacle = !job
      ? vanished
      : !payload?.success
        ? 'its payload is not valid'
        : row.attempts >= mostAttempts && row.everyMs === null
          ? `it did not succeed in ${row.attempts} attempts`
          : undefined
    if (obstacle !== undefined) {
      log.warn({ ...named(row), reason: obstacle }, 'job parked')
      rows.park(row, obstacle)
      return undefined
    }
    const attempt = rows.begin(row.id)
    if (!job || attempt === undefined) return undefined
    return { attempt, call: () => job.run(options.services(), payload?.data, { attempt, guildId: row.guildId }) }
  }

  const run = async (row: JobRow) => {
    const prepared = prepare(row)
    if (!prepared) return
    const { attempt, call } = prepared
    const nextTime = () => (row.everyMs === null ? undefined : now() + row.everyMs)
    try {
      await call()
      rows.finish(row, attempt, nextTime())
    } catch (error) {
      log.error({ ...named(row), attempt, err: error }, 'job failed')
      if (row.everyMs !== null && attempt >= mostAttempts) rows.finish(row, attempt, nextTime())
      else rows.retry(row, attempt, now() + backoffMs(attempt))
    }
  }

  const full = (): string[] => {
    const lanes = Map.groupBy(running.values(), ({ lane }) => lane)
    return [...lanes].flatMap(([lane, those]) => (those.length >= slotsInLane ? [lane] : []))
  }
  const everyEnd = () => Promise.all(Array.from(running.values(), ({ done }) => done))
  const nextDue = () => rows.due(now(), { running: [...running.keys()], full: full() })

  /** Starts what is due as far as slots are free; each end makes room for the next. */
  const fill = () => {
    if (state === 'stopped') return
    while (running.size < slots) {
      const row = nextDue()
      if (!row) break
      const done = run(row).then(
        () => {
          running.delete(row.id)
          fill()
        },
        (error: unknown) => {
          log.error({ ...named(row), err: error }, 'job could not be kept')
          running.delete(row.id)
          nap(longestTimerMs)
        },
      )
      running.set(row.id, { lane: laneOf(row), done })
    }
    nap()
  }

  const untilNext = () => (nextDue() ? 0 : Math.min((rows.nextAfter(now()) ?? Infinity) - now(), longestTimerMs))

  const nap = (ms?: number) => {
    clearTimeout(timer)
    if (state === 'started' && running.size < slots) timer = setTimeout(fill, ms ?? untilNext())
  }

  const put = (entry: Schedule, runAt: number, everyMs: number | null): number => {
    const { feature, job, payload, guildId = null, key = null } = entry
    const target = find(feature, job)
    if (!target) throw new Error(`there is no job ${feature}.${job}`)
    target.payload.parse(payload)
    const id = rows.put({ feature, job, key, guildId, payload: payload ?? null, runAt, everyMs })
    nap()
    return id
  }

  return {
    at: entry => put(entry, entry.at, null),
    every: entry => put(entry, now() + entry.everyMs, entry.everyMs),
    cancel: rows.cancel,
    waits: rows.waits,
    start() {
      state = 'started'
      for (const row of rows.vanished()) if (find(row.feature, row.job)) rows.unpark(row)
      fill()
    },
    async stop() {
      state = 'stopped'
      clearTimeout(timer)
      await everyEnd()
    },
    async tick() {
      fill()
      while (running.size > 0) await everyEnd()
    },
    forgetGuild: guildId => {
      rows.forgetGuild(guildId)
    },
  }
}

const named = (row: JobRow) => ({ feature: row.feature, job: row.job, jobId: row.id, guildId: row.guildId })
