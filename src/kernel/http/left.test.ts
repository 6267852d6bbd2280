import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint } from '#contract'
import { feature } from '#kernel/feature.ts'
import { createHarness, type Harness } from '#test/harness.ts'

const asked = Promise.withResolvers<AbortSignal>()
const slow = contract('slow', {
  title: 'Slow',
  settings: z.object({}),
  endpoints: {
    wait: endpoint({ summary: 'Waits.', method: 'GET', path: '/wait', needs: 'anyone', reply: z.object({}) }),
    quick: endpoint({ summary: 'Answers.', method: 'GET', path: '/quick', needs: 'anyone', reply: z.object({}) }),
  },
})
const quick: AbortSignal[] = []

let app: Harness
beforeAll(async () => {
  app = await createHarness({
    features: [
      feature(slow, {
        routes: {
          async wait({ signal }) {
            asked.resolve(signal)
            await new Promise(resolve => signal.addEventListener('abort', resolve))
            return {}
          },
          quick({ signal }) {
            quick.push(signal)
            return {}
          },
        },
      }),
    ],
  })
})
afterAll(() => app.close())

test('a handler is notified when its caller disconnects, and only then', async () => {
  const leaving = new AbortController()
  const address = (path: string) => new URL(`/api/${path}`, app.product.url)
  const answer = fetch(address('wait'), { signal: leaving.signal }).catch((error: Error) => error.name)
  const signal = await asked.promise
  expect(signal.aborted).toBe(false)
  leaving.abort()
  expect(await answer).toBe('AbortError')
  await new Promise<void>(resolve =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  expect((await fetch(address('quick'))).status).toBe(200)
  expect(quick[0]?.aborted).toBe(false)
})
