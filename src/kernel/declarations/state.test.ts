import { expect, test } from 'vitest'
import { createMemory, storedAtStart } from './state.ts'

function starting(stored: readonly string[]) {
  let asked = 0
  let ready = false
  const mayHave = storedAtStart(() => {
    asked += 1
    return stored
  })
  const services = { memory: createMemory(), client: { isReady: () => ready } }
  return {
    arrives: (guildId: string) => mayHave(services, guildId),
    becomesReady: () => (ready = true),
    asked: () => asked,
  }
}

test('during a start, only servers with stored data are checked when they become available, by one query', () => {
  const start = starting(['2'])
  expect(['1', '2', '3'].filter(start.arrives)).toEqual(['2'])
  expect(start.asked()).toBe(1)
})

test('a server that becomes available again is checked: something may have been stored since', () => {
  const start = starting([])
  expect(start.arrives('1')).toBe(false)
  expect(start.arrives('1')).toBe(true)
})

test('once the bot is ready, every server is checked, without a query for all', () => {
  const start = starting([])
  start.becomesReady()
  expect(start.arrives('1')).toBe(true)
  expect(start.asked()).toBe(0)
})
