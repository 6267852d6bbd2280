import { expect, test } from 'vitest'
import { defaultConditions, type Conditions } from '../conditions.ts'
import { createRandom } from '../snowflake.ts'
import { drawJourney, drawLatency, takeFailure } from './faults.ts'

test('latencies have the configured median and tail', () => {
  const random = createRandom(1)
  const drawn = Array.from({ length: 20_000 }, () => drawLatency({ medianMs: 100, p99Ms: 500 }, random))
  const sorted = drawn.toSorted((left, right) => left - right)
  expect(sorted[10_000]).toBeGreaterThan(95)
  expect(sorted[10_000]).toBeLessThan(105)
  expect(sorted[19_800]).toBeGreaterThan(430)
  expect(sorted[19_800]).toBeLessThan(570)
  expect(drawLatency({ medianMs: 0, p99Ms: 0 }, random)).toBe(0)
})

test.each([0, 0.5, 1])('a share of %d of the latency falls on the way back', latencyOnWayHome => {
  const conditions = { ...defaultConditions, latency: { medianMs: 80, p99Ms: 80 }, latencyOnWayHome }
  const { outMs, homeMs } = drawJourney(conditions, createRandom(1))
  expect(homeMs).toBeCloseTo(80 * latencyOnWayHome)
  expect(outMs + homeMs).toBeCloseTo(80)
})

test('planned failures hit matching requests, as many as planned', () => {
  const conditions: Conditions = { ...defaultConditions, failNext: { count: 2, status: 503, route: '/messages' } }
  const results = ['GET /guilds/1', 'POST /channels/1/messages', 'GET /channels/1/messages', 'GET /channels/1/messages']
  expect(results.map(name => takeFailure(conditions, name)?.status)).toEqual([undefined, 503, 503, undefined])
  expect(conditions.failNext).toBeUndefined()
})
