import { expect, test } from 'vitest'
import { createRandom, createSnowflakes, snowflakeTime } from './snowflake.ts'

test('an id contains the time at which it was generated', () => {
  expect(snowflakeTime('175928847299117063')).toBe(Date.parse('2016-04-30T11:18:25.796Z'))
  const next = createSnowflakes(() => Date.parse('2026-01-01'))
  expect(snowflakeTime(next())).toBe(Date.parse('2026-01-01'))
})

test('ids increase and are unique, even within one millisecond and when the clock goes back', () => {
  let now = Date.parse('2026-01-01')
  const next = createSnowflakes(() => now)
  const ids = Array.from({ length: 10_000 }, (_, place) => {
    if (place === 5000) now -= 60_000
    return BigInt(next())
  })
  expect(ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? id))).toBe(true)
})

test('the same seed gives the same numbers, spread over the whole range', () => {
  const draw = (seed: number) =>
    Array.from(
      { length: 1000 },
      (
        random => () =>
          random()
      )(createRandom(seed)),
    )
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  const tenths = new Set(draw(7).map(value => Math.floor(value * 10)))
  expect([...tenths].toSorted((left, right) => left - right)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
