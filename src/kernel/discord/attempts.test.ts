// @module-tag long
import { type APIRequest, RateLimitError, REST, type ResponseLike } from 'discord.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isOutage } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { until } from '#test/until.ts'
import { createRecall, currentPatience, inAnyOrder, inLane, waitingAtMost, waitOf } from './lanes.ts'
import { sendInLanes } from './send-in-lanes.ts'

/** A client of a Discord that refuses attempts in this way, with the times at which it was asked. */
function clientOf(refuse: (attempt: number) => Response | undefined, perSecond: number) {
  const attempts = new Map<string, number>()
  const times: number[] = []
  /** How many of them had been aborted already. */
  let tooLate = 0
  const rest = new REST({
    globalRequestsPerSecond: Infinity,
    rejectOnRateLimit: limit => waitOf(limit) > currentPatience(),
    makeRequest: async (url, { signal }) => {
      times.push(performance.now())
      if (signal?.aborted) tooLate += 1
      const attempt = (attempts.get(url) ?? 0) + 1
      attempts.set(url, attempt)
      // Node's own `Response`, which discord.js types by those of another version.
      return (refuse(attempt) ?? Response.json({ attempt })) as unknown as ResponseLike
    },
  }).setToken('a.b.c')
  sendInLanes(rest, undefined, perSecond)
  return { rest, times, tooLate: () => tooLate }
}

const edgeRefusal = (seconds: string) =>
  new Response('error code: 1015', { status: 429, headers: { 'retry-after': seconds } })

test.each([
  ['a failure of Discord', () => new Response('', { status: 502 })],
  [
    'a limit that is the whole bot’s',
    () =>
      Response.json(
        { message: 'You are being rate limited.', retry_after: 0.1, global: true },
        { status: 429, headers: { 'retry-after': '0.1', 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' } },
      ),
  ],
])('a request that is sent again after %s counts again', async (_, refusal) => {
  const perSecond = 10
  const { rest, times } = clientOf(attempt => (attempt === 1 ? refusal() : undefined), perSecond)
  const ask = (at: number) => inLane('punish', () => inAnyOrder(() => rest.get(`/guilds/${at}/roles`)))
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(at)))
  expect(answers).toEqual(Array.from({ length: 12 }, () => ({ attempt: 2 })))
  expect(times).toHaveLength(24)
  const tooClose = times.filter((at, index) => (times[index + perSecond] ?? Infinity) - at < 1000)
  expect(tooClose).toEqual([])
})

test('while Cloudflare refuses requests, nothing else is sent, and impatient requests fail', async () => {
  const { rest, times } = clientOf(attempt => (attempt === 1 && times.length === 1 ? edgeRefusal('1') : undefined), 50)
  const first = rest.get('/guilds/1/roles')
  await new Promise<void>(resolve => void rest.once('response', () => resolve()))
  const impatient = waitingAtMost(0, () => rest.get('/guilds/3/roles'))
  await expect(impatient).rejects.toThrow(RateLimitError)
  await Promise.all([first, rest.get('/guilds/2/roles')])
  const [refused = 0, ...others] = times
  expect(others).toHaveLength(2)
  expect(Math.min(...others) - refused).toBeGreaterThanOrEqual(1000)
})

test('when Cloudflare refuses for an hour, one request tries again after a minute', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { rest, times } = clientOf(attempt => (attempt === 1 ? edgeRefusal('3600') : undefined), 50)
  const asked = rest.get('/guilds/1/roles')
  await vi.advanceTimersByTimeAsync(59_000)
  expect(times).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(times).toHaveLength(2)
  expect(await asked).toEqual({ attempt: 2 })
})

test('while Cloudflare keeps refusing, one request a minute tries again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isBanned = true
  const { rest, times } = clientOf(() => (isBanned ? edgeRefusal('3600') : undefined), 50)
  const asked = Array.from({ length: 30 }, (_, at) => rest.get(`/guilds/${at}/roles`))
  await vi.advanceTimersByTimeAsync(1000)
  expect(times).toHaveLength(30)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(times.length).toBeLessThanOrEqual(40)
  expect(times.length).toBeGreaterThan(35)
  isBanned = false
  await vi.advanceTimersByTimeAsync(61_000)
  await Promise.all(asked)
  expect(times.length).toBeLessThanOrEqual(70)
})

test('an answer to an interaction that Discord’s edge refuses is not sent when nobody can take it any more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answers = [edgeRefusal('2'), undefined, edgeRefusal('3600')]
  const { rest, times } = clientOf(() => answers[times.length - 1], 50)
  const answer = () => rest.post('/interactions/100000000000000001/token/callback', { body: { type: 5 } })
  const first = answer()
  await vi.advanceTimersByTimeAsync(2500)
  await first
  const second = answer().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await second).toBeInstanceOf(RateLimitError)
  expect(times).toHaveLength(3)
})

test('an answer to an interaction is given up after three seconds, however short each pause is', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { rest, times } = clientOf(() => edgeRefusal('1'), 50)
  const answer = rest.post('/interactions/100000000000000001/token/callback').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toBeInstanceOf(RateLimitError)
  expect(times).toHaveLength(3)
})

test('a request whose caller has aborted it is not sent again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { rest, times } = clientOf(attempt => (attempt === 1 ? edgeRefusal('30') : undefined), 50)
  const [kept, ended] = [new AbortController(), new AbortController()]
  const wanted = rest.get('/guilds/1/roles', { signal: kept.signal })
  const unwanted = rest.get('/guilds/2/roles', { signal: ended.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  ended.abort()
  await vi.advanceTimersByTimeAsync(31_000)
  await wanted
  expect(await unwanted).toMatchObject({ name: 'AbortError' })
  expect(times).toHaveLength(3)
})

test('a repeated request ends when its caller aborts it', async () => {
  let sent = 0
  const rest = new REST({
    retries: 1,
    // So that nothing else ends the request.
    timeout: 3_600_000,
    makeRequest: async (_url, { signal }) => {
      sent += 1
      if (sent === 1) return new Response('', { status: 502 }) as unknown as ResponseLike
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')))
      })
    },
  }).setToken('a.b.c')
  sendInLanes(rest)
  const ended = new AbortController()
  const asked = rest.get('/guilds/1/roles', { signal: ended.signal })
  await until('it to be sent again', () => sent === 2)
  ended.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('an impatient request stays impatient when it is sent again, and can be withdrawn', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { rest, times } = clientOf(attempt => {
    if (times.length === 1) return edgeRefusal('30')
    return attempt === 1 ? new Response('', { status: 502 }) : undefined
  }, 50)
  const recall = createRecall()
  const ask = (ms: number) => waitingAtMost(ms, () => rest.get(`/guilds/${ms}/roles`), recall)
  // All three are in flight when everything is refused.
  void rest.get('/guilds/1/roles')
  const [impatient, patient] = [ask(1000), ask(60_000)]
  await expect(impatient).rejects.toThrow(RateLimitError)
  recall.all()
  await expect(patient).rejects.toThrow(RateLimitError)
  expect(times).toHaveLength(3)
})

test("a request's timeout begins when it leaves the queue, also when it is sent again", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { rest, times, tooLate } = clientOf(attempt => {
    if (times.length === 1) return edgeRefusal('30')
    return attempt === 1 ? new Response('', { status: 502 }) : undefined
  }, 50)
  const asked = [rest.get('/guilds/1/roles'), rest.get('/guilds/2/roles')]
  await vi.advanceTimersByTimeAsync(31_000)
  await Promise.all(asked)
  expect([times.length, tooLate()]).toEqual([4, 0])
})

/** A client whose requests get no answer, while Discord refuses many others. */
const unansweredWhileRefused = () => {
  const client = clientOf(() => {
    const refusal = { status: 403, headers: new Headers() } as unknown as ResponseLike
    // The parts of a request that are looked at.
    const request = { method: 'GET', path: '/guilds/2/roles', data: {} } as unknown as APIRequest
    for (let at = 0; at < 5000; at++) client.rest.emit('response', request, refusal)
    return new Response('', { status: 502 })
  }, 50)
  return client
}

test('before a repetition, its lane’s share of refusals is checked again', async () => {
  const { rest, times } = unansweredWhileRefused()
  const asked = inLane('bulk', () => rest.get('/guilds/1/roles'))
  await expect(asked).rejects.toMatchObject({ code: 'discord.refused' })
  expect(times).toHaveLength(1)
})

test('a change whose answer was lost does not count as never sent when its repetition is held back', async () => {
  const { rest, times } = unansweredWhileRefused()
  const changed = inLane('bulk', () => rest.put('/guilds/1/bans/2'))
  await expect(changed).rejects.toSatisfy((error: unknown) => isOutage(error) && !(error instanceof UserError))
  expect(times).toHaveLength(1)
})

test('a 429 without a scope does not hold up other requests', async () => {
  const body = { message: 'The write action you are performing has hit the write rate limit.', code: 20_028 }
  const refusal = () => Response.json(body, { status: 429, headers: { 'retry-after': '1' } })
  const { rest, times } = clientOf(attempt => (attempt === 1 && times.length === 1 ? refusal() : undefined), 50)
  const first = rest.get('/guilds/1/roles')
  await new Promise<void>(resolve => void rest.once('response', () => resolve()))
  await waitingAtMost(0, () => rest.get('/guilds/2/roles'))
  expect(times).toHaveLength(2)
  await first
})

test('requests that waited while Discord refused too many are not sent any more', async () => {
  const { rest, times } = clientOf(
    () => Response.json({ message: 'Missing Access', code: 50001 }, { status: 403 }),
    9000,
  )
  const ask = () => rest.get('/guilds/1/roles').catch((err: { code: unknown }) => err.code)
  const answers = await Promise.all(Array.from({ length: 5200 }, () => inLane('bulk', ask)))
  expect(times).toHaveLength(5000)
  expect(answers.slice(4999, 5001)).toEqual([50_001, 'discord.refused'])
})
