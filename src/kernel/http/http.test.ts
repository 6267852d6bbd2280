import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint, field, settingsForm } from '#contract'
import { storageMessage } from '#kit/storage-errors.ts'
import { feature } from '#kernel/feature.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'

const settings = z.object({
  enabled: field.toggle('Enabled', { posted: 'on', shown: 'welcome.enabled' }).default(false),
  channel: field.channel('Channel').nullable().default(null),
  role: field.role('Role', { assignable: true }).nullable().default(null),
  text: field.text('Text', { max: 5 }).default('hi'),
})

const welcome = contract('welcome', {
  title: 'Welcome',
  settings,
  endpoints: {
    echo: endpoint({
      summary: 'Says where.',
      method: 'PUT',
      path: '/guild/:guildId/echo',
      needs: 'manage',
      body: z.object({ where: field.channel('Where').optional(), inner: z.object({ n: z.number() }).optional() }),
      reply: z.object({ where: z.string().optional() }),
    }),
    leaky: endpoint({
      summary: 'Answers too much.',
      method: 'GET',
      path: '/leaky',
      needs: 'anyone',
      reply: z.object({ open: z.number() }),
    }),
    crash: endpoint({ summary: 'Has a bug.', method: 'GET', path: '/crash', needs: 'anyone', reply: z.object({}) }),
  },
  forms: {
    update: settingsForm({
      summary: 'Saves the hall.',
      address: '/guild/:guildId/hall',
      flag: 'welcomeUpdate',
      under: 'settings',
      section: 'welcome',
      settings,
    }),
    disable: settingsForm({
      summary: 'Switches the hall off.',
      address: '/guild/:guildId/hall',
      flag: 'welcomeDisable',
      under: 'settings',
    }),
    vault: settingsForm({
      summary: 'Opens the vault.',
      address: '/guild/:guildId/hall',
      flag: 'vaultUpdate',
      needs: 'owner',
      shows: z.object({ vault: z.string() }),
    }),
  },
})
const feature1 = feature(welcome, {
  routes: {
    echo: ({ body }) => ({ where: body.where }),
    leaky: () => ({ open: 1, secret: 'no' }),
    crash: () => {
      throw new Error('the secret cause')
    },
  },
  forms: {
    disable: { change: () => ({ enabled: false }) },
    vault: { read: () => ({ vault: 'gold' }) },
  },
})

let app: Harness
let owner: Visitor
let admin: Visitor
/** By how much the product's clock is ahead (ms). */
let passed = 0
beforeAll(async () => {
  app = await createHarness({
    features: [feature1],
    now: () => Date.now() + passed,
  })
  owner = await app.signIn('owner')
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const path = (rest: string) => `/api/guild/${app.guildId}/${rest}`
const own = () => app.product.services.settings.read(app.guildId, welcome)

describe('forms that share an address', () => {
  test('are read in one reply: the guild, and each view under its key', async () => {
    const { status, body } = await admin.call('GET', path('hall'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      guild: { id: app.guildId, name: 'Tidewater Makers' },
      settings: { welcome: { enabled: false, channel: null, text: 'hi' } },
    })
    const { channels, roles } = (body as { guild: { channels: { id: string; name: string }[]; roles: unknown[] } })
      .guild
    expect(channels).toContainEqual(expect.objectContaining({ id: app.channel('general'), name: 'general', type: 0 }))
    expect(roles).toContainEqual(expect.objectContaining({ managed: true, assignable: false }))
  })

  test("show the owner's part to the owner alone, and accept it from the owner alone", async () => {
    expect((await owner.call('GET', path('hall'))).body).toMatchObject({ guild: { vault: 'gold' } })
    expect((await admin.call('GET', path('hall'))).body).not.toMatchObject({ guild: { vault: 'gold' } })
    expect((await admin.call('POST', path('hall'), { vaultUpdate: true })).status).toBe(403)
    expect((await owner.call('POST', path('hall'), { vaultUpdate: true })).body).toEqual({ success: true })
  })

  test('save what the flag names, by channel name too, and record the author', async () => {
    const { status, body } = await admin.call('POST', path('hall'), {
      welcomeUpdate: true,
      channel: '#general',
      on: 'on',
    })
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    expect(own()).toMatchObject({ channel: app.channel('general'), enabled: true, text: 'hi' })
    const { revisions } = (await admin.call('GET', path('history'))).body as { revisions: unknown[] }
    expect(revisions[0]).toMatchObject({
      feature: 'welcome',
      featureTitle: 'Welcome',
      author: { userId: app.as('admin').userId, via: 'api', place: null, name: expect.any(String) },
      changes: [
        { key: 'enabled', label: 'Enabled', difference: { kind: 'value', before: 'Off', after: 'On' } },
        { key: 'channel', label: 'Channel', difference: { kind: 'value', before: 'none', after: '#general' } },
      ],
    })
    expect((await admin.call('POST', path('hall'), { welcomeDisable: true })).body).toEqual({ success: true })
    expect(own().enabled).toBe(false)
  })

  test.each([
    ['no flag', { text: 'x' }],
    ['two flags', { welcomeUpdate: true, welcomeDisable: true }],
    ['a flag that is not true', { welcomeUpdate: 'true' }],
    ['a flag of another address', { basicUpdate: true }],
    ['a list', []],
    ['nothing', undefined],
    ['null', 'null'],
  ])('refuse %s', async (_, body) => {
    const answer = await admin.call('POST', path('hall'), body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 'forms.flag' })
  })

  test.each([
    ['an unknown key', { admin: true }, { admin: 'There is no field "admin" here.' }],
    ['a wrong type', { text: 5 }, { text: 'Text (text) must be text.' }],
    ['an over-long value', { text: 'too long' }, { text: 'Text can have at most 5 characters.' }],
    ['a switch that is neither', { on: 'maybe' }, { on: 'Enabled (on) must be on or off.' }],
    [
      'a channel that is not there',
      { channel: '#nowhere' },
      { channel: 'There is no channel #nowhere in this server.' },
    ],
    ['a voice channel', { channel: 'Workbench' }, { channel: expect.stringContaining('Workbench') }],
    ['a foreign id', { channel: '100000000000000001' }, { channel: 'That channel is not in this server.' }],
    ['markup', { channel: '<script>alert(1)</script>' }, { channel: expect.stringContaining('There is no channel') }],
  ])('refuse %s with a sentence for its field, and change nothing', async (_, body, fields) => {
    const before = own()
    const answer = await admin.call('POST', path('hall'), { welcomeUpdate: true, ...body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, fields })
    expect(own()).toEqual(before)
  })
})

describe('an endpoint', () => {
  test('gets its body parsed, with ids instead of names, and replies with success', async () => {
    const { body } = await owner.call('PUT', path('echo'), { where: 'general' })
    expect(body).toEqual({ success: true, where: app.channel('general') })
  })

  test('refuses unknown keys inside objects too', async () => {
    const { body } = await owner.call('PUT', path('echo'), { inner: { n: 1, m: 2 } })
    expect(body).toMatchObject({ fields: { 'inner.m': 'There is no field "m" here.' } })
  })

  test('returns only what its contract declares', async () => {
    expect((await owner.call('GET', '/api/leaky')).body).toEqual({ open: 1 })
  })

  test('that crashes returns a reference, under which the log has the cause', async () => {
    const { status, body } = await owner.call('GET', '/api/crash')
    expect(status).toBe(500)
    const { reference } = body as { reference: string }
    expect(body).toEqual({ success: false, error: 'Something went wrong.', code: 'kernel.unexpected', reference })
    const line = app.logged.find(one => one.includes(reference))
    expect(line).toContain('the secret cause')
  })

  test.each([
    ['malformed JSON', '{"where":', {}, 400, 'http.malformed'],
    ['JSON that reaches for the prototype', '{"__proto__":{"x":1}}', {}, 400, 'http.malformed'],
    ['an over-long body', JSON.stringify({ where: 'x'.repeat(300_000) }), {}, 413, 'http.too_large'],
    [
      'another format',
      'where=general',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'http.media_type',
    ],
  ])('refuses %s', async (_, body, headers, status, code) => {
    const answer = await owner.call('PUT', path('echo'), body, headers)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ success: false, code, error: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  test.each(['abc', '1', '123456789012345678901234', "1'--", '..%2f..%2fapi'])(
    'refuses %s as a guild without asking anybody',
    async id => {
      const { status, body } = await owner.call('GET', `/api/guild/${id}/hall`)
      expect(status).toBe(404)
      expect(body).toMatchObject({ success: false })
    },
  )
})

describe('pages and health', () => {
  test('health is good while Discord is connected and the database writable, and says why when not', async () => {
    expect(await app.visitor().call('GET', '/healthz')).toMatchObject({ status: 200, body: { ok: true, reasons: [] } })
    const { $client } = app.product.services.db
    const health = () => app.visitor().call('GET', '/healthz')
    $client.pragma('query_only = ON')
    const ill = await health()
    $client.pragma('query_only = OFF')
    expect(ill).toMatchObject({ status: 503, body: { ok: false, reasons: [storageMessage('refused')] } })
    // A failure counts for a minute: a disk that is full takes small things now and then.
    expect(await health()).toMatchObject({ status: 503 })
    passed += 60_000
    expect(await health()).toMatchObject({ status: 200 })
  })

  test('emoji are pictures that browsers cache; anything else is a 404', async () => {
    const { status, headers, body } = await app.visitor().call('GET', '/emoji/1f44b.svg')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/svg+xml',
      'public, max-age=31536000, immutable',
    ])
    expect(body).toContain('<svg')
    for (const file of ['ffffff.svg', 'package.json', '..%2fpackage.json', '1f44b.png'])
      expect((await app.visitor().call('GET', `/emoji/${file}`)).status).toBe(404)
  })

  test('unknown addresses are JSON under /api, missing for files, and the dashboard for a browser', async () => {
    const visitor = app.visitor()
    const html = { accept: 'text/html' }
    expect(await visitor.call('GET', '/api/nothing', undefined, html)).toMatchObject({
      status: 404,
      body: { success: false, code: 'http.not_found' },
    })
    expect((await visitor.call('GET', '/assets/gone.js', undefined, html)).status).toBe(404)
    // A zero byte is a bad request where the pages are not built yet.
    for (const beyond of ['/..%2f..%2fpackage.json', '/assets/..%2f..%2f..%2fpackage.json', '/assets/%00'])
      expect([400, 403, 404]).toContain((await visitor.call('GET', beyond)).status)
    expect(await visitor.call('GET', '/api/%zz')).toMatchObject({ status: 400, body: { success: false } })
    expect(await visitor.call('DELETE', '/api/about')).toMatchObject({ status: 404, body: { success: false } })
    const page = await visitor.call('GET', '/manage/1/basic', undefined, html)
    expect([200, 503]).toContain(page.status)
    expect(page.headers.get('content-type')).toContain('text/html')
    const preview = await visitor.call('GET', '/faq', undefined, { accept: '*/*' })
    expect(preview.status).toBe(page.status)
    expect(preview.headers.get('content-type')).toContain('text/html')
    const head = await fetch(new URL('/healthz', app.product.url), { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('every response forbids inline scripts, framing and content sniffing', async () => {
    for (const address of ['/', '/api/about', '/api/nothing', '/healthz']) {
      const { headers } = await app.visitor().call('GET', address)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain(new URL(app.sandbox.url).origin)
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('somebody who keeps writing is rate-limited', async () => {
    const busy = await app.signIn('rogue')
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => busy.call('PUT', path('echo'), {}).then(({ status }) => status)),
    )
    expect(answers.filter(status => status === 200)).toHaveLength(120)
    expect(answers.filter(status => status === 429)).toHaveLength(10)
    expect((await owner.call('PUT', path('echo'), {})).status).toBe(200)
  })
})
