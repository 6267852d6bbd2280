import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#sandbox/demo/ports.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'

const metricsToken = 'a token for the figures'
let app: Harness
beforeAll(async () => {
  app = await createHarness({ features: [], env: { METRICS: 'on', METRICS_TOKEN: metricsToken } })
})
afterAll(() => app.close())

test('metrics are served when switched on', async () => {
  await app.visitor().call('GET', '/healthz')
  await until('a request to Discord', () => app.sandbox.requests().some(({ path }) => path.endsWith('/commands')))
  const bearer = (token: string, scheme = 'Bearer') => ({ authorization: `${scheme} ${token}` })
  for (const headers of [
    {},
    bearer(''),
    bearer('wrong'),
    bearer(metricsToken, 'Basic'),
    { authorization: metricsToken },
  ]) {
    const refused = await app.visitor().call('GET', '/metrics', undefined, headers)
    expect(refused).toMatchObject({ status: 401, body: { success: false, code: 'metrics.closed' } })
  }
  for (const scheme of ['bearer', 'BEARER'])
    expect((await app.visitor().call('GET', '/metrics', undefined, bearer(metricsToken, scheme))).status).toBe(200)
  const { status, headers, body } = await app.visitor().call('GET', '/metrics', undefined, bearer(metricsToken))
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(body).toMatch(
    /^# HELP palisade_guilds Guilds the bot is in\.\n# TYPE palisade_guilds gauge\npalisade_guilds \d+$/m,
  )
  expect(body).toMatch(/^palisade_jobs_waiting \d+$/m)
  expect(body).toMatch(/^palisade_discord_requests_waiting\{lane="punish"\} 0$/m)
  expect(body).toMatch(/^palisade_discord_requests_total\{lane="answers"\} [1-9]\d*$/m)
  expect(body).toMatch(/^palisade_discord_wait_seconds_total\{lane="bulk"\} [\d.]+$/m)
  expect(body).toMatch(/^palisade_http_responses_total\{status="2xx"\} \d+$/m)
})

test('metrics with a port of their own are read there, and nowhere else', async () => {
  const port = await freePort(0)
  const apart = await createHarness({ features: [], env: { METRICS: 'on', METRICS_PORT: String(port) } })
  try {
    const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect(await (await read('/metrics')).text()).toContain('palisade_guilds ')
    expect((await read('/api/about')).status).toBe(404)
    expect((await apart.visitor().call('GET', '/metrics')).status).toBe(401)
  } finally {
    await apart.close()
  }
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed')
})
