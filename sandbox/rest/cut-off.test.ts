import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { defaultConditions } from '../conditions.ts'
import type { AnswerContext } from './answer.ts'
import { mountApi } from './api.ts'
import { createRequestLog } from './request-log.ts'

/** What it says before it is killed. */
async function saidAndGone(text: string) {
  const requestLog = createRequestLog(() => 0, defaultConditions)
  const app = Fastify()
  onTestFinished(() => app.close())
  const { promise: over, resolve } = Promise.withResolvers<void>()
  app.addHook('onSend', async () => resolve())
  const { promise: begun, resolve: hasBegun } = Promise.withResolvers<void>()
  app.addHook('onRequest', async () => hasBegun())
  await mountApi(app, { requestLog } as AnswerContext, [])
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), hostname)
  client.write(text)
  await begun
  client.destroy()
  await over
  return requestLog.violations()
}

test('a request that is cut off because its bot was killed is no violation', async () => {
  const lines = ['POST /api/v10/channels/1/messages HTTP/1.1', 'Host: discord', 'Content-Type: application/json']
  expect(await saidAndGone([...lines, 'Content-Length: 1000', '', '{"content":'].join('\r\n'))).toEqual([])
})
