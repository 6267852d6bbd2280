import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { createThrottle, mountThrottles } from './throttle.ts'

afterEach(() => {
  vi.useRealTimers()
})

const days = 86_400_000

test.each([30 * days, -30 * days])(
  'a clock that is off by %i ms and corrected makes nobody wait longer',
  async offset => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 22) + offset })
    const app = Fastify()
    await mountThrottles(app)
    const throttle = createThrottle(app, 2, request => request.ip)
    app.route({ method: 'GET', url: '/', onRequest: request => throttle(request), handler: () => 'ok' })
    const ask = async () => {
      const answer = await app.inject('/')
      return answer.statusCode === 200 ? 'ok' : answer.json<{ message: string }>().message
    }
    expect([await ask(), await ask()]).toEqual(['ok', 'ok'])
    vi.setSystemTime(Date.UTC(2026, 10, 22))
    vi.advanceTimersByTime(20_000)
    expect(await ask()).toBe('Too many requests. Try again in 40 seconds.')
    vi.advanceTimersByTime(40_000)
    expect(await ask()).toBe('ok')
    await app.close()
  },
)
