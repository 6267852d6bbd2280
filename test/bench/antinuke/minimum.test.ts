import { expect, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { drawLatency } from '#sandbox/rest/faults.ts'
import { createRandom } from '#sandbox/snowflake.ts'
import { fewestRequests, minimumMs } from './minimum.ts'

const lost = (...facts: string[]) => new Map(facts.map(fact => [fact, 1]))
const count = (...facts: string[]) => Object.values(fewestRequests(lost(...facts))).reduce((sum, one) => sum + one, 0)

test('one request restores an object, however many of its facts are lost', () => {
  expect(count('channel|0 a|is|there', 'channel|0 a|topic|b', 'overwrite|0 a|@Mod|0 1 2')).toBe(1)
  expect(count('channel|0 a|parent|#b', 'channel|0 c|parent|#b', 'position|0 a|follows|first')).toBe(3)
})

test('a field that Discord does not accept at creation takes a second request if the object is recreated', () => {
  expect(count('channel|15 a|is|there', 'channel|15 a|flags|16')).toBe(2)
  expect(count('channel|15 a|flags|16')).toBe(1)
  // Discord's own limits.
  expect(count('channel|15 a|is|there', 'channel|15 a|flags|2')).toBe(1)
  expect(count('webhook|News|is|there', 'webhook|News|source_channel|#news')).toBe(2)
  expect(count('server||widget_channel_id|#a', 'server||system_channel_id|#a')).toBe(2)
})

test('the sanction uses up one request of the first second', () => {
  const rooms = (many: number) => lost(...Array.from({ length: many }, (_, place) => `channel|0 ${place}|is|there`))
  const conditions = { ...defaultConditions, latency: { medianMs: 0, p99Ms: 0 } }
  expect(minimumMs(rooms(49), conditions)).toBe(0)
  expect(minimumMs(rooms(50), conditions)).toBe(1000)
})

test('the slowest of the last requests takes as long as it does on average', () => {
  const latency = { medianMs: 40, p99Ms: 250 }
  const times = (many: number) =>
    minimumMs(lost(...Array.from({ length: many }, (_, place) => `role|${place}|is|there`)), {
      ...defaultConditions,
      latency,
    })
  // The mean of this log-normal distribution is 54.6 ms.
  const mean = latency.medianMs * Math.exp((Math.log(latency.p99Ms / latency.medianMs) / 2.326) ** 2 / 2)
  expect(Math.abs(times(50) - 1000 - mean)).toBeLessThan(3)
  const random = createRandom(2)
  const runs = Array.from({ length: 3000 }, () =>
    Math.max(...Array.from({ length: 40 }, () => drawLatency(latency, random))),
  )
  const added = runs.reduce((sum, ms) => sum + ms, 0)
  expect((runs.length * (times(89) - 1000)) / added).toBeCloseTo(1, 1)
})
