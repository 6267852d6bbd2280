import { z } from 'zod'
import { onOwnInitiative } from '../discord/initiator.ts'
import { inLane } from '../discord/lanes.ts'
import { rests } from '../entitlements.ts'
import type { Job, Services } from '../feature.ts'
import type { Logger } from '../log.ts'
import type { Database } from '../storage/database.ts'
import { backoffMs, mostAttempts } from './backoff.ts'
import { type JobName, type JobRow, jobRows, laneOf, vanished, wasPutOff } from './rows.ts'
import type { Schedulable, Scheduler } from '../declarations/schedule.ts'

/** Jobs that run side by side; the others wait their turn. */
const slots = 40
/** How many of them may be of one kind in one server: a thousand newcomers must not keep a raider from being banned. */
const slotsInLane = 10
/** A longer wait is cut into pieces, so that a clock set forward or a laptop that slept is noticed. */
const longestTimerMs = 5_000

const nothing = z.undefined()
/** A job that declares no payload has none. */
const schemaOf = ({ payload }: Schedulable): z.ZodType => payload ?? nothing

interface Entry {
  guildId?: string
  key?: string
  payload?: unknown
}

/** What a job says that came due where its feature rests. */
const noPremium = 'This server has no premium any more.'

/** More than so many intervals since the last run were a process that was down, or are a clock that is ahead. */
const mostIntervals = 2
/** What runs once begins within seconds of its time: where it is later than this, the same holds (ms). */
const lateMs = 60_000

/** What waits for its turn at Discord may take minutes; whoever stops the product waits for seconds. */
const usualGraceMs = 5000

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
  /** Called before a job is parked that will not be tried any more. */
  gaveUp(row: Pick<JobRow, 'feature' | 'job' | 'guildId'>, job: Job, payload: unknown, why: string | undefined): void
  /** For how long stopping waits for running jobs (ms). */
  graceMs?: number
}): Scheduler {
  const { log, now } = options
  const rows = jobRows(options.db)
  const running = new Map<number, { lane: string; done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  /** When the timer goes off, by the clock that jobs go by; Infinity while there is none. */
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

  /** Put off already, it is believed: whoever runs the bot for some hours a week would never have anything deleted. */
  const isDoubtful = ({ attempts, everyMs, runAt, setAt }: JobRow) =>
    everyMs === null
      ? attempts === 0 && now() - runAt > lateMs
      : attempts !== wasPutOff && now() - setAt > mostIntervals * everyMs

  /** Parks what can never run and counts the attempt. @returns what to call, if anything */
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
      // Before it is parked: told twice after a kill is better than never.
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
      // The database is closed, and the next start runs it again.
      if (state === 'left') return
      log.error({ ...named(row), attempt, err: error }, 'job failed')
      if (row.everyMs !== null && attempt >= mostAttempts) rows.finish(row, attempt, nextTime(), now())
      else rows.retry(row, attempt, now() + backoffMs(attempt), now())
    }
  }

  const full = (): string[] => {
    const lanes = Map.groupBy(running.values(), ({ lane }) => lane)
    return [...lanes].flatMap(([lane, those]) => (those.length >= slotsInLane ? [lane] : []))
  }
  const everyEnd = () => Promise.all(Array.from(running.values(), ({ done }) => done))
  const nextDue = () => rows.due(now(), { running: [...running.keys()], full: full() })

  const setBackTo = (time: number): number => {
    const looking = [...declared()].flatMap(([job, name]) => (job.looksAgain ? [name] : []))
    return rows.setBackTo(time, { running: [...running.keys()], looking })
  }
  let latest = now()
  /** A clock that was ahead has been set back: jobs scheduled by it keep their intended delay. */
  const forgiveClock = () => {
    const time = now()
    if (time < latest) {
      const moved = setBackTo(time)
      log.warn({ behindMs: latest - time, jobs: moved }, 'the clock went back')
    }
    latest = time
  }

  /** Starts due jobs while slots are free; each one that ends makes room for the next. */
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
          log.error({ ...named(row), err: error }, 'job could not be kept')
          options.services().disk.notice(error)
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
    // By this clock its delay is meant, should the clock turn out to have been ahead.
    latest = Math.max(latest, setAt)
    // What is due later than it wakes anyway is found then.
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
      // Not the timer of naps, which ends whenever something is scheduled: running jobs go on doing that.
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
