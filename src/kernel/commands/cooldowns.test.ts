import { expect, test } from 'vitest'
import { createCooldowns } from './cooldowns.ts'

test('a second use has to wait; one after the cooldown does not', () => {
  let time = 1000
  const cooldowns = createCooldowns(() => time)
  expect(cooldowns.reserve('a', 5)).toBe(0)
  time += 2000
  expect(cooldowns.reserve('a', 5)).toBe(3000)
  expect(cooldowns.reserve('b', 5)).toBe(0)
  time += 3000
  expect(cooldowns.reserve('a', 5)).toBe(0)
})

test('a failed use does not count', () => {
  const cooldowns = createCooldowns(() => 0)
  cooldowns.reserve('a', 5)
  cooldowns.release('a')
  expect(cooldowns.reserve('a', 5)).toBe(0)
})

test('a clock that jumps ahead and back keeps nobody waiting for weeks', () => {
  const days = 30 * 86_400_000
  let time = 1000 + days
  const cooldowns = createCooldowns(() => time)
  cooldowns.reserve('a', 5)
  time -= days
  expect(cooldowns.reserve('a', 5)).toBe(0)
  expect(cooldowns.reserve('a', 5)).toBe(5000)
  time += days
  expect(cooldowns.reserve('a', 5)).toBe(0)
})
