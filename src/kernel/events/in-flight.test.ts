import { expect, test } from 'vitest'
import { createInFlight } from './in-flight.ts'

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

test('it does not wait forever, and a failed handler does not stop it', async () => {
  const work = createInFlight()
  const stuck = Promise.withResolvers<void>()
  void work.track(stuck.promise)
  work.track(Promise.reject(new Error('boom'))).catch(() => undefined)
  expect(await work.finished(20)).toBe(1)
  stuck.resolve()
})
