import { expect, test } from 'vitest'
import { createRandom } from '#sandbox/snowflake.ts'
import { stageDepartures } from '#test/departures.ts'

test('what is answered late may have arrived late: the second is counted from then', () => {
  const { departures, left, goTo } = stageDepartures()
  for (let at = 0; at < 100; at++) departures.add('punish', `guild ${at}`, () => left.push('punish'))
  expect(left).toHaveLength(50)
  goTo(900)
  for (let at = 0; at < 50; at++) departures.ended(`guild ${at}`)
  goTo(1800)
  expect(left).toHaveLength(50)
  goTo(2000)
  expect(left).toHaveLength(100)
})

test('what is not answered may arrive yet, and counts for three seconds at most', () => {
  const { departures, left, goTo } = stageDepartures()
  for (let at = 0; at < 200; at++) departures.add('punish', `guild ${at}`, () => left.push('punish'))
  goTo(2000)
  for (let at = 0; at < 25; at++) departures.ended(`guild ${at}`)
  goTo(2900)
  expect(left).toHaveLength(50)
  goTo(3100)
  expect(left).toHaveLength(100)
  goTo(60_000)
  expect(left).toHaveLength(200)
})

test('what is answered counts for a second, also where the library has yet to send it once more', () => {
  const { departures, left, goTo } = stageDepartures()
  for (let at = 0; at < 60; at++) departures.add('punish', `guild ${at}`, () => left.push('punish'))
  goTo(100)
  for (let at = 0; at < 50; at++) departures.answered(`guild ${at}`)
  goTo(1200)
  expect(left).toHaveLength(60)
})

test('what is answered after that may have arrived then, and counts once more', () => {
  const { departures, left, goTo } = stageDepartures()
  for (let at = 0; at < 150; at++) departures.add('punish', `guild ${at}`, () => left.push('punish'))
  goTo(3100)
  for (let at = 50; at < 100; at++) departures.ended(`guild ${at}`)
  goTo(3500)
  for (let at = 0; at < 50; at++) departures.ended(`guild ${at}`)
  goTo(4400)
  expect(left).toHaveLength(100)
  goTo(4600)
  expect(left).toHaveLength(150)
})

test('an answer is that of one request, also where another of its bucket is under way', () => {
  const { departures, left, goTo } = stageDepartures()
  const ask = (bucket: string) =>
    departures.add('punish', bucket, () => left.push(bucket), undefined, { anyOrder: true })
  for (let at = 0; at < 48; at++) ask(`guild ${at}`)
  for (let at = 0; at < 2; at++) ask('same')
  for (let at = 50; at < 110; at++) ask(`guild ${at}`)
  goTo(100)
  for (let at = 0; at < 48; at++) departures.ended(`guild ${at}`)
  departures.answered('same')
  departures.ended('same', true)
  goTo(1200)
  expect(left).toHaveLength(50 + 49)
})

/**
 * Sends many requests to a Discord that takes 50 in a second, which begins with the first of them. Each travels for up to
 * `mostMs`, and nothing leaves, arrives or is answered while the machine is busy elsewhere.
 */
function sendFar(seed: number, { mostMs, busy }: { mostMs: number; busy: { everyMs: number; forMs: number } }) {
  const { departures, clock, goTo } = stageDepartures()
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
  for (let one = 0; one < 500; one++) {
    const travel = () =>
      clock.later(() => {
        arrive()
        onceIdle(() => departures.ended(`channel ${one}`))
      }, random('journey') * mostMs)
    departures.add('repair', `channel ${one}`, () => onceIdle(travel))
  }
  goTo(60_000)
  return { taken: taken.length, refused }
}

test.each([0, 10, 35, 80, 400])('however busy the machine, nothing arrives too early after up to %i ms', mostMs => {
  for (let seed = 0; seed < 3; seed++)
    for (const busy of [
      { everyMs: 700, forMs: 0 },
      { everyMs: 700, forMs: 15 },
      { everyMs: 700, forMs: 60 },
      { everyMs: 700, forMs: 300 },
      { everyMs: 5000, forMs: 2000 },
    ])
      expect(sendFar(seed, { mostMs, busy })).toEqual({ taken: 500, refused: [] })
})
