import { expect, test } from 'vitest'
import { stageRequestQueue } from '#test/request-queue.ts'

test('after each pause for Cloudflare one request tries again, and the others follow if it succeeds', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  requestQueue.exhausted(undefined, 5000, true)
  for (let at = 0; at < 10; at++) ask('bulk', `channel ${at}`)
  // The answer to a request that left before the pause does not end it.
  requestQueue.letThrough()
  ask('punish', 'guild')
  expect(left).toEqual([])
  goTo(5001)
  expect(left).toEqual(['punish'])
  requestQueue.exhausted(undefined, 5000, true)
  goTo(10_000)
  expect(left).toHaveLength(1)
  goTo(10_500)
  expect(left).toHaveLength(2)
  // The test request may be lost on the way, so another one follows.
  goTo(11_400)
  expect(left).toHaveLength(3)
  requestQueue.letThrough()
  expect(left).toHaveLength(11)
})

test('a pause that Discord asks for during such a try is not cut short by another answer', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  requestQueue.exhausted(undefined, 1000, true)
  for (const name of ['first', 'second', 'third']) ask('bulk', name)
  goTo(1001)
  goTo(2002)
  expect(left).toHaveLength(2)
  // The answer to the first one reports the limit of the whole bot.
  requestQueue.exhausted(undefined, 5000)
  requestQueue.letThrough()
  expect(left).toHaveLength(2)
  goTo(7003)
  expect(left).toHaveLength(3)
})
