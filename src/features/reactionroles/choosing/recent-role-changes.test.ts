import { expect, test } from 'vitest'
import { createMemory, type Services } from '#kernel/feature.ts'
import { isSettling, noteChange, noteTaking, hasTaken } from './recent-role-changes.ts'

test('a change made while the clock was ahead does not count as recent once it is right', () => {
  let now = Date.now() + 30 * 86_400_000
  // Nothing else of them is used.
  const services = { memory: createMemory(), now: () => now } as unknown as Services
  const known = () => [isSettling(services, '1', '2'), hasTaken(services, '1', '2', '3')]
  noteChange(services, '1', '2')
  noteTaking(services, '1', '2', '3')
  now -= 50
  expect(known()).toEqual([true, true])
  now = Date.now()
  expect(known()).toEqual([false, false])
})
