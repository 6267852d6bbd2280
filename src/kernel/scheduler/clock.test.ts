import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { feature, job } from '#kernel/feature.ts'
import { at, createSchedulerRig, every, note, type SchedulerRig } from '#test/scheduler-rig.ts'
import type { Scheduler } from '../declarations/schedule.ts'

let rig: SchedulerRig
beforeEach(() => {
  rig = createSchedulerRig()
})
afterEach(() => rig.close())

const days = 30 * 86_400_000

test.each([
  ['at once', (scheduler: Scheduler) => scheduler],
  ['after a restart', () => rig.open()],
])('after a clock was a month ahead and was corrected, jobs run as usual %s', async (_when, restarted) => {
  rig.clock += days
  let scheduler = rig.open()
  scheduler.start()
  scheduler.every(note, every(1000))
  scheduler.at(note, at(rig.clock + 5000, 'soon'))
  rig.obstacle = text => {
    if (text === 'fails' && rig.ran.length < 2) throw new Error('not yet')
  }
  scheduler.at(note, at(rig.clock, 'fails'))
  rig.clock += 1000
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick'])
  rig.clock -= days
  scheduler = restarted(scheduler)
  scheduler.start()
  rig.clock += 1000
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick', 'tick'])
  rig.clock += 5000
  await scheduler.tick()
  expect(rig.ran.toSorted()).toEqual(['fails', 'soon', 'tick', 'tick', 'tick'])
})

test('a job set while the clock was ahead keeps its delay, also where nothing was due meanwhile', async () => {
  const scheduler = rig.open()
  scheduler.start()
  rig.clock += days
  scheduler.at(note, at(rig.clock + 5000, 'soon'))
  rig.clock -= days
  await scheduler.tick()
  rig.clock += 5000
  await scheduler.tick()
  expect(rig.ran).toEqual(['soon'])
})

test('when the clock is corrected, of the jobs that look for due work only a one-time job runs at once', async () => {
  const look = job({ payload: z.string(), looksAgain: true, run: (_services, text) => void rig.ran.push(text) })
  const scheduler = rig.open([feature(contract('looking', { title: 'Looking' }), { jobs: { look } })])
  scheduler.start()
  rig.clock += days
  scheduler.every(look, every(1000))
  scheduler.at(look, at(rig.clock + 5000, 'once', { key: 'once' }))
  rig.clock -= days
  await scheduler.tick()
  expect(rig.ran).toEqual(['once'])
  rig.clock += 999
  await scheduler.tick()
  expect(rig.ran).toEqual(['once'])
  rig.clock += 1
  await scheduler.tick()
  expect(rig.ran).toEqual(['once', 'tick'])
})

test('after a clock jump of a month, due jobs run once, and intervals continue from there', async () => {
  const scheduler = rig.open()
  scheduler.every(note, every(1000))
  rig.clock += days
  await scheduler.tick()
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick'])
  expect(rig.stored()[0]?.runAt).toBe(rig.clock + 1000)
})

const forget = job({ payload: z.string(), deletesOld: true, run: (_services, text) => void rig.ran.push(text) })
const archives = feature(contract('archives', { title: 'Archives' }), { jobs: { forget } })

test('a clock that is a month ahead for a while deletes nothing; one that stays ahead deletes at the next run', async () => {
  let scheduler = rig.open([archives])
  scheduler.start()
  scheduler.every(forget, every(1000))
  rig.clock += 1000
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick'])
  rig.clock += days
  await scheduler.tick()
  scheduler = rig.open([archives])
  scheduler.every(forget, every(1000))
  scheduler.start()
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick'])
  rig.clock -= days
  await scheduler.tick()
  rig.clock += 1000
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick', 'tick'])
  rig.clock += days
  await scheduler.tick()
  rig.clock += 1000
  await scheduler.tick()
  expect(rig.ran).toEqual(['tick', 'tick', 'tick'])
})

test('a job that deletes once waits its time again after a clock jump, whether the clock is set right or stays ahead', async () => {
  const hour = 3_600_000
  const scheduler = rig.open([archives])
  scheduler.start()
  scheduler.at(forget, at(rig.clock + hour, 'in time'))
  rig.clock += hour
  await scheduler.tick()
  expect(rig.ran).toEqual(['in time'])
  scheduler.at(forget, at(rig.clock + hour, 'fresh', { key: 'fresh' }))
  rig.clock += 2 * hour
  await scheduler.tick()
  rig.clock -= 2 * hour
  await scheduler.tick()
  rig.clock += hour - 1
  await scheduler.tick()
  expect(rig.ran).toEqual(['in time'])
  rig.clock += 1
  await scheduler.tick()
  expect(rig.ran).toEqual(['in time', 'fresh'])
  scheduler.at(forget, at(rig.clock + hour, 'old', { key: 'old' }))
  rig.clock += days
  await scheduler.tick()
  expect(rig.ran).toHaveLength(2)
  // Where the bot runs for an hour a month, that is the second time.
  rig.clock += days
  await scheduler.tick()
  expect(rig.ran).toEqual(['in time', 'fresh', 'old'])
})

test('a bot that runs for an hour a month deletes old data on the second run', async () => {
  let scheduler = rig.open([archives])
  scheduler.every(forget, every(1000))
  for (let month = 0; month < 4; month++) {
    rig.clock += days
    scheduler = rig.open([archives])
    scheduler.start()
    scheduler.every(forget, every(1000))
    await scheduler.tick()
    await scheduler.stop()
  }
  expect(rig.ran).toEqual(['tick', 'tick'])
})

test('a clock that was ahead, was corrected and is ahead again deletes nothing', async () => {
  const scheduler = rig.open([archives])
  scheduler.start()
  scheduler.every(forget, every(1000))
  for (let time = 0; time < 3; time++) {
    rig.clock += days
    await scheduler.tick()
    rig.clock -= days
    await scheduler.tick()
  }
  expect(rig.ran).toEqual([])
})

const look = job({
  payload: z.string(),
  looksAgain: true,
  promise: 'housekeeping',
  run: (_services, text) => void rig.ran.push(text),
})
const duties = feature(contract('duties', { title: 'Duties' }), { jobs: { look, note } })

test('a job that looks for due work itself runs again once a clock that was ahead is corrected', async () => {
  let scheduler = rig.open([duties])
  scheduler.start()
  scheduler.at(look, at(rig.clock + 1000, 'set before'))
  rig.clock += 500
  for (const text of ['at once', 'after a restart']) scheduler.at(look, at(rig.clock + days, text, { key: text }))
  scheduler.at(note, at(rig.clock + days, 'as long'))
  rig.clock -= 1
  await scheduler.tick()
  expect(rig.ran).toEqual(['at once', 'after a restart'])
  scheduler.at(look, at(rig.clock + days, 'after a restart', { key: 'again' }))
  rig.clock -= 1
  scheduler = rig.open([duties])
  scheduler.start()
  await scheduler.tick()
  expect(rig.ran).toEqual(['at once', 'after a restart', 'after a restart'])
})
