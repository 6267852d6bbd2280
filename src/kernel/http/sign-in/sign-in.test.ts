// @module-tag long
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#kernel/storage/table.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { signInErrors } from '../../contract.ts'
import { canonicalAddress } from './sign-in.ts'

let app: Harness
const start = Date.now()
let clock = 0
beforeAll(async () => {
  app = await createHarness({ now: () => start + clock })
})
afterAll(() => app.close())
afterEach(() => {
  app.sandbox.context.conditions.failNext = undefined
  clock = 0
})

const callback = (url: URL, change: Record<string, string | undefined> = {}) => {
  const changed = new URL(url)
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) changed.searchParams.delete(key)
    else changed.searchParams.set(key, value)
  }
  return `${changed.pathname}${changed.search}`
}
const arrive = async (visitor: Visitor, path: string) => (await visitor.call('GET', path)).headers.get('location')
const isSignedIn = async (visitor: Visitor) => (await visitor.call('GET', '/api/user')).status === 200
const rows = () => app.product.services.db.select().from(sessions).all()

describe('signing in', () => {
  test('after consenting at Discord the user is signed in, with the servers they may manage', async () => {
    const owner = app.visitor()
    expect((await owner.call('GET', '/api/user')).status).toBe(401)
    expect((await owner.call('GET', '/api/about')).body).toMatchObject({ signedIn: false })
    expect(await owner.signIn('owner')).toBe('/')
    expect((await owner.call('GET', '/api/about')).body).toMatchObject({ signedIn: true })
    const { status, body } = await owner.call('GET', '/api/user')
    expect(status).toBe(200)
    const account = [...app.sandbox.context.world.accounts.values()].find(({ login }) => login === 'owner')
    expect(body).toMatchObject({ user: { id: account?.user.id, username: account?.user.username } })
    expect(Object.keys((body as { user: object }).user).toSorted()).toEqual([
      'avatar',
      'discriminator',
      'email',
      'id',
      'username',
    ])
    const { guilds } = (body as { data: { guilds: { id: string; name: string; settingsUrl: string }[] } }).data
    const names = guilds.map(({ name }) => name)
    expect(names).toContain('Tidewater Makers')
    expect(names).not.toContain('Northwind Climbers')
    expect(guilds.find(({ id }) => id === app.guildId)?.settingsUrl).toBe(`/manage/${app.guildId}/dashboard`)
    const without = guilds.find(({ id }) => !app.product.services.client.guilds.cache.has(id))
    const invite = new URL(without?.settingsUrl ?? '')
    expect(invite.origin).toBe(app.sandbox.url)
    expect(Object.fromEntries(invite.searchParams)).toMatchObject({
      guild_id: without?.id,
      permissions: '8',
      scope: 'bot applications.commands',
      disable_guild_select: 'true',
    })
  })

  test('a member without rights anywhere sees no server with the bot', async () => {
    const member = await app.signIn('member1')
    const { body } = await member.call('GET', '/api/user')
    expect(body).toMatchObject({ data: { guilds: [] } })
  })

  test('the session is a cookie that scripts cannot read, and holds no token', async () => {
    const visitor = app.visitor()
    const url = await visitor.consent('owner')
    const { headers } = await visitor.call('GET', callback(url))
    const cookie = headers.getSetCookie().find(line => line.startsWith('palisade='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).not.toMatch(/Secure/)
    expect(JSON.stringify((await visitor.call('GET', '/api/user')).body)).not.toMatch(/token/)
    expect(
      rows()
        .map(row => row.data)
        .join(),
    ).not.toContain('"access_token"')
  })

  test('signing in changes the session id', async () => {
    const visitor = app.visitor()
    const url = await visitor.consent('owner')
    const before = visitor.cookies()
    await visitor.call('GET', callback(url))
    expect(visitor.cookies()).not.toBe(before)
    const old = app.visitor()
    const { status } = await old.call('GET', '/api/user', undefined, { cookie: before })
    expect(status).toBe(401)
  })

  test('a restart keeps everybody signed in; signing out ends it on the server too', async () => {
    const owner = await app.signIn('owner')
    await app.restart()
    const again = app.visitor()
    const cookie = owner.cookies()
    const headers = { cookie }
    expect((await again.call('GET', '/api/user', undefined, headers)).status).toBe(200)
    const crossSite = await again.call('GET', '/api/logout', undefined, { ...headers, 'sec-fetch-site': 'cross-site' })
    expect(crossSite.status).toBe(403)
    expect((await again.call('GET', '/api/user', undefined, headers)).status).toBe(200)
    expect((await again.call('GET', '/api/logout', undefined, headers)).body).toEqual({ success: true })
    expect((await again.call('GET', '/api/user', undefined, headers)).status).toBe(401)
  })

  test('a tampered cookie signs nobody in', async () => {
    const owner = await app.signIn('owner')
    const cookie = owner.cookies().replace(/palisade=(.)/, (_, first) => `palisade=${first === 'a' ? 'b' : 'a'}`)
    expect((await app.visitor().call('GET', '/api/user', undefined, { cookie })).status).toBe(401)
  })
})

describe('a sign-in that fails', () => {
  const failures: [string, (visitor: Visitor) => Promise<string>, string][] = [
    ['a denied consent', async v => callback(await v.consent('owner', { authorize: false })), 'denied'],
    ['a callback without code', async v => callback(await v.consent('owner'), { code: undefined }), 'code'],
    ['a wrong state', async v => callback(await v.consent('owner'), { state: 'x' }), 'expired'],
    ['no state', async v => callback(await v.consent('owner'), { state: undefined }), 'expired'],
    ['a made-up code', async v => callback(await v.consent('owner'), { code: 'made-up' }), 'rejected'],
    ['an unknown error', async v => callback(await v.consent('owner'), { error: '<b>x</b>' }), 'rejected'],
    ['a callback out of nowhere', async () => '/api/login/callback?code=a&state=b', 'expired'],
    ['a state given twice', async v => `${callback(await v.consent('owner'))}&state=x`, 'expired'],
  ]
  test.each(failures)('%s leads to the login page with its reason', async (_, prepare, reason) => {
    const visitor = app.visitor()
    expect(await arrive(visitor, await prepare(visitor))).toBe(`/login?error=${reason}`)
    expect(Object.keys(signInErrors)).toContain(reason)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test("another browser's callback is refused: the state belongs to who began", async () => {
    const url = await app.visitor().consent('owner')
    const victim = app.visitor()
    await victim.consent('member1')
    expect(await arrive(victim, callback(url))).toBe('/login?error=expired')
    expect(await isSignedIn(victim)).toBe(false)
  })

  test('a callback used a second time is refused and leaves the first sign-in as it is', async () => {
    const visitor = app.visitor()
    const path = callback(await visitor.consent('owner'))
    expect(await arrive(visitor, path)).toBe('/')
    expect(await arrive(visitor, path)).toBe('/login?error=expired')
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('a callback delivered twice at once leads both times to where the user is signed in', async () => {
    const visitor = app.visitor()
    const path = callback(await visitor.consent('owner'))
    expect(await Promise.all([arrive(visitor, path), arrive(visitor, path)])).toEqual(['/', '/'])
    expect(await isSignedIn(visitor)).toBe(true)
    const refused = callback(await visitor.consent('owner'), { code: 'made-up' })
    const rejected = '/login?error=rejected'
    expect(await Promise.all([arrive(visitor, refused), arrive(visitor, refused)])).toEqual([rejected, rejected])
  })

  test('a consent given after more than ten minutes is refused', async () => {
    const visitor = app.visitor()
    const url = await visitor.consent('owner')
    clock = 11 * 60_000
    expect(await arrive(visitor, callback(url))).toBe('/login?error=expired')
  })

  test.each(['/oauth2/token', '/users/@me'])('an outage of Discord at %s is reported as an outage', async route => {
    const visitor = app.visitor()
    const url = await visitor.consent('owner')
    app.sandbox.context.conditions.failNext = { count: 1, status: 503, route }
    expect(await arrive(visitor, callback(url))).toBe('/login?error=unreachable')
    expect(await isSignedIn(visitor)).toBe(false)
  })
})

describe('signing out', () => {
  const revoked = () => app.sandbox.requests().filter(({ path }) => path.endsWith('/oauth2/token/revoke'))

  test('ends the authorization at Discord, unless another browser still uses it', async () => {
    const [first, second] = [await app.signIn('member3'), await app.signIn('member3')]
    const before = revoked().length
    await first.call('GET', '/api/logout')
    expect(await isSignedIn(first)).toBe(false)
    expect(await isSignedIn(second)).toBe(true)
    expect(revoked()).toHaveLength(before)
    await second.call('GET', '/api/logout')
    await until('the token to be revoked', () => revoked().length === before + 1)
    expect(revoked().at(-1)?.status).toBe(200)
  })

  test('works while Discord does not answer', async () => {
    const visitor = await app.signIn('member3')
    app.sandbox.context.conditions.failNext = { count: 1, status: 503, route: '/oauth2/token/revoke' }
    expect((await visitor.call('GET', '/api/logout')).body).toEqual({ success: true })
    expect(await isSignedIn(visitor)).toBe(false)
    await until('it to be told', () => app.logged.some(line => line.includes('token could not be revoked')))
  })
})

test('while the disk is full, signing in ends on a page that says so', async () => {
  const small = await createHarness({ features: [] })
  try {
    const waiting = small.visitor()
    const url = await waiting.consent('owner')
    const sqlite = small.product.services.db.$client
    sqlite.pragma(`max_page_count = ${Number(sqlite.pragma('page_count', { simple: true }))}`)
    const fill = sqlite.prepare('INSERT INTO sessions (id, data, expires_at) VALUES (hex(randomblob(16)), ?, 0)')
    for (const length of [1000, 100, 1])
      expect(() => {
        for (;;) fill.run('x'.repeat(length))
      }).toThrow('full')
    expect(await arrive(small.visitor(), '/api/login')).toBe('/login?error=full')
    expect(await arrive(waiting, callback(url))).toBe('/login?error=full')
    sqlite.pragma('max_page_count = 1000000')
    expect(await small.visitor().signIn('owner')).toBe('/')
  } finally {
    await small.close()
  }
})

describe('the list of servers', () => {
  test('while Discord does not answer, the servers that the bot is in are shown', async () => {
    const owner = await app.signIn('owner')
    clock = 60 * 60_000
    app.sandbox.context.conditions.failNext = { count: 1, status: 500, route: '/users/@me/guilds' }
    const { status, body } = await owner.call('GET', '/api/user')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain(`/manage/${app.guildId}/dashboard`)
  })

  test('an authorization that Discord has ended signs the user out', async () => {
    const owner = await app.signIn('moderator')
    app.sandbox.context.conditions.failNext = { count: 1, status: 401, route: '/users/@me/guilds' }
    const { status, body } = await owner.call('GET', '/api/user')
    expect(status).toBe(401)
    expect(body).toMatchObject({ success: false, code: 'access.signed_out' })
    expect((await owner.call('GET', '/api/user')).status).toBe(401)
  })
})

test('behind https the cookie is Secure, even when the proxy does not forward the scheme', async () => {
  const secure = await createHarness({ features: [], env: { PUBLIC_URL: 'https://bot.example' } })
  try {
    const { headers } = await secure.product.http.app.inject({ url: '/api/login', headers: { host: 'bot.example' } })
    const authorize = new URL(String(headers.location))
    expect(authorize.searchParams.get('redirect_uri')).toBe('https://bot.example/api/login/callback')
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies.some(line => /^__Host-palisade=[^;]+; .*Path=\//.test(line))).toBe(true)
    expect(cookies.filter(line => /Domain=/i.test(line))).toEqual([])
    expect(cookies.filter(line => !/; Secure/.test(line))).toEqual([])
    expect(headers['strict-transport-security']).toContain('max-age')
  } finally {
    await secure.close()
  }
})

test('somebody who keeps starting to sign in is asked to wait', async () => {
  const one = await createHarness({ features: [] })
  try {
    const goals: string[] = []
    for (let index = 0; index < 121; index++) {
      const { headers } = await one.product.http.app.inject({ url: '/api/login' })
      goals.push(String(headers.location))
    }
    expect(goals[119]).toContain('/oauth2/authorize?')
    expect(goals[120]).toBe('/login?error=busy')
  } finally {
    await one.close()
  }
})

test('a browser that uses another host name is first redirected to the public one', () => {
  const localhost = new URL('http://localhost:3000')
  expect(canonicalAddress('127.0.0.1:3000', localhost)).toBe('http://localhost:3000/api/login')
  expect(canonicalAddress('localhost:3000', localhost)).toBeUndefined()
  expect(canonicalAddress('bot.example', new URL('https://bot.example'))).toBeUndefined()
  expect(canonicalAddress('internal:3000', new URL('https://bot.example'))).toBeUndefined()
  expect(canonicalAddress('evil example', localhost)).toBeUndefined()
  expect(canonicalAddress(undefined, localhost)).toBeUndefined()
})
