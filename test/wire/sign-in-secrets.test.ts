// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeal } from '#kernel/http/session/seal.ts'
import type { RouteDescriptor } from '#kernel/http/server.ts'
import { sessions } from '#kernel/storage/table.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'

const secret = 'a secret of this test, long enough to be one'
let app: Harness
beforeAll(async () => {
  app = await createHarness({ env: { SESSION_SECRET: secret, LOG_LEVEL: 'trace' } })
})
afterAll(() => app.close())

/** The access token from Discord for the person who signed in last. */
function accessToken(): string {
  const row = app.product.services.db
    .select()
    .from(sessions)
    .all()
    .find(({ userId }) => userId !== null)
  const { token } = JSON.parse(row?.data ?? '{}') as { token?: string }
  const opened = createSeal(secret).open(token ?? '')
  if (opened === undefined) throw new Error('nobody signed in')
  return opened
}

test('no token, code or secret is in an answer, a cookie, the log or in clear text in the database', async () => {
  const visitor = app.visitor()
  const answers: unknown[] = []
  const call = async (path: string) => {
    const { body, headers } = await visitor.call('GET', path)
    answers.push(body, Object.fromEntries(headers), headers.getSetCookie())
  }
  const denied = await visitor.consent('owner', { authorize: false })
  await call(`${denied.pathname}${denied.search}`)
  const made = await visitor.consent('owner')
  made.searchParams.set('code', 'made-up')
  await call(`${made.pathname}${made.search}`)
  for (const status of [400, 401, 500]) {
    const url = await visitor.consent('owner')
    app.sandbox.context.conditions.failNext = { count: 1, status, route: '/oauth2/token' }
    await call(`${url.pathname}${url.search}`)
  }
  const url = await visitor.consent('owner')
  await call(`${url.pathname}${url.search}`)
  const known = accessToken()
  app.sandbox.context.conditions.failNext = { count: 1, status: 500, route: '/users/@me/guilds' }
  const read = ({ method, name, answers: kind }: RouteDescriptor) =>
    method === 'GET' && name !== 'logout' && kind !== 'stream'
  for (const route of app.product.http.routes.filter(read)) await call(route.path.replace(':guildId', app.guildId))

  const { token, clientSecret, id } = applicationOf(app.sandbox)
  const basic = Buffer.from(`${id}:${clientSecret}`).toString('base64')
  const written = {
    answers: JSON.stringify(answers),
    log: app.logged.join('\n'),
    rows: JSON.stringify(app.product.services.db.select().from(sessions).all()),
  }
  const code = url.searchParams.get('code') ?? ''
  const secrets = { access: known, bot: token, client: clientSecret, basic, code, session: secret }
  for (const [place, text] of Object.entries(written))
    for (const [name, value] of Object.entries(secrets)) {
      if (value.length < 6) throw new Error(`the ${name} secret is not known to this test`)
      if (text.includes(value)) throw new Error(`the ${name} secret is in the ${place}`)
    }
  expect(written.log).toContain('sign-in failed')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  String.raw`/\evil.example`,
  'javascript:alert(1)',
  '%2f%2fevil.example',
])('a sign-in ends on the dashboard, whatever address somebody adds to it: %s', async hostile => {
  const visitor = app.visitor()
  const names = ['redirect', 'redirect_uri', 'redirectAfterLogin', 'returnTo', 'next', 'url']
  const extra = names.map(name => `${name}=${encodeURIComponent(hostile)}`).join('&')
  const begun = await visitor.call('GET', `/api/login?${extra}`)
  const authorize = new URL(begun.headers.get('location') ?? '')
  expect(authorize.origin).toBe(app.sandbox.url)
  expect(authorize.searchParams.getAll('redirect_uri')).toEqual([new URL('/api/login/callback', app.product.url).href])
  const url = await visitor.consent('member1')
  const arrived = await visitor.call('GET', `${url.pathname}${url.search}&${extra}`)
  expect(arrived.headers.get('location')).toBe('/')
})

/** Follows Discord's redirect in the browser. */
const arrive = async (visitor: Visitor, url: URL) =>
  (await visitor.call('GET', `${url.pathname}${url.search}`)).headers.get('location')

test('a forged host does not redirect the sign-in elsewhere', async () => {
  const { headers } = await app.product.http.app.inject({ url: '/api/login', headers: { host: 'evil.example' } })
  expect(String(headers.location)).not.toContain('evil.example')
})

test('two tabs that return from one consent sign in once', async () => {
  const visitor = app.visitor()
  const url = await visitor.consent('member2')
  const exchanges = () => app.sandbox.requests().filter(({ path }) => path.endsWith('/oauth2/token')).length
  const before = exchanges()
  expect(await Promise.all([arrive(visitor, url), arrive(visitor, url)])).toEqual(['/', '/'])
  expect(exchanges()).toBe(before + 1)
  expect((await visitor.call('GET', '/api/user')).status).toBe(200)
})

test('two sign-ins that return at once in one browser end signed in', async () => {
  const visitor = app.visitor()
  const first = await visitor.consent('member2')
  const second = await visitor.consent('member2')
  await Promise.all([arrive(visitor, first), arrive(visitor, second)])
  expect((await visitor.call('GET', '/api/user')).status).toBe(200)
})

test('the late answer to a request from before signing in does not sign the browser out', async () => {
  const visitor = app.visitor()
  const url = await visitor.consent('member2')
  const before = visitor.cookies()
  expect(await arrive(visitor, url)).toBe('/')
  const late = await app.visitor().call('GET', '/api/about', undefined, { cookie: before })
  expect(late.headers.getSetCookie()).toEqual([])
})

test('made-up, foreign and mangled session cookies sign nobody in, and cause no error', async () => {
  const values = [
    '',
    'x',
    '%',
    '%zz',
    'a.b',
    `${'x'.repeat(6000)}.y`,
    's:1.2',
    '__proto__.x',
    "'; drop table sessions;--",
  ]
  for (const value of values) {
    const { status } = await app.visitor().call('GET', '/api/user', undefined, { cookie: `palisade=${value}` })
    expect([value, status]).toEqual([value, 401])
  }
})
