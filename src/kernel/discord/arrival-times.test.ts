import { REST, type ResponseLike, Routes } from 'discord.js'
import { afterEach, expect, test, vi } from 'vitest'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { createRandom } from '#sandbox/snowflake.ts'
import { createArrivalTimes } from './arrival-times.ts'
import { inLane } from './lanes.ts'
import { sendInLanes } from './send-in-lanes.ts'

afterEach(() => void vi.useRealTimers())

const windowMs = 1000

/** The headers of a limit at a moment of Discord's clock (Unix ms). */
function headersAt(discordMs: number): Headers {
  const endsAt = Math.ceil(discordMs / windowMs) * windowMs
  return new Headers({
    'x-ratelimit-reset': (endsAt / 1000).toFixed(3),
    'x-ratelimit-reset-after': ((endsAt - discordMs) / 1000).toFixed(3),
  })
}

const startsAt = 1_790_000_000_000

test("however far away Discord is, a request's estimated arrival is never too early, and mostly close", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = createRandom(seed)
    const arrivals = createArrivalTimes()
    // No clock in order drifts by more than 100 millionths.
    const drift = 1 + (random('drift') - 0.5) * 2e-4
    const tooEarly: number[] = []
    const [late, ofAnswers] = [[], []] as [number[], number[]]
    for (let leftAt = 1000; leftAt < 120_000; leftAt += random('pause') * 400) {
      const arrivedAt = leftAt + 5 + random('out') * 100
      const answeredAt = arrivedAt + 5 + random('home') * 100
      const told = arrivals.read(headersAt(startsAt + arrivedAt * drift), leftAt, answeredAt)
      if (told === undefined || told < arrivedAt) tooEarly.push(leftAt)
      late.push((told ?? 0) - arrivedAt)
      ofAnswers.push(answeredAt - arrivedAt)
    }
    expect(tooEarly).toEqual([])
    const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
    expect(mean(late)).toBeLessThan(mean(ofAnswers) / 2)
  }
})

test('no estimated arrival is later than the answer', () => {
  const arrivals = createArrivalTimes()
  expect(arrivals.read(headersAt(startsAt), 0, 30)).toBe(30)
  expect(arrivals.read(headersAt(startsAt + 100), 90, 230)).toBe(132)
  expect(arrivals.read(headersAt(startsAt + 200), 180, 210)).toBe(210)
})

test.each<[string, Record<string, string>]>([
  ['no limit', {}],
  ['whole seconds', { 'x-ratelimit-reset': '1790000001', 'x-ratelimit-reset-after': '1' }],
  ['a tenth of a second', { 'x-ratelimit-reset': '1790000001.1', 'x-ratelimit-reset-after': '0.9' }],
  ['no numbers', { 'x-ratelimit-reset': 'soon', 'x-ratelimit-reset-after': '0.900' }],
  ['an end without what is left until then', { 'x-ratelimit-reset': '1790000001.123' }],
])('%s tells nothing', (_what, headers) => {
  const arrivals = createArrivalTimes()
  arrivals.read(headersAt(startsAt), 0, 10)
  expect(arrivals.read(new Headers(headers), 100, 150)).toBeUndefined()
})

test('servers whose clocks disagree are not trusted until a minute after they agree', () => {
  const arrivals = createArrivalTimes()
  expect(arrivals.read(headersAt(startsAt + 5), 0, 10)).toBe(10)
  // The clock of this machine is 50 ms behind, so that it seems to answer before it was asked.
  expect(arrivals.read(headersAt(startsAt + 60), 100, 140)).toBeUndefined()
  expect(arrivals.read(headersAt(startsAt + 205), 200, 210)).toBeUndefined()
  expect(arrivals.read(headersAt(startsAt + 60_105), 60_100, 60_130)).toBeUndefined()
  expect(arrivals.read(headersAt(startsAt + 60_205), 60_200, 60_210)).toBe(60_210)
})

test('after Discord refused a request that the estimate allowed, estimates are not trusted for a minute', () => {
  const arrivals = createArrivalTimes()
  arrivals.read(headersAt(startsAt + 5), 0, 10)
  arrivals.distrust(50)
  expect(arrivals.read(headersAt(startsAt + 105), 100, 190)).toBeUndefined()
  expect(arrivals.read(headersAt(startsAt + 60_105), 60_100, 60_190)).toBe(60_190)
  expect(arrivals.read(headersAt(startsAt + 60_205), 60_200, 60_210)).toBe(60_210)
  // Earlier estimates are forgotten rather than trusted again.
  expect(arrivals.read(headersAt(startsAt + 60_305), 60_300, 60_390)).toBe(60_312)
})

test('clocks that were corrected are trusted once their earlier times have expired', () => {
  const arrivals = createArrivalTimes()
  arrivals.read(headersAt(startsAt + 5), 0, 10)
  // Our clock is unchanged; theirs was set back by a second, so the difference is another one.
  expect(arrivals.read(headersAt(startsAt + 29_105), 30_100, 30_190)).toBe(30_190)
  expect(arrivals.read(headersAt(startsAt + 29_205), 30_200, 30_210)).toBe(30_210)
})

test('the second counts from the arrival of a request, as estimated from its answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const left: number[] = []
  const makeRequest = async (): Promise<ResponseLike> => {
    const arrivedAt = performance.now()
    left.push(arrivedAt)
    // The first answer shows how the clocks differ; the others take long to come back.
    if (left.length > 1) await new Promise(done => setTimeout(done, 400))
    return Response.json({}, { headers: headersAt(startsAt + arrivedAt) }) as unknown as ResponseLike
  }
  const rest = new REST({
    makeRequest,
    globalRequestsPerSecond: Infinity,
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
  }).setToken('token')
  sendInLanes(rest)
  const id = (at: number) => String(100_000_000_000_000_000n + BigInt(at))
  const all = inLane('punish', () => Array.from({ length: 60 }, (_, at) => rest.get(Routes.guildRoles(id(at)))))
  for (let at = 0; at < 2000; at += 100) {
    await vi.advanceTimersByTimeAsync(100)
    // A request leaves a few turns of the event loop after its turn has come, while the clock stands still.
    for (let turn = 0; turn < 10; turn += 1) await yieldToEventLoop()
  }
  await Promise.all(all)
  expect(left.filter(at => at > 0)).toEqual(Array.from({ length: 10 }, () => 1010))
})
