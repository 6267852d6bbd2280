import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('tasks run in the order they fall due, and in the order they were added when due at the same time', () => {
  const ran: string[] = []
  const clock = createClock(() => {})
  clock.later(20, () => ran.push('late'))
  clock.later(10, () => ran.push('first'))
  clock.later(10, () => ran.push('second'))
  expect(ran).toEqual([])
  vi.advanceTimersByTime(20)
  expect(ran).toEqual(['first', 'second', 'late'])
})

test('moving the clock runs what becomes due, and nothing else', () => {
  const ran: string[] = []
  const clock = createClock(() => {})
  const before = clock.now()
  clock.later(86_400_000, () => ran.push('tomorrow'))
  clock.later(172_800_000, () => ran.push('the day after'))
  clock.advance(86_400_000)
  expect(clock.now() - before).toBe(86_400_000)
  expect(ran).toEqual(['tomorrow'])
})

test('a task that another one adds runs in the same move if it is due, and a task that never stops adding does not stop time', () => {
  const ran: string[] = []
  const clock = createClock(() => {})
  clock.later(10, () => clock.later(0, () => ran.push('added')))
  const again = () => clock.later(0, again)
  again()
  clock.advance(10)
  expect(ran).toEqual(['added'])
})

test('a task that throws is reported and does not stop the others', () => {
  const failures: unknown[] = []
  const ran: string[] = []
  const clock = createClock(error => failures.push(error))
  clock.later(0, () => {
    throw new Error('broken')
  })
  clock.later(0, () => ran.push('fine'))
  vi.advanceTimersByTime(0)
  expect([failures.length, ran]).toEqual([1, ['fine']])
})

test('after clearing, nothing runs', () => {
  const ran: string[] = []
  const clock = createClock(() => {})
  clock.later(5, () => ran.push('never'))
  clock.clear()
  vi.advanceTimersByTime(100)
  expect(ran).toEqual([])
})
