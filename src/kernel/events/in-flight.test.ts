import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createBackground, createInFlight } from './in-flight.ts'

test('a shutdown waits for running handlers, and for those they start', async () => {
  const work = createInFlight()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  void work.track(
    first.promise.then(() => {
      done.push('first')
      void work.track(Promise.resolve().then(() => done.push('second')))
    }),
  )
  const finished = work.finished(10_000)
  first.resolve()
  expect(await finished).toBe(0)
  expect(done).toEqual(['first', 'second'])
})

test('a shutdown does not wait forever, and a failed handler does not stop it', async () => {
  const work = createInFlight()
  const stuck = Promise.withResolvers<void>()
  void work.track(stuck.promise)
  work.track(Promise.reject(new Error('boom'))).catch(() => undefined)
  expect(await work.finished(20)).toBe(1)
  stuck.resolve()
})

test('a shutdown waits for the background work of handlers, and a failure is logged with the guild it concerns', async () => {
  const work = createInFlight()
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', [], {
    write: line => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  const background = createBackground(work, log)
  const going = Promise.withResolvers<void>()
  background(going.promise, { text: 'not done', guildId: '7' })
  let isOver = false
  const finished = work.finished(10_000).then(left => {
    isOver = true
    return left
  })
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  going.reject(new Error('boom'))
  expect(await finished).toBe(0)
  expect(lines).toMatchObject([{ level: 50, guildId: '7', msg: 'not done' }])
})
