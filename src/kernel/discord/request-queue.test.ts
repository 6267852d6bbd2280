import { expect, test } from 'vitest'
import { stageRequestQueue } from '#test/request-queue.ts'
import { createRequestQueue } from './request-queue.ts'
import { type Lane, lanes } from './lanes.ts'

test('the most urgent request leaves first, and a lone one leaves at once', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  ask('bulk', 'busy', 'alone')
  expect(left).toEqual(['alone'])
  for (const lane of lanes.toReversed()) ask(lane, 'busy')
  expect(left).toEqual(['alone'])
  for (const _ of lanes) requestQueue.ended('busy')
  expect(left).toEqual(['alone', ...lanes])
  goTo(10_000)
  expect(left).toHaveLength(6)
})

test('5,000 bulk requests leave room in every second, and higher lanes never wait for them', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  for (let at = 0; at < 5000; at++) ask('bulk', `channel ${at}`)
  expect(left).toHaveLength(30)
  for (let second = 1; second <= 20; second++) {
    for (let at = 0; at < 15; at++) {
      ask('punish', `guild ${second} ${at}`)
      expect(left.at(-1)).toBe('punish')
    }
    goTo(second * 1100)
  }
  expect(left.filter(lane => lane === 'bulk').length).toBeGreaterThan(20 * 14)
  expect(requestQueue.waiting('bulk')).toBe(5000 - left.filter(lane => lane === 'bulk').length)
})

test('a server that is alone has the whole lane; whatever it asks for, an answer to another one leaves at once', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  for (let at = 0; at < 500; at++) ask('answers', `channel ${at}`, 'loud', 'loud')
  expect(left).toHaveLength(40)
  ask('answers', 'quiet', 'first', 'quiet')
  goTo(1100)
  expect(left).toContain('first')
  for (let ms = 2200; ms <= 20_000; ms += 250) {
    goTo(ms)
    ask('answers', `quiet ${ms}`, 'quiet', 'quiet')
    expect(left.at(-1)).toBe('quiet')
  }
  expect(left.filter(name => name === 'loud').length).toBeGreaterThan(20 * 17)
  const { requests, waitedMs } = requestQueue.left('answers')
  expect(requests).toBe(left.length)
  expect(waitedMs).toBeGreaterThan(0)
})

test('Discord’s 50 requests a second are never exceeded, whatever is sent', () => {
  const { left, ask, goTo } = stageRequestQueue()
  const times: number[] = []
  for (const lane of lanes) for (let at = 0; at < 100; at++) ask(lane, `${lane} ${at}`)
  for (let ms = 0; ms <= 20_000; ms += 10) {
    goTo(ms)
    while (times.length < left.length) times.push(ms)
  }
  expect(left).toHaveLength(500)
  for (const [index, at] of times.entries()) expect((times[index + 50] ?? Infinity) - at).toBeGreaterThanOrEqual(1000)
  expect(left.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 'punish'))
})

test('an exhausted bucket gives its next slot to the highest lane waiting then', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  ask('bulk', 'channel', 'first')
  for (const name of ['second', 'third']) ask('bulk', 'channel', name)
  requestQueue.exhausted('channel', 2000)
  requestQueue.ended('channel')
  ask('bulk', 'elsewhere', 'elsewhere')
  goTo(1900)
  ask('moderation', 'channel')
  expect(left).toEqual(['first', 'elsewhere'])
  goTo(2001)
  expect(left).toEqual(['first', 'elsewhere', 'moderation'])
  requestQueue.ended('channel')
  requestQueue.exhausted(undefined, 5000)
  requestQueue.ended('channel')
  ask('punish', 'guild')
  expect(left.slice(3)).toEqual(['second'])
  goTo(8000)
  expect(left.slice(4).toSorted()).toEqual(['punish', 'third'])
})

test('each of many buckets is checked again when it is free', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  for (let at = 1; at <= 20; at++) {
    requestQueue.exhausted(`channel ${at}`, at * 1000)
    ask('answers', `channel ${at}`)
  }
  goTo(10_010)
  expect(left).toHaveLength(10)
  goTo(20_010)
  expect(left).toHaveLength(20)
})

test('a request that has waited long occasionally goes before moderation, but never before a sanction', () => {
  const { left, ask, goTo } = stageRequestQueue()
  const crowd = (lane: Lane) => {
    for (let at = 0; at < 2000; at++) ask(lane, `${lane} ${at}`)
  }
  crowd('moderation')
  ask('bulk', 'patient')
  ask('bulk', 'more patient')
  goTo(4900)
  expect(left).not.toContain('bulk')
  goTo(7500)
  expect(left.filter(lane => lane === 'bulk')).toHaveLength(2)
  crowd('punish')
  ask('bulk', 'most patient')
  goTo(30_000)
  expect(left.filter(lane => lane === 'bulk')).toHaveLength(2)
})

test('an impatient request is refused when its bucket is free only later, even while it waits', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  const refused: number[] = []
  const impatient = (mostMs: number) =>
    requestQueue.add('repair', 'roles', () => left.push('repair'), undefined, {
      impatience: { mostMs, refuse: ms => refused.push(ms) },
    })
  ask('repair', 'roles', 'first')
  impatient(1000)
  impatient(60_000)
  requestQueue.exhausted('roles', 5000)
  expect([left, refused]).toEqual([['first'], [5000]])
  impatient(1000)
  expect(refused).toEqual([5000, 5000])
  expect(requestQueue.waiting('repair')).toBe(1)
  requestQueue.ended('roles')
  goTo(6000)
  expect(left).toEqual(['first', 'repair'])
})

test('an impatient request is refused when nothing may leave for longer than it waits', () => {
  const { requestQueue, left, ask } = stageRequestQueue()
  const refused: number[] = []
  ask('repair', 'roles', 'first')
  for (const mostMs of [1000, 60_000])
    requestQueue.add('repair', 'roles', () => left.push('repair'), undefined, {
      impatience: { mostMs, refuse: ms => refused.push(ms) },
    })
  requestQueue.exhausted(undefined, 5000)
  expect([left, refused]).toEqual([['first'], [5000]])
  expect(requestQueue.waiting('repair')).toBe(1)
})

test('a repeated request goes first in its lane, and after the lanes above', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  for (const lane of ['bulk', 'punish'] as const) for (let at = 0; at < 60; at++) ask(lane, `${lane} ${at}`)
  requestQueue.add('bulk', 'again', () => left.push('again'), undefined, { isRepeated: true })
  goTo(3000)
  const [bulk, again] = [left.lastIndexOf('bulk'), left.indexOf('again')]
  expect(left.slice(0, again).filter(name => name === 'bulk')).toHaveLength(30)
  expect([again > left.lastIndexOf('punish'), again < bulk]).toEqual([true, true])
})

test('requests that need no order count ordered requests in the same window', () => {
  const { requestQueue, ask } = stageRequestQueue()
  ask('moderation', 'channels', 'in order')
  requestQueue.limitReported('channels', { limit: 5, remaining: 2, resetMs: 1000 })
  requestQueue.ended('channels')
  const unordered: number[] = []
  for (let at = 0; at < 5; at++)
    requestQueue.add('repair', 'channels', () => unordered.push(at), undefined, { anyOrder: true })
  expect(unordered).toEqual([0, 1])
})

test('a limit is also found by the bucket name that Discord gives it', () => {
  const { requestQueue } = stageRequestQueue()
  const left: string[] = []
  const askAny = (bucket: string, count: number) => {
    for (let at = 0; at < count; at++)
      requestQueue.add('repair', bucket, () => left.push(bucket), undefined, { anyOrder: true })
  }
  askAny('route', 3)
  requestQueue.limitReported('route', { limit: 20, remaining: 19, resetMs: 1000 })
  requestQueue.limitReported('named', { limit: 20, remaining: 19, resetMs: 1000 }, 'route')
  requestQueue.ended('route')
  askAny('named', 30)
  // Discord's number may not include the two others that left under the first name.
  expect(left.filter(bucket => bucket === 'named')).toHaveLength(17)
})

test('requests that need no order leave at a limit’s reset, even together with unanswered ones', () => {
  const { requestQueue, left, goTo } = stageRequestQueue()
  for (let at = 0; at < 5; at++)
    requestQueue.add('repair', 'channels', () => left.push('channels'), undefined, { anyOrder: true })
  requestQueue.limitReported('channels', { limit: 7, remaining: 3, resetMs: 2000 })
  requestQueue.ended('channels')
  const more = () => requestQueue.add('repair', 'channels', () => left.push('channels'), undefined, { anyOrder: true })
  for (let at = 0; at < 4; at++) more()
  goTo(1900)
  expect(left).toHaveLength(5)
  goTo(2010)
  expect(left).toHaveLength(8)
})

test('a limit that was used up before it had a name accepts nothing more until its reset', () => {
  const { requestQueue, goTo } = stageRequestQueue()
  const left: string[] = []
  const askAny = (bucket: string, count: number) => {
    for (let at = 0; at < count; at++)
      requestQueue.add('repair', bucket, () => left.push(bucket), undefined, { anyOrder: true })
  }
  askAny('route', 5)
  requestQueue.limitReported('route', { limit: 5, remaining: 4, resetMs: 1000 })
  requestQueue.limitReported('named', { limit: 5, remaining: 4, resetMs: 1000 }, 'route')
  for (let at = 0; at < 5; at++) requestQueue.ended('route')
  askAny('named', 2)
  expect(left).not.toContain('named')
  goTo(1100)
  expect(left.filter(bucket => bucket === 'named')).toHaveLength(2)
})

test('of requests that need no order, as many as Discord has reported are in flight together', () => {
  const { requestQueue, left, ask, goTo } = stageRequestQueue()
  const askAny = (name: string) =>
    requestQueue.add('repair', 'channels', () => left.push(name), undefined, { anyOrder: true })
  for (let at = 0; at < 12; at++) askAny(`any ${at}`)
  // Discord has not reported a limit yet.
  expect(left).toHaveLength(5)
  requestQueue.limitReported('channels', { limit: 7, remaining: 6, resetMs: 1000 })
  // Discord's number may not include requests in flight, so they are subtracted until they have ended.
  expect(left).toHaveLength(6)
  requestQueue.ended('channels')
  expect(left).toHaveLength(7)
  // An answer that was overtaken by a newer one changes nothing.
  requestQueue.limitReported('channels', { limit: 7, remaining: 1, resetMs: 900 })
  requestQueue.ended('channels')
  requestQueue.limitReported('channels', { limit: 7, remaining: 3, resetMs: 950 })
  requestQueue.exhausted('channels', 1000)
  for (let at = 0; at < 3; at++) requestQueue.ended('channels')
  expect(left).toHaveLength(7)
  goTo(1100)
  expect(left).toHaveLength(12)
  // A request that needs order waits for all of them.
  ask('punish', 'channels', 'in order')
  for (let at = 0; at < 6; at++) requestQueue.ended('channels')
  expect(left).not.toContain('in order')
  requestQueue.ended('channels')
  expect(left.at(-1)).toBe('in order')
  for (const _ of Array.from({ length: 5 })) askAny('beside')
  expect(left.at(-1)).toBe('in order')
})

test.each(['exhausted', 'used up'])(
  'a bucket that is free again at the very moment of a check is not forgotten: %s',
  how => {
    for (let early = 0; early < 1.2; early += 0.005) {
      let time = 60_000
      const timers: { at: number; run: () => void }[] = []
      const requestQueue = createRequestQueue({
        // Reading the clock takes a moment itself.
        now: () => (time += 0.01),
        later(run, ms) {
          const timer = { at: time + ms, run }
          timers.push(timer)
          return () => void timers.splice(timers.indexOf(timer), 1)
        },
      })
      const left: string[] = []
      const ask = (name: string) => requestQueue.add('punish', 'members', () => left.push(name))
      ask('first')
      ask('second')
      if (how === 'exhausted') requestQueue.exhausted('members', 10_000)
      else requestQueue.limitReported('members', { limit: 1, remaining: 0, resetMs: 10_000 })
      requestQueue.ended('members')
      for (let rung = 0; rung < 50; rung++) {
        const next = timers.shift()
        if (!next) break
        time = Math.max(time, next.at - early)
        next.run()
      }
      expect([early, ...left]).toEqual([early, 'first', 'second'])
    }
  },
)
