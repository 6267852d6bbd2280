import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { type Feature, feature, job, jobHandle, type Services } from '../feature.ts'
import type { Scheduler } from '../declarations/schedule.ts'
import { createScheduler } from './scheduler.ts'
import { backoffMs, mostAttempts } from './backoff.ts'
import type { Database } from '../storage/database.ts'
import { closeDatabase, openDatabase } from '../storage/open.ts'
import { jobs } from '../storage/table.ts'
import { scratch } from '#test/scratch.ts'

const log = pino({ level: 'silent' })
let dataDir: string
let db: Database
let clock: number
let ran: string[]
let lost: string[]
let obstacle: ((note: string, attempt: number) => unknown) | undefined
const schedulers: Scheduler[] = []

const note = job({
  payload: z.string(),
  async run(_services, text, { attempt }) {
    await obstacle?.(text, attempt)
    ran.push(text)
  },
})
const reminders = feature(contract('reminders', { title: 'Reminders' }), { jobs: { note } })

function open(features: Feature[] = [reminders], graceMs = 60_000): Scheduler {
  // The jobs of these tests use nothing of the services but the list of features.
  const services = { features } as unknown as Services
  const scheduler = createScheduler({
    db,
    log,
    now: () => clock,
    services: () => services,
    kernelJobs: {},
    gaveUp: ({ job: name }, _job, payload) => void lost.push(`${name} ${String(payload)}`),
    graceMs,
  })
  schedulers.push(scheduler)
  return scheduler
}
const at = (time: number, payload = 'a', more: { key?: string; guildId?: string } = {}) => ({
  at: time,
  payload,
  ...more,
})
const every = (everyMs: number, payload = 'tick') => ({ everyMs, payload, key: 'k' })
const stored = () => db.select().from(jobs).all()

beforeEach(() => {
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
  db = openDatabase({ dataDir, log })
  clock = 1_000_000
  ran = []
  lost = []
  obstacle = undefined
})
afterEach(async () => {
  for (const scheduler of schedulers.splice(0)) await scheduler.stop()
  closeDatabase(db)
  rmSync(dataDir, { recursive: true })
})

test('jobs run once, not before they are due, in order', async () => {
  const scheduler = open()
  scheduler.at(note, at(clock + 200, 'later'))
  scheduler.at(note, at(clock + 100, 'sooner'))
  await scheduler.tick()
  expect(ran).toEqual([])
  clock += 300
  await scheduler.tick()
  await scheduler.tick()
  expect(ran).toEqual(['sooner', 'later'])
  expect(stored()).toEqual([])
})

test('a started scheduler runs due jobs by itself, including those added while another runs', async () => {
  let release = () => {}
  obstacle = text =>
    text === 'slow'
      ? new Promise<void>(resolve => {
          release = resolve
        })
      : undefined
  const scheduler = open()
  scheduler.at(note, at(clock, 'slow'))
  scheduler.start()
  scheduler.at(note, at(clock, 'quick'))
  await vi.waitFor(() => expect(ran).toEqual(['quick']))
  release()
  await vi.waitFor(() => expect(ran).toEqual(['quick', 'slow']))
})

test('scheduling the same key again moves the job instead of doubling it', async () => {
  const scheduler = open()
  const first = scheduler.at(note, at(clock + 100, 'old', { key: 'mute:1' }))
  expect(scheduler.at(note, at(clock + 500, 'new', { key: 'mute:1' }))).toBe(first)
  scheduler.at(note, at(clock + 500, 'other', { key: 'mute:2' }))
  clock += 100
  await scheduler.tick()
  expect(ran).toEqual([])
  clock += 400
  await scheduler.tick()
  expect(ran).toEqual(['new', 'other'])
})

test('a cancelled job does not run', async () => {
  const scheduler = open()
  scheduler.at(note, at(clock, 'a', { key: 'x' }))
  expect(scheduler.cancel(note, 'x')).toBe(true)
  expect(scheduler.cancel(note, 'x')).toBe(false)
  await scheduler.tick()
  expect(ran).toEqual([])
})

test('a repeating job runs once however long the process was down, then at its interval', async () => {
  open().every(note, every(1000))
  clock += 10_500
  const scheduler = open()
  scheduler.every(note, every(1000))
  await scheduler.tick()
  expect(ran).toEqual(['tick'])
  clock += 999
  await scheduler.tick()
  expect(ran).toHaveLength(1)
  clock += 1
  await scheduler.tick()
  expect(ran).toHaveLength(2)
})

test('declaring a repeating job at every start does not postpone it; a new interval does', () => {
  const scheduler = open()
  scheduler.every(note, every(1000))
  clock += 600
  scheduler.every(note, every(1000))
  expect(stored()[0]?.runAt).toBe(clock + 400)
  scheduler.every(note, every(2000))
  expect(stored()[0]?.runAt).toBe(clock + 2000)
})

test('a job that fails is tried again, later each time, and parked when it never succeeds', async () => {
  const attempts: number[] = []
  obstacle = (_, attempt) => {
    attempts.push(attempt)
    throw new Error('no')
  }
  const scheduler = open()
  scheduler.at(note, at(clock))
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    await scheduler.tick()
    expect(attempts).toHaveLength(attempt)
    expect(stored()[0]?.runAt).toBe(clock + backoffMs(attempt))
    clock += backoffMs(attempt)
  }
  await scheduler.tick()
  expect(attempts).toEqual(Array.from({ length: mostAttempts }, (_, index) => index + 1))
  expect(stored()[0]?.parked).toBe(`it did not succeed in ${mostAttempts} attempts`)
  await scheduler.tick()
  expect(lost).toEqual(['note a'])
})

test('a job that a crash interrupted runs again, as the second attempt', async () => {
  open().at(note, at(clock))
  // What a killed process leaves behind: the run was counted, the row is still there.
  db.update(jobs).set({ attempts: 1 }).run()
  const attempts: number[] = []
  obstacle = (_, attempt) => attempts.push(attempt)
  const scheduler = open()
  scheduler.start()
  await vi.waitFor(() => expect(ran).toEqual(['a']))
  expect(attempts).toEqual([2])
  await scheduler.stop()
  expect(stored()).toEqual([])
})

test('a job that reschedules itself while it runs is kept', async () => {
  const scheduler = open()
  obstacle = () => scheduler.at(note, at(clock + 50, 'again', { key: 'self' }))
  scheduler.at(note, at(clock, 'first', { key: 'self' }))
  await scheduler.tick()
  expect(ran).toEqual(['first'])
  expect(stored()[0]).toMatchObject({ runAt: clock + 50, attempts: 0 })
})

test('a job of a feature that is gone is parked, and runs when the feature is back', async () => {
  open().at(note, at(clock))
  await open([]).tick()
  expect(stored()[0]?.parked).toBe('its feature is gone')
  open([reminders]).start()
  await vi.waitFor(() => expect(ran).toEqual(['a']))
})

test('an invalid payload is refused when scheduled, and parked when it dates from before an upgrade', async () => {
  const scheduler = open()
  // A caller that TypeScript does not see.
  const unchecked = scheduler.at as (job: object, entry: object) => number
  expect(() => unchecked(note, { at: clock, payload: 5 })).toThrow(/expected string/)
  const nobodys = job({ run: () => undefined })
  expect(() => scheduler.at(nobodys, { at: clock })).toThrow('no feature declares')
  expect(stored()).toEqual([])
  scheduler.at(note, at(clock))
  db.update(jobs).set({ payload: 5 }).run()
  await scheduler.tick()
  expect(stored()[0]?.parked).toBe('its payload is not valid')
})

test('stopping waits for running jobs and starts no more', async () => {
  let release = () => {}
  obstacle = () =>
    new Promise<void>(resolve => {
      release = resolve
    })
  const scheduler = open()
  scheduler.at(note, at(clock, 'running'))
  scheduler.start()
  const stopped = scheduler.stop()
  scheduler.at(note, at(clock, 'not any more'))
  release()
  await stopped
  expect(ran).toEqual(['running'])
  expect(stored().map(row => row.payload)).toEqual(['not any more'])
})

test('all jobs run when there are more than fit at once', async () => {
  const scheduler = open()
  for (let index = 0; index < 100; index++) scheduler.at(note, at(clock, String(index)))
  await scheduler.tick()
  expect(new Set(ran).size).toBe(100)
})

test('many jobs of one kind in one server leave slots for others, and all run', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  obstacle = text => (text.startsWith('crowd') ? held : undefined)
  const scheduler = open()
  for (let index = 0; index < 100; index++) scheduler.at(note, at(clock - 1, `crowd ${index}`, { guildId: '1' }))
  scheduler.at(note, at(clock, 'elsewhere', { guildId: '2', key: 'one' }))
  expect(scheduler.waits(note, 'one')).toBe(true)
  scheduler.start()
  await vi.waitFor(() => expect(ran).toEqual(['elsewhere']))
  expect(scheduler.waits(note, 'one')).toBe(false)
  expect(stored().filter(({ attempts }) => attempts > 0).length).toBeLessThan(20)
  release()
  await vi.waitFor(() => expect(ran).toHaveLength(101))
})

test('a job is scheduled by its handle where it is declared elsewhere', async () => {
  const handle = jobHandle(z.string())
  const counting = job({ handle, run: (_services, text) => void ran.push(`by handle: ${text}`) })
  const scheduler = open([feature(contract('counting', { title: 'Counting' }), { jobs: { counting } })])
  scheduler.at(handle, { at: clock, payload: 'a', key: 'one' })
  expect(stored()[0]).toMatchObject({ feature: 'counting', job: 'counting' })
  expect(scheduler.waits(handle, 'one')).toBe(true)
  await scheduler.tick()
  expect(ran).toEqual(['by handle: a'])
})

const days = 30 * 86_400_000

test.each([
  ['at once', (scheduler: Scheduler) => scheduler],
  ['after a restart', () => open()],
])('a clock that was a month ahead and came back is forgiven %s', async (_when, restarted) => {
  clock += days
  let scheduler = open()
  scheduler.start()
  scheduler.every(note, every(1000))
  scheduler.at(note, at(clock + 5000, 'soon'))
  obstacle = text => {
    if (text === 'fails' && ran.length < 2) throw new Error('not yet')
  }
  scheduler.at(note, at(clock, 'fails'))
  clock += 1000
  await scheduler.tick()
  expect(ran).toEqual(['tick'])
  clock -= days
  scheduler = restarted(scheduler)
  scheduler.start()
  clock += 1000
  await scheduler.tick()
  expect(ran).toEqual(['tick', 'tick'])
  clock += 5000
  await scheduler.tick()
  expect(ran.toSorted()).toEqual(['fails', 'soon', 'tick', 'tick', 'tick'])
})

test('after a clock jump of a month, due jobs run once, and intervals continue from there', async () => {
  const scheduler = open()
  scheduler.every(note, every(1000))
  clock += days
  await scheduler.tick()
  await scheduler.tick()
  expect(ran).toEqual(['tick'])
  expect(stored()[0]?.runAt).toBe(clock + 1000)
})

test('stopping leaves a job that does not end to the next start, which runs it again', async () => {
  const never = Promise.withResolvers<void>()
  obstacle = () => never.promise
  const scheduler = open([reminders], 0)
  scheduler.at(note, at(clock))
  scheduler.start()
  await vi.waitFor(() => expect(stored()).toMatchObject([{ attempts: 1 }]))
  await scheduler.stop()
  obstacle = undefined
  const next = open()
  next.start()
  await next.tick()
  expect(ran).toEqual(['a'])
  // It ends after all: nothing of it is written any more.
  never.resolve()
  await vi.waitFor(() => expect(ran).toEqual(['a', 'a']))
  expect(stored()).toEqual([])
})
