import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemory } from '#kernel/declarations/state.ts'
import type { Services } from '#kernel/feature.ts'
import { until } from '#test/until.ts'
import { flush, flushAll, inSlices, restAfter, startIdleWork, whenIdle, untilWorkDone } from './pending-work.ts'

/** The parts of the services that it uses. */
function pending() {
  const failed: unknown[] = []
  const services = {
    memory: createMemory(),
    db: { transaction: (work: () => void) => work() },
    log: { error: (err: unknown) => failed.push(err) },
    // A database that writes nothing, and a log that keeps what it receives.
  } as unknown as Pick<Services, 'memory' | 'db' | 'log'>
  const done: string[] = []
  return { services, failed, done, note: (what: string) => () => void done.push(what) }
}

test('work that is added while reading the state of its server is done before what waits behind it', async () => {
  const { services, done, note } = pending()
  inSlices(services, '1', [
    () => {
      flush(services, '1')
      inSlices(services, '1', [note('part 1'), note('part 2')])
    },
    note('behind'),
  ])
  inSlices(services, '1', [note('event')])
  await until('all of it', () => done.length === 4)
  expect(done).toEqual(['part 1', 'part 2', 'behind', 'event'])
})

test('while the bot starts, only servers in which something happens are looked at', async () => {
  const { services, done, note } = pending()
  for (const guildId of ['1', '2', '3']) whenIdle(services, guildId, note(`idle ${guildId}`))
  inSlices(services, '2', [note('event 2')])
  await until('the event', () => done.includes('event 2'))
  expect(done).toEqual(['idle 2', 'event 2'])
  flush(services, '3')
  expect(done.at(-1)).toBe('idle 3')
  startIdleWork(services)
  await until('the rest', () => done.includes('idle 1'))
  inSlices(services, '1', [note('soon')])
  flush(services, '1')
  expect(done.at(-1)).toBe('soon')
})

test('a shutdown does what happened in every server, and leaves what takes too long to the next start', () => {
  const { services, done, note } = pending()
  for (const guildId of ['1', '2', '3']) whenIdle(services, guildId, note(`idle ${guildId}`))
  inSlices(services, '2', [note('event 2')])
  flushAll(services, 0)
  expect(done).toEqual(['idle 2', 'event 2'])
  flushAll(services)
  expect(done).toEqual(['idle 2', 'event 2', 'idle 1', 'idle 3'])
})

test('after a shutdown nothing more is done, nor written to a closed database', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { services, failed, done, note } = pending()
  for (const guildId of ['1', '2']) whenIdle(services, guildId, note(`idle ${guildId}`))
  startIdleWork(services)
  inSlices(services, '2', [note('event 2')])
  flushAll(services, 0)
  services.db.transaction = () => {
    throw new Error('the database is closed')
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect([done, failed]).toEqual([['idle 2', 'event 2'], []])
})

test('a failure harms nothing that waits behind it', async () => {
  const { services, done, failed, note } = pending()
  inSlices(services, '1', [
    () => {
      throw new Error('broken')
    },
    note('behind'),
  ])
  await until('the rest', () => done.length > 0)
  expect(failed).toHaveLength(1)
})

test('what waits for a server is done without holding up anybody, and what comes later is not waited for', async () => {
  const { services, done, note } = pending()
  inSlices(services, '1', [note('first'), note('second')])
  const over = untilWorkDone(services, '1').then(note('over'))
  inSlices(services, '1', [note('later')])
  expect(done).toEqual([])
  await over
  expect(done.filter(one => one !== 'later')).toEqual(['first', 'second', 'over'])
  await until('the rest', () => done.includes('later'))
  await untilWorkDone(services, '1')
})

test('while the process has much else to do, work that nobody waits for leaves it more time', () => {
  expect(restAfter(0.2)).toBeLessThan(restAfter(0.9))
})
