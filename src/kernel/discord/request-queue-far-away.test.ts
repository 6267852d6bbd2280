import { expect, test } from 'vitest'
import { createRandom } from '#sandbox/snowflake.ts'
import { stageRequestQueue } from '#test/request-queue.ts'

test('a request that is answered late may have arrived late: the second counts from then', () => {
  const { requestQueue, left, goTo } = stageRequestQueue()
  for (let at = 0; at < 100; at++) requestQueue.add('punish', `guild ${at}`, () => left.push('punish'))
  expect(left).toHaveLength(50)
  goTo(900)
  for (let at = 0; at < 50; at++) requestQueue.ended(`guild ${at}`)
  goTo(1800)
  expect(left).toHaveLength(50)
  goTo(2000)
  expect(left).toHaveLength(100)
})

test('an unanswered request may still arrive, and counts for at most three seconds', () => {
  const { requestQueue, left, goTo } = stageRequestQueue()
  for (let at = 0; at < 200; at++) requestQueue.add('punish', `guild ${at}`, () => left.push('punish'))
  goTo(2000)
  for (let at = 0; at < 25; at++) requestQueue.ended(`guild ${at}`)
  goTo(2900)
  expect(left).toHaveLength(50)
  goTo(3100)
  expect(left).toHaveLength(100)
  goTo(60_000)
  expect(left).toHaveLength(200)
})

test('an answered request counts for a second, even if the library has yet to send it again', () => {
  const { requestQueue, left, goTo } = stageRequestQueue()
  for (let at = 0; at < 60; at++) requestQueue.add('punish', `guild ${at}`, () => left.push('punish'))
  goTo(100)
  for (let at = 0; at < 50; at++) requestQueue.answered(`guild ${at}`)
  goTo(1200)
  expect(left).toHaveLength(60)
})

test('a request that is answered after that may have arrived then, and counts again', () => {
  const { requestQueue, left, goTo } = stageRequestQueue()
  for (let at = 0; at < 150; at++) requestQueue.add('punish', `guild ${at}`, () => left.push('punish'))
  goTo(3100)
  for (let at = 50; at < 100; at++) requestQueue.ended(`guild ${at}`)
  goTo(3500)
  for (let at = 0; at < 50; at++) requestQueue.ended(`guild ${at}`)
  goTo(4400)
  expect(left).toHaveLength(100)
  goTo(4600)
  expect(left).toHaveLength(150)
})

test('an answer counts for one request, even if another of its bucket is in flight', () => {
  const { requestQueue, left, goTo } = stageRequestQueue()
  const ask = (bucket: string) =>
    requestQueue.add('punish', bucket, () => left.push(bucket), undefined, { anyOrder: true })
  for (let at = 0; at < 48; at++) ask(`guild ${at}`)
  for (let at = 0; at < 2; at++) ask('same')
  for (let at = 50; at < 110; at++) ask(`guild ${at}`)
  goTo(100)
  for (let at = 0; at < 48; at++) requestQueue.ended(`guild ${at}`)
  requestQueue.answered('same')
  requestQueue.ended('same', true)
  goTo(1200)
  expect(left).toHaveLength(50 + 49)
})

interface Journeys {
  /** The longest that a request takes to arrive, and its answer to come home (ms). */
  mostMs: number
  mostHomeMs?: number
  busy: { everyMs: number; forMs: number }
  /** Whether answers tell when their requests arrived. */
  areTold?: boolean
}

/**
 * Sends many requests to a Discord that takes 50 in a second, which begins with the first of them. Nothing leaves, arrives
 * or is answered while the machine is busy elsewhere.
 */
function sendFar(seed: number, { mostMs, mostHomeMs = 0, busy, areTold = false }: Journeys) {
  const { requestQueue, clock, goTo } = stageRequestQueue()
  const random = createRandom(seed)
  const [taken, refused]: [number[], number[]] = [[], []]
  let second = { endsAt: 0, taken: 0 }
  const onceIdle = (run: () => void) => {
    const busySince = Math.floor(clock.now() / busy.everyMs) * busy.everyMs
    clock.later(run, Math.max(0, busySince + busy.forMs - clock.now()))
  }
  const arrive = () => {
    if (second.endsAt <= clock.now()) second = { endsAt: clock.now() + 1000, taken: 0 }
    second.taken += 1
    const counts = second.taken > 50 ? refused : taken
    counts.push(clock.now())
  }
  const answer = (bucket: string, arrivedAt: number) => {
    requestQueue.answered(bucket, areTold ? arrivedAt : undefined)
    requestQueue.ended(bucket, true)
  }
  for (let one = 0; one < 500; one++) {
    const travel = () =>
      clock.later(() => {
        const arrivedAt = clock.now()
        arrive()
        clock.later(() => onceIdle(() => answer(`channel ${one}`, arrivedAt)), random('journey') * mostHomeMs)
      }, random('journey') * mostMs)
    requestQueue.add('repair', `channel ${one}`, () => onceIdle(travel))
  }
  goTo(60_000)
  return { taken: taken.length, refused, lastAt: taken.at(-1) ?? Infinity }
}

test.each([0, 10, 35, 80, 400])(
  'on a busy machine with delays of up to %i ms, no request arrives too early',
  mostMs => {
    for (let seed = 0; seed < 3; seed++)
      for (const busy of [
        { everyMs: 700, forMs: 0 },
        { everyMs: 700, forMs: 15 },
        { everyMs: 700, forMs: 60 },
        { everyMs: 700, forMs: 300 },
        { everyMs: 5000, forMs: 2000 },
      ])
        for (const way of [{}, { mostHomeMs: mostMs }, { mostHomeMs: mostMs, areTold: true }])
          expect(sendFar(seed, { mostMs, busy, ...way })).toMatchObject({ taken: 500, refused: [] })
  },
)

test("where answers tell when their requests arrived, the answer's own latency costs no time", () => {
  const journeys = { mostMs: 0, mostHomeMs: 200, busy: { everyMs: 700, forMs: 0 } }
  const unknown = sendFar(1, journeys)
  const told = sendFar(1, { ...journeys, areTold: true })
  expect(told).toMatchObject({ taken: 500, refused: [] })
  // At 49 in each 1,010 ms, as many as this lane sends, the last of 500 leave after ten of them.
  expect(told.lastAt).toBeLessThan(10_100 + 10)
  expect(unknown.lastAt).toBeGreaterThan(10_100 + 500)
})
