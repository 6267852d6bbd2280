import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { at, createSchedulerRig, every, note, reminders, type SchedulerRig } from '#test/scheduler-rig.ts'
import { feature, job, jobHandle } from '../feature.ts'
import { jobs } from '../storage/table.ts'
import { backoffMs, mostAttempts } from './backoff.ts'

let rig: SchedulerRig
beforeEach(() => {
  rig = createSchedulerRig()
})
afterEach(() => rig.close())

test('jobs run once, not before they are due, in order', async () => {
  const scheduler = rig.open()
  scheduler.at(note, at(rig.clock + 200, 'later'))
  scheduler.at(note, at(rig.clock + 100, 'sooner'))
  await scheduler.tick()
  expect(rig.ran).toEqual([])
  rig.clock += 300
  await scheduler.tick()
  await scheduler.tick()
  expect(rig.ran).toEqual(['sooner', 'later'])
  expect(rig.stored()).toEqual([])
})

test('a started scheduler runs due jobs by itself, including those added while another runs', async () => {
  let release = () => {}
  rig.obstacle = text =>
    text === 'slow'
      ? new Promise<void>(resolve => {
          release = resolve
        })
      : undefined
  const scheduler = rig.open()
  scheduler.at(note, at(rig.clock, 'slow'))
  scheduler.start()
  scheduler.at(note, at(rig.clock, 'quick'))
  await expect.poll(() => rig.ran).toEqual(['quick'])
  release()
  await expect.poll(() => rig.ran).toEqual(['quick', 'slow'])
})

test('scheduling the same key again moves the job instead of doubling it', async () => {
  const scheduler = rig.open()
  const first = scheduler.at(note, at(rig.clock + 100, 'old', { key: 'mute:1' }))
  expect(scheduler.at(note, at(rig.clock + 500, 'new', { key: 'mute:1' }))).toBe(first)
  scheduler.at(note, at(rig.clock + 500, 'other', { key: 'mute:2' }))
  rig.clock += 100
  await scheduler.tick()
  expect(rig.ran).toEqual([])
  rig.clock += 400
  await scheduler.tick()
  expect(rig.ran).toEqual(['new', 'other'])
})

test('a cancelled job does not run', async () => {
  const scheduler = rig.open()
  scheduler.at(note, at(rig.clock, 'a', { key: 'x' }))
  expect(scheduler.cancel(note, 'x')).toBe(true)
  expect(scheduler.cancel(note, 'x')).toBe(false)
  await scheduler.tick()
  expect(rig.ran).toEqual([])
})

test('a repeating job runs once however long the process was down, then at its interval', async () => {
  rig.open().every(note, every(1000))
  rig.clock += 10_500
  const scheduler = rig.open()
  scheduler.every(note, every(1000))
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick'])
  rig.clock += 999
  await scheduler.tick()
  expect(rig.ran).toHaveLength(1)
  rig.clock += 1
  await scheduler.tick()
  expect(rig.ran).toHaveLength(2)
})

test('declaring a repeating job at every start does not postpone it; a new interval does', () => {
  const scheduler = rig.open()
  scheduler.every(note, every(1000))
  rig.clock += 600
  scheduler.every(note, every(1000))
  expect(rig.stored()[0]?.runAt).toBe(rig.clock + 400)
  scheduler.every(note, every(2000))
  expect(rig.stored()[0]?.runAt).toBe(rig.clock + 2000)
})

test('a job that fails is tried again, later each time, and parked when it never succeeds', async () => {
  const attempts: number[] = []
  rig.obstacle = (_, attempt) => {
    attempts.push(attempt)
    throw new Error('no')
  }
  const scheduler = rig.open()
  scheduler.at(note, at(rig.clock))
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    await scheduler.tick()
    expect(attempts).toHaveLength(attempt)
    expect(rig.stored()[0]?.runAt).toBe(rig.clock + backoffMs(attempt))
    rig.clock += backoffMs(attempt)
  }
  await scheduler.tick()
  expect(attempts).toEqual(Array.from({ length: mostAttempts }, (_, index) => index + 1))
  expect(rig.stored()[0]?.parked).toBe(`it did not succeed in ${mostAttempts} attempts`)
  await scheduler.tick()
  expect(rig.lost).toEqual(['note a'])
})

test('a job that a crash interrupted runs again, as the second attempt', async () => {
  rig.open().at(note, at(rig.clock))
  // What a killed process leaves behind: the run was counted, the row is still there.
  rig.db.update(jobs).set({ attempts: 1 }).run()
  const attempts: number[] = []
  rig.obstacle = (_, attempt) => attempts.push(attempt)
  const scheduler = rig.open()
  scheduler.start()
  await expect.poll(() => rig.ran).toEqual(['a'])
  expect(attempts).toEqual([2])
  await scheduler.stop()
  expect(rig.stored()).toEqual([])
})

test('a job that reschedules itself while it runs is kept', async () => {
  const scheduler = rig.open()
  rig.obstacle = () => scheduler.at(note, at(rig.clock + 50, 'again', { key: 'self' }))
  scheduler.at(note, at(rig.clock, 'first', { key: 'self' }))
  await scheduler.tick()
  expect(rig.ran).toEqual(['first'])
  expect(rig.stored()[0]).toMatchObject({ runAt: rig.clock + 50, attempts: 0 })
})

test('a job of a feature that is gone is parked, and runs when the feature is back', async () => {
  rig.open().at(note, at(rig.clock))
  await rig.open([]).tick()
  expect(rig.stored()[0]?.parked).toBe('its feature is gone')
  rig.open([reminders]).start()
  await expect.poll(() => rig.ran).toEqual(['a'])
})

test('an invalid payload is refused when scheduled, and parked when it dates from before an upgrade', async () => {
  const scheduler = rig.open()
  // A caller that TypeScript does not see.
  const unchecked = scheduler.at as (job: object, entry: object) => number
  expect(() => unchecked(note, { at: rig.clock, payload: 5 })).toThrow(/expected string/)
  const nobodys = job({ run: () => undefined })
  expect(() => scheduler.at(nobodys, { at: rig.clock })).toThrow('no feature declares')
  expect(rig.stored()).toEqual([])
  scheduler.at(note, at(rig.clock))
  rig.db.update(jobs).set({ payload: 5 }).run()
  await scheduler.tick()
  expect(rig.stored()[0]?.parked).toBe('its payload is not valid')
})

test('stopping waits for running jobs and starts no more', async () => {
  let release = () => {}
  rig.obstacle = () =>
    new Promise<void>(resolve => {
      release = resolve
    })
  const scheduler = rig.open()
  scheduler.at(note, at(rig.clock, 'running'))
  scheduler.start()
  const stopped = scheduler.stop()
  scheduler.at(note, at(rig.clock, 'not any more'))
  release()
  await stopped
  expect(rig.ran).toEqual(['running'])
  expect(rig.stored().map(row => row.payload)).toEqual(['not any more'])
})

test('all jobs run when there are more than fit at once', async () => {
  const scheduler = rig.open()
  for (let index = 0; index < 100; index++) scheduler.at(note, at(rig.clock, String(index)))
  await scheduler.tick()
  expect(new Set(rig.ran).size).toBe(100)
})

test('many jobs of one kind in one server leave slots for others, and all run', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  rig.obstacle = text => (text.startsWith('crowd') ? held : undefined)
  const scheduler = rig.open()
  for (let index = 0; index < 100; index++) scheduler.at(note, at(rig.clock - 1, `crowd ${index}`, { guildId: '1' }))
  scheduler.at(note, at(rig.clock, 'elsewhere', { guildId: '2', key: 'one' }))
  expect(scheduler.waits(note, 'one')).toBe(true)
  scheduler.start()
  await expect.poll(() => rig.ran).toEqual(['elsewhere'])
  expect(scheduler.waits(note, 'one')).toBe(false)
  expect(rig.stored().filter(({ attempts }) => attempts > 0).length).toBeLessThan(20)
  release()
  await expect.poll(() => rig.ran).toHaveLength(101)
})

test('a job can be scheduled by its handle outside of the feature that declares it', async () => {
  const handle = jobHandle(z.string())
  const counting = job({ handle, run: (_services, text) => void rig.ran.push(`by handle: ${text}`) })
  const scheduler = rig.open([feature(contract('counting', { title: 'Counting' }), { jobs: { counting } })])
  scheduler.at(handle, { at: rig.clock, payload: 'a', key: 'one' })
  expect(rig.stored()[0]).toMatchObject({ feature: 'counting', job: 'counting' })
  expect(scheduler.waits(handle, 'one')).toBe(true)
  await scheduler.tick()
  expect(rig.ran).toEqual(['by handle: a'])
})

test('stopping does not wait for a job that does not end, whatever is scheduled meanwhile', async () => {
  const never = Promise.withResolvers<void>()
  rig.obstacle = () => never.promise
  const scheduler = rig.open([reminders], 0)
  scheduler.at(note, at(rig.clock, 'running'))
  scheduler.start()
  await expect.poll(() => rig.stored()).toMatchObject([{ attempts: 1 }])
  const stopped = scheduler.stop()
  scheduler.at(note, at(rig.clock, 'meanwhile'))
  await stopped
  expect(rig.stored().map(row => row.payload)).toEqual(['running', 'meanwhile'])
  never.resolve()
})

test('stopping leaves a job that does not end to the next start, which runs it again', async () => {
  const never = Promise.withResolvers<void>()
  rig.obstacle = () => never.promise
  const scheduler = rig.open([reminders], 0)
  scheduler.at(note, at(rig.clock))
  scheduler.start()
  await expect.poll(() => rig.stored()).toMatchObject([{ attempts: 1 }])
  await scheduler.stop()
  rig.obstacle = undefined
  const next = rig.open()
  next.start()
  await next.tick()
  expect(rig.ran).toEqual(['a'])
  // It ends after all: nothing of it is written any more.
  never.resolve()
  await expect.poll(() => rig.ran).toEqual(['a', 'a'])
  expect(rig.stored()).toEqual([])
})
