import { z } from 'zod'
import { onOwnInitiative } from '../discord/initiator.ts'
import { inLane } from '../discord/lanes.ts'
import { rests } from '../entitlements.ts'
import type { Job, Services } from '../feature.ts'
import type { Logger } from '../log.ts'
import type { Database } from '../storage/database.ts'
import { backoffMs, mostAttempts } from './backoff.ts'
import { type JobName, type JobRow, jobRows, queueOf, vanished, wasPutOff } from './rows.ts'
import type { Schedulable, Scheduler } from '../declarations/schedule.ts'

/** How many jobs run at the same time; the others wait for their turn. */
const slots = 40
/**
 * How many of them may be of one kind in one server: jobs for a thousand newcomers must not delay the ban of a raider.
 */
const slotsPerQueue = 10
/** Longer waits are split (ms), so that a clock that was set forward or a laptop that slept is noticed. */
const longestTimerMs = 5_000

const nothing = z.undefined()
/** The schema of a job's payload; without a declared one, there must be no payload. */
const schemaOf = ({ payload }: Schedulable): z.ZodType => payload ?? nothing

interface Entry {
  guildId?: string
  key?: string
  payload?: unknown
}

/** The reason for a job that came due while its feature rests. */
const noPremium = 'This server no longer has premium.'

/** When more than this many intervals have passed since the last run, the process was down or the clock is ahead. */
const mostIntervals = 2
/**
 * A job that runs once starts within seconds of its time. When it is later than this (ms), the process was down or the
 * clock is ahead.
 */
const lateMs = 60_000

/**
 * How long stopping waits for running jobs (ms): a request may wait minutes for its turn, but somebody who stops the
 * product waits seconds.
 */
const usualGraceMs = 5000

/**
 * Creates the scheduler. @param options.services returns what jobs receive; called at first use, because the services
 * contain the scheduler
 * @param options.kernelJobs jobs of the kernel itself, stored under the feature 'kernel'
 */
export function createScheduler(options: {
  db: Database
  log: Logger
  now(): number
  services(): Services
  kernelJobs: Record<string, Job>
  /** Called before a job that will not be retried is parked. */
  gaveUp(row: Pick<JobRow, 'feature' | 'job' | 'guildId'>, job: Job, payload: unknown, why: string | undefined): void
  /** How long stopping waits for running jobs (ms). */
  graceMs?: number
}): Scheduler {
  const { log, now } = options
  const rows = jobRows(options.db)
  const running = new Map<number, { queue: string; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  /** When the timer fires (Unix ms); Infinity while none is set. */
  let wakesAt = Infinity
  let state: 'idle' | 'started' | 'stopped' | 'left' = 'idle'

  const find = (feature: string, job: string): Job | undefined =>
    feature === 'kernel'
      ? options.kernelJobs[job]
      : options.services().features.find(one => one.contract.name === feature)?.parts.jobs?.[job]

  const isResting = ({ feature, guildId }: JobRow, job: Job): boolean => {
    const contract = options.services().features.find(one => one.contract.name === feature)?.contract
    return guildId !== null && !job.free && contract !== undefined && rests(options.services(), contract, guildId)
  }

  const declared = function* (): Generator<[Job, JobName]> {
    const kernel = { contract: { name: 'kernel' }, parts: { jobs: options.kernelJobs } }
    for (const { contract, parts } of [kernel, ...options.services().features])
      for (const [job, one] of Object.entries(parts.jobs ?? {})) yield [one, { feature: contract.name, job }]
  }
  let names: Map<Schedulable, JobName> | undefined
  const nameOf = (job: Schedulable) => {
    names ??= new Map([...declared()].map(([one, name]) => [one.handle ?? one, name]))
    const name = names.get(job)
    if (!name) throw new Error('a job was scheduled that no feature declares')
    return name
  }

  /**
   * Whether the clock that says that a job is due is in doubt. A job that was postponed once already is run: otherwise
   * nothing would ever be deleted for somebody who runs the bot for some hours a week.
   */
  const isDoubtful = ({ attempts, everyMs, runAt, setAt }: JobRow) =>
    everyMs === null
      ? attempts === 0 && now() - runAt > lateMs
      : attempts !== wasPutOff && now() - setAt > mostIntervals * everyMs

  /** Parks a job that can never run, or else counts the attempt. @returns the function that runs it, if it may run */
  const prepare = (row: JobRow): { attempt: number; call: () => unknown } | undefined => {
    const job = find(row.feature, row.job)
    const payload = job && schemaOf(job.handle ?? job).safeParse(row.payload ?? undefined)
    const obstacle = !job
      ? vanished
      : !payload?.success
        ? 'its payload is not valid'
        : row.attempts >= mostAttempts && row.everyMs === null
          ? `it did not succeed in ${row.attempts} attempts`
          : isResting(row, job)
            ? noPremium
            : undefined
    if (obstacle === noPremium && row.everyMs !== null) {
      rows.finish(row, row.attempts, now() + row.everyMs, now())
      return undefined
    }
    if (obstacle === undefined && job?.deletesOld && isDoubtful(row)) {
      rows.putOff(row, now() + (row.everyMs ?? row.runAt - row.setAt), now())
      return undefined
    }
    if (obstacle !== undefined) {
      log.warn({ ...named(row), reason: obstacle }, 'job parked')
      // Reported before it is parked: after a kill, reporting twice is better than never.
      if (job && payload?.success) options.gaveUp(row, job, payload.data, obstacle === noPremium ? obstacle : undefined)
      rows.park(row, obstacle)
      return undefined
    }
    const attempt = rows.begin(row.id)
    if (!job || attempt === undefined) return undefined
    const { guildId } = row
    const call = () =>
      onOwnInitiative(() =>
        inLane(job.lane ?? 'bulk', () => job.run(options.services(), payload?.data, { attempt, guildId })),
      )
    return { attempt, call }
  }

  const run = async (row: JobRow) => {
    const prepared = prepare(row)
    if (!prepared) return
    const { attempt, call } = prepared
    const nextTime = () => (row.everyMs === null ? undefined : now() + row.everyMs)
    try {
      await call()
      if (state === 'left') return
      rows.finish(row, attempt, nextTime(), now())
    } catch (error) {
      // The database is closed now, and the next start runs the job again.
      if (state === 'left') return
      log.error({ ...named(row), attempt, err: error }, 'job failed')
      if (row.everyMs !== null && attempt >= mostAttempts) rows.finish(row, attempt, nextTime(), now())
      else rows.retry(row, attempt, now() + backoffMs(attempt), now())
    }
  }

  const full = (): string[] => {
    const queues = Map.groupBy(running.values(), ({ queue }) => queue)
    return [...queues].flatMap(([queue, those]) => (those.length >= slotsPerQueue ? [queue] : []))
  }
  const everyEnd = () => Promise.all(Array.from(running.values(), ({ done }) => done))
  const nextDue = () => rows.due(now(), { running: [...running.keys()], full: full() })

  const setBackTo = (time: number): number => {
    const looking = [...declared()].flatMap(([job, name]) => (job.looksAgain ? [name] : []))
    return rows.setBackTo(time, { running: [...running.keys()], looking })
  }
  let latest = now()
  /** Handles a clock that was ahead and has been set back: jobs that were scheduled by it keep their intended delay. */
  const forgiveClock = () => {
    const time = now()
    if (time < latest) {
      const moved = setBackTo(time)
      log.warn({ behindMs: latest - time, jobs: moved }, 'the clock went back')
    }
    latest = time
  }

  /** Starts due jobs while slots are free; each job that ends makes room for the next. */
  const fill = () => {
    wakesAt = Infinity
    if (state === 'stopped' || state === 'left') return
    forgiveClock()
    while (running.size < slots) {
      const row = nextDue()
      if (!row) break
      const done = run(row).then(
        () => {
          running.delete(row.id)
          fill()
        },
        (error: unknown) => {
          log.error({ ...named(row), err: error }, 'the state of a job could not be stored')
          options.services().disk.notice(error)
          running.delete(row.id)
          nap(longestTimerMs)
        },
      )
      running.set(row.id, { queue: queueOf(row), done })
    }
    nap()
  }

  const untilNext = () => (nextDue() ? 0 : Math.min((rows.nextAfter(now()) ?? Infinity) - now(), longestTimerMs))

  const nap = (ms?: number) => {
    clearTimeout(timer)
    wakesAt = Infinity
    if (state !== 'started' || running.size >= slots) return
    const inMs = ms ?? untilNext()
    wakesAt = now() + inMs
    timer = setTimeout(fill, inMs)
  }

  const put = (job: Schedulable, entry: Entry, runAt: number, everyMs: number | null): number => {
    const { payload, guildId = null, key = null } = entry
    const name = nameOf(job)
    schemaOf(job).parse(payload)
    const setAt = now()
    const id = rows.put({ ...name, key, guildId, payload: payload ?? null, runAt, everyMs, setAt })
    // The delay is relative to this clock, in case the clock turns out to be ahead.
    latest = Math.max(latest, setAt)
    // A job that is due after the timer fires anyway will be found then.
    if (runAt < wakesAt) nap()
    return id
  }

  return {
    at: (job, entry) => put(job, entry, entry.at, null),
    every: (job, entry) => put(job, entry, now() + entry.everyMs, entry.everyMs),
    cancel: (job, key) => rows.cancel({ ...nameOf(job), key }),
    waits: (job, key) => rows.waits({ ...nameOf(job), key }),
    start() {
      state = 'started'
      setBackTo(now())
      for (const row of rows.vanished()) if (find(row.feature, row.job)) rows.unpark(row)
      fill()
    },
    async stop() {
      state = 'stopped'
      clearTimeout(timer)
      const grace = Promise.withResolvers<void>()
      // A separate timer, because scheduling resets the one of `nap`, and running jobs still schedule.
      const limit = setTimeout(grace.resolve, options.graceMs ?? usualGraceMs)
      await Promise.race([everyEnd(), grace.promise])
      clearTimeout(limit)
      state = 'left'
      if (running.size > 0) log.info({ jobs: running.size }, 'jobs are left to the next start')
    },
    async tick() {
      fill()
      while (running.size > 0) await everyEnd()
    },
  }
}

const named = (row: JobRow) => ({ feature: row.feature, job: row.job, jobId: row.id, guildId: row.guildId })
