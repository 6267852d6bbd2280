import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { applicationOf } from '../demo/environment.ts'
import { startSandbox } from '#test/sandbox.ts'
import type { RunningSandbox, SandboxOptions } from '../server.ts'

const redirectUri = 'http://localhost:3000/api/login/callback'

async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options)
  return { sandbox, application: applicationOf(sandbox) }
}
type Stand = Awaited<ReturnType<typeof start>>

const query = ({ application }: Stand, more: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: application.id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'identify guilds',
    state: 'st',
    ...more,
  }).toString()

async function answer(response: Response) {
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const decide = async ({ sandbox }: Stand, login: string, search: string, decision: object) =>
  answer(
    await fetch(`${sandbox.api}/v10/oauth2/authorize?${search}`, {
      method: 'POST',
      headers: { authorization: sandbox.tokenOf(login), 'content-type': 'application/json' },
      body: JSON.stringify(decision),
    }),
  )

async function codeFor(stand: Stand, more?: Record<string, string>, decision: object = { authorize: true }) {
  const { body } = await decide(stand, 'owner', query(stand, more), decision)
  return new URL(String(body['location'])).searchParams
}

const token = async ({ sandbox, application }: Stand, fields: Record<string, string>, path = 'token') =>
  answer(
    await fetch(`${sandbox.api}/v10/oauth2/${path}`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: application.id,
        client_secret: application.clientSecret,
        ...fields,
      }),
    }),
  )

const exchange = (stand: Stand, code: string, more: Record<string, string> = {}) =>
  token(stand, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more })

const me = async (sandbox: RunningSandbox, accessToken: unknown) =>
  answer(await fetch(`${sandbox.api}/v10/users/@me`, { headers: { authorization: `Bearer ${String(accessToken)}` } }))

test('a member consents, and the application learns who it is', async () => {
  const stand = await start()
  const back = await codeFor(stand)
  expect(back.get('state')).toBe('st')
  const { status, body } = await exchange(stand, back.get('code') ?? '')
  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, scope: 'identify guilds' })
  const user = await me(stand.sandbox, body['access_token'])
  expect(user.body).toMatchObject({ username: 'mara.w' })
  expect(user.body['email'] ?? null).toBeNull()
})

test('the email address comes only with its scope', async () => {
  const stand = await start()
  const back = await codeFor(stand, { scope: 'identify email' })
  const { body } = await exchange(stand, back.get('code') ?? '')
  expect((await me(stand.sandbox, body['access_token'])).body['email']).toBe('owner@example.test')
})

test('a member who cancels is sent back with access_denied and no code', async () => {
  const back = await codeFor(await start(), {}, { authorize: false })
  expect([back.get('error'), back.get('state'), back.get('code')]).toEqual(['access_denied', 'st', null])
})

test('a code works once, for ten minutes, and for its redirect address', async () => {
  const stand = await start()
  const first = (await codeFor(stand)).get('code') ?? ''
  expect((await exchange(stand, first)).status).toBe(200)
  expect((await exchange(stand, first)).body).toMatchObject({ error: 'invalid_grant' })
  const late = (await codeFor(stand)).get('code') ?? ''
  stand.sandbox.advance(10 * 60_000)
  expect((await exchange(stand, late)).body).toMatchObject({ error: 'invalid_grant' })
  const elsewhere = (await codeFor(stand)).get('code') ?? ''
  const answered = await exchange(stand, elsewhere, { redirect_uri: 'http://localhost:3000/other' })
  expect(answered.body).toMatchObject({ error: 'invalid_grant' })
})

test('with PKCE only whoever began can finish', async () => {
  const stand = await start()
  const verifier = 'a-verifier-that-is-long-enough-to-be-one-000'
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const begin = async () => (await codeFor(stand, { code_challenge, code_challenge_method: 'S256' })).get('code') ?? ''
  expect((await exchange(stand, await begin())).status).toBe(400)
  expect((await exchange(stand, await begin(), { code_verifier: 'guess' })).status).toBe(400)
  expect((await exchange(stand, await begin(), { code_verifier: verifier })).status).toBe(200)
})

test('a sign-in outlives a restart of the sandbox', async () => {
  const stand = await start()
  const { body } = await exchange(stand, (await codeFor(stand)).get('code') ?? '')
  await stand.sandbox.close()
  const again = await start()
  expect((await me(again.sandbox, body['access_token'])).status).toBe(200)
  expect((await me((await start({ seed: 2 })).sandbox, body['access_token'])).status).toBe(401)
})

test('a refresh token gives new tokens; revoking either ends them all', async () => {
  const stand = await start()
  const { body } = await exchange(stand, (await codeFor(stand)).get('code') ?? '')
  const refresh = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) }
  const fresh = await token(stand, refresh)
  expect((await me(stand.sandbox, fresh.body['access_token'])).status).toBe(200)
  await token(stand, { token: String(fresh.body['access_token']) }, 'token/revoke')
  expect((await me(stand.sandbox, body['access_token'])).status).toBe(401)
  expect((await token(stand, refresh)).body).toEqual(expect.objectContaining({ error: 'invalid_grant' }))
})

test('access tokens run out after a week', async () => {
  const stand = await start()
  const { body } = await exchange(stand, (await codeFor(stand)).get('code') ?? '')
  stand.sandbox.advance(7 * 24 * 3_600_000)
  expect((await me(stand.sandbox, body['access_token'])).status).toBe(401)
})

test('a client credentials token acts for the owner of the application', async () => {
  const stand = await start()
  const { sandbox, application } = stand
  const [ownerId = ''] = [...sandbox.context.world.accounts].find(([, { login }]) => login === 'admin') ?? []
  application.ownerId = ownerId
  const { body } = await token(stand, { grant_type: 'client_credentials', scope: 'identify' })
  expect((await me(sandbox, body['access_token'])).body).toMatchObject({ id: ownerId })
})

test('only the application itself gets tokens, and only by form', async () => {
  const stand = await start()
  const code = (await codeFor(stand)).get('code') ?? ''
  expect(await exchange(stand, code, { client_secret: 'wrong' })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
  const asJson = await fetch(`${stand.sandbox.api}/v10/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'authorization_code', code }),
  })
  expect(asJson.status).toBe(400)
  const { application, sandbox } = stand
  const basic = await fetch(`${sandbox.api}/v10/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${application.id}:${application.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  })
  expect(basic.status).toBe(200)
})

const wrong: [what: string, more: Record<string, string>, code: number][] = [
  ['an unknown application', { client_id: '100000000000000000' }, 10_002],
  ['a redirect address that is not registered', { redirect_uri: 'https://evil.example/' }, 50_035],
  ['a scope that does not exist', { scope: 'identify world' }, 50_035],
  ['another response type', { response_type: 'token' }, 50_035],
]
test.each(wrong)('%s is refused, on the page and by the endpoint', async (_what, more, code) => {
  const stand = await start()
  const { body } = await decide(stand, 'owner', query(stand, more), { authorize: true })
  expect(body['code']).toBe(code)
  const page = await fetch(`${stand.sandbox.url}/oauth2/authorize?${query(stand, more)}`)
  expect(page.ok).toBe(false)
  expect(await page.text()).toContain('This sign-in cannot go on')
})

test('a bot is added where the member may manage the server, and nowhere else', async () => {
  const stand = await start()
  const { sandbox, application } = stand
  const guilds = [...sandbox.context.world.guilds.values()]
  const foreign = guilds.find(({ members }) => !members.has(application.botUserId))
  const guildId = foreign?.guild.id ?? ''
  const invite = query(stand, { scope: 'bot', permissions: '8' }).replace(/response_type=code&redirect_uri=[^&]+&/, '')
  expect((await decide(stand, 'member1', invite, { authorize: true, guild_id: guildId })).status).toBe(403)
  expect(foreign?.members.has(application.botUserId)).toBe(false)
  const { body } = await decide(stand, 'owner', invite, { authorize: true, guild_id: guildId })
  expect(body).toEqual({ location: `${sandbox.url}/oauth2/authorized` })
  expect(foreign?.members.has(application.botUserId)).toBe(true)
})

test('the query string cannot inject into the page', async () => {
  const stand = await start()
  stand.application.name = '<script>alert(1)</script>'
  const page = await fetch(`${stand.sandbox.url}/oauth2/authorize?${query(stand, { state: '"><img src=x>' })}`)
  const text = await page.text()
  expect(text).not.toContain('<script>alert')
  expect(text).not.toContain('<img src=x>')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})
