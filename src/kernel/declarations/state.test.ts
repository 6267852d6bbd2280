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

test('of servers that arrive while the bot starts, those with something stored are looked at, by one query for all', () => {
  const start = starting(['2'])
  expect(['1', '2', '3'].filter(start.arrives)).toEqual(['2'])
  expect(start.asked()).toBe(1)
})

test('a server that arrives again is looked at: something may have been stored since', () => {
  const start = starting([])
  expect(start.arrives('1')).toBe(false)
  expect(start.arrives('1')).toBe(true)
})

test('once the bot is ready every server is looked at, and nobody is asked for all', () => {
  const start = starting([])
  start.becomesReady()
  expect(start.arrives('1')).toBe(true)
  expect(start.asked()).toBe(0)
})
