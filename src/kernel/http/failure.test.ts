// @module-tag long
import * as fc from 'fast-check'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint } from '#contract'
import { command, feature, option } from '#kernel/feature.ts'
import { createLog } from '#kernel/log.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { thrown } from '#test/thrown-values.ts'
import { sendFailure } from './failure.ts'
import { runs, walked } from '#test/sampling.ts'

const fragile = contract('fragile', {
  title: 'Fragile',
  settings: z.object({}),
  endpoints: {
    throws: endpoint({
      summary: 'Throws one of them.',
      method: 'GET',
      path: '/throws',
      needs: 'anyone',
      query: z.object({ place: z.coerce.number() }),
      reply: z.object({}),
    }),
  },
})
const fragileFeature = feature(fragile, {
  routes: {
    throws: ({ query }) => {
      throw thrown[query.place]
    },
  },
  commands: {
    throw: command<typeof fragile>()({
      description: 'Throws one of them',
      options: { place: option.integer('which') },
      run(_ctx, { place }) {
        throw thrown[place]
      },
    }),
  },
})

let app: Harness
beforeAll(async () => {
  app = await createHarness({ features: [fragileFeature] })
})
afterAll(() => app.close())

describe('whatever is thrown is answered', () => {
  test.each(walked(thrown.map((error, place) => [String(place), nameOf(error)])))(
    'over HTTP: %s, %s',
    async (place, _name) => {
      const logged = app.logged.length
      const { status, body } = await app.visitor().call('GET', `/api/throws?place=${place}`)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect(body).toMatchObject({ success: false, error: expect.any(String), code: expect.any(String) })
      const { code, reference } = body as { code: string; reference?: string }
      if (code !== 'kernel.unexpected') return
      const lines = app.logged.slice(logged).filter(line => line.includes('request failed'))
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reference })
      expect(lines[0]).not.toContain('private')
    },
  )

  test('by a command', async () => {
    for (const place of walked([...thrown.keys()])) {
      const asked = await app.as('owner').say(app.channel('general'), `.throw ${place}`)
      expect(textOf(await app.answerTo(asked))).toMatch(/\.$|reference|`/)
    }
  })
})

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.constructor.name} ${String('code' in error && error.code)}` : typeof error
}

test('even the oddest error is answered and logged', () => {
  const lines: string[] = []
  const send = sendFailure(createLog('error', [], { write: line => void lines.push(line) }))
  const request = { method: 'GET', headers: {}, routeOptions: { url: '/x' } } as FastifyRequest
  const odd = fc.record(
    {
      code: fc.anything(),
      statusCode: fc.anything(),
      status: fc.anything(),
      cause: fc.anything(),
      message: fc.string(),
      headers: fc.anything(),
    },
    { requiredKeys: [] },
  )
  const error = fc.oneof(
    fc.anything(),
    odd,
    odd.map(fields => Object.assign(new Error('odd'), fields)),
    odd.map(fields => Object.freeze(Object.assign(new SyntaxError('odd'), fields))),
  )
  fc.assert(
    fc.property(error, value => {
      const sent: { status?: number; body?: unknown } = {}
      const reply = {
        code(status: number) {
          sent.status = status
          return reply
        },
        header: () => reply,
        send: (body: unknown) => (sent.body = body),
      }
      lines.length = 0
      send(value, request, reply as unknown as FastifyReply)
      expect(sent.status).toBeGreaterThanOrEqual(400)
      expect(sent.status).toBeLessThan(600)
      expect(Number.isInteger(sent.status)).toBe(true)
      expect(sent.body).toMatchObject({ success: false, error: expect.any(String), code: expect.any(String) })
      for (const line of lines) JSON.parse(line)
    }),
    { numRuns: runs(1000) },
  )
})
