// @module-tag long
import { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { contract, discordPictures, endpoint, file, page, stream } from '#contract'
import { feature } from '#kernel/feature.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { until } from '#test/until.ts'

const needs = 'manage'
const desk = contract('desk', {
  title: 'Desk',
  endpoints: {
    list: endpoint({
      summary: 'Gives a list.',
      method: 'GET',
      path: '/guild/:guildId/desk/list',
      needs,
      query: z.object({ name: z.string() }),
      reply: file('text/csv'),
    }),
    letter: endpoint({
      summary: 'Shows a letter.',
      method: 'GET',
      path: '/guild/:guildId/desk/letter',
      needs,
      reply: page({ csp: { 'img-src': ["'self'", discordPictures], 'style-src': ["'unsafe-inline'"] } }),
    }),
    rings: endpoint({
      summary: 'Rings.',
      method: 'GET',
      path: '/guild/:guildId/desk/rings',
      needs,
      reply: stream({ ring: z.object({ times: z.number() }) }),
    }),
  },
})
const deskFeature = feature(desk, {
  routes: {
    list: ({ query }) => ({ name: query.name, content: query.name === 'large' ? 'a'.repeat(30_000_000) : 'a,b\n' }),
    letter: () => '<!doctype html><title>Letter</title>',
  },
})

let app: Harness
let admin: Visitor
beforeAll(async () => {
  app = await createHarness({ features: [deskFeature] })
  admin = await app.signIn('admin')
})
afterAll(() => app.close())
const at = (rest: string, guildId = app.guildId) => `/api/guild/${guildId}/desk/${rest}`
const ring = (times: number) => app.product.services.live.publish(app.guildId, desk, 'rings', 'ring', { times })

describe('a file', () => {
  test.each([
    ['levels.csv', 'attachment; filename=levels.csv'],
    ['../../etc/pass"wd', 'attachment; filename=_.._etc_pass_wd'],
    [
      'Rangliste für Jörg.csv',
      `attachment; filename="Rangliste f?r J?rg.csv"; filename*=UTF-8''Rangliste%20f%C3%BCr%20J%C3%B6rg.csv`,
    ],
    ['\u202Egnp.exe\r\nx: y', 'attachment; filename="_gnp.exe__x_ y"'],
    ['...', 'attachment; filename=file'],
  ])('named %j is to be kept under a harmless name', async (name, disposition) => {
    const { status, headers, body } = await admin.call('GET', at(`list?name=${encodeURIComponent(name)}`))
    expect({ status, body }).toEqual({ status: 200, body: 'a,b\n' })
    expect(headers.get('content-disposition')).toBe(disposition)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('keeps its extension when its name is cut', async () => {
    const { headers } = await admin.call('GET', at(`list?name=${'x'.repeat(300)}.csv`))
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${'x'.repeat(116)}.csv`)
  })
})

test('at most two stalled downloads are open, until one is abandoned', async () => {
  const begin = async () => {
    const stop = new AbortController()
    const address = new URL(at('list?name=large'), app.product.url)
    const response = await fetch(address, { headers: { cookie: admin.cookies() }, signal: stop.signal })
    return { response, stop }
  }
  const first = await begin()
  const second = await begin()
  expect([first.response.status, second.response.status]).toEqual([200, 200])
  expect(await admin.call('GET', at('list?name=x'))).toMatchObject({ status: 429, body: { code: 'http.downloads' } })
  first.stop.abort()
  await expect.poll(async () => (await admin.call('GET', at('list?name=x'))).status).toBe(200)
  // Keeps both answers referenced until here: the client abandons one that is garbage-collected.
  expect([first.response.bodyUsed, second.response.bodyUsed]).toEqual([false, false])
  second.stop.abort()
})

test('a download that nobody reads is ended after half a minute, and its place is free again', async () => {
  const own = await createHarness({ features: [deskFeature] })
  const visitor = await own.signIn('admin')
  const watched: ServerResponse[] = []
  const setTimeout = vi.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (
    this: ServerResponse,
    ms,
    callback,
  ) {
    watched.push(this)
    this.socket?.setTimeout(ms)
    return callback ? this.on('timeout', callback) : this
  })
  const address = new URL(at('list?name=large', own.guildId), own.product.url)
  const begin = () => fetch(address, { headers: { cookie: visitor.cookies() } })
  // One after the other, to know which is which: reading the wrong one would never end.
  const stalled = await begin()
  const other = await begin()
  setTimeout.mockRestore()
  const again = () => visitor.call('GET', at('list?name=x', own.guildId))
  expect((await again()).status).toBe(429)
  expect(watched.map(({ socket }) => socket?.timeout)).toEqual([30_000, 30_000])
  // As a socket does when nothing was read for that long.
  watched[0]?.socket?.emit('timeout')
  await until('its place', async () => (await again()).status === 200)
  await expect(stalled.arrayBuffer()).rejects.toThrow(/terminated/)
  await other.body?.cancel()
  await own.close()
})

test('a page has an origin and a policy of its own', async () => {
  const { headers, body } = await admin.call('GET', at('letter'))
  expect(body).toBe('<!doctype html><title>Letter</title>')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = headers.get('content-security-policy') ?? ''
  const cdn = new URL(app.product.services.config.discord.cdnUrl).origin
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    `img-src 'self' ${cdn} https://media.discordapp.net`,
    "style-src 'unsafe-inline'",
  ])
})

describe('a stream', () => {
  test('starts at once, with the headers that proxies and browsers need', async () => {
    const open = await admin.follow(at('rings'))
    expect(open.status).toBe(200)
    expect(open.headers.get('content-type')).toContain('text/event-stream')
    expect(open.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(open.headers.get('x-accel-buffering')).toBe('no')
    await until('the first bytes', () => open.text().startsWith('retry: 3000\nid: '))
    ring(1)
    expect(await open.event(1)).toMatchObject({ event: 'ring', data: { times: 1 } })
    await open.close()
  })

  test('resumes where it broke off', async () => {
    const before = await admin.follow(at('rings'))
    ring(1)
    await before.event(1)
    const lastId = before.lastId()
    await before.close()
    ring(2)
    const again = await admin.follow(at('rings'), { 'last-event-id': lastId })
    ring(3)
    await again.event(2)
    expect(again.events().map(({ data }) => data)).toEqual([{ times: 2 }, { times: 3 }])
    await again.close()
  })

  test('reports when missed events cannot be replayed', async () => {
    const open = await admin.follow(at('rings'), { 'last-event-id': 'before-1' })
    expect((await open.event(1)).event).toBe('missed')
    await open.close()
  })

  test('is not opened by HEAD', async () => {
    const address = new URL(at('rings'), app.product.url)
    expect((await fetch(address, { method: 'HEAD', headers: { cookie: admin.cookies() } })).status).toBe(404)
  })

  test('is limited per person, and closing a tab frees a slot', async () => {
    const visitor = await app.signIn('owner')
    const open = []
    for (let count = 0; count < 10; count++) open.push(await visitor.follow(at('rings')))
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
    const refused = await visitor.follow(at('rings'))
    expect(refused.status).toBe(429)
    await open[0]?.close()
    const later = await until('a free place', async () => {
      const next = await visitor.follow(at('rings'))
      return next.status === 200 && next
    })
    for (const one of [...open.slice(1), later]) await one.close()
  })

  test('ends with the sign-out', async () => {
    const visitor = await app.signIn('admin')
    const [open, other] = [await visitor.follow(at('rings')), await admin.follow(at('rings'))]
    await visitor.call('GET', '/api/logout', undefined, { 'sec-fetch-site': 'same-origin' })
    await open.ended
    ring(5)
    expect(await other.event(1)).toMatchObject({ data: { times: 5 } })
    await other.close()
  })

  test('ends at once when the right to see it is lost', async () => {
    const own = await createHarness({ features: [deskFeature] })
    const visitor = await own.signIn('admin')
    const open = await visitor.follow(at('rings', own.guildId))
    expect(open.status).toBe(200)
    const { userId } = own.as('admin')
    await own.as('owner').rest('PATCH', `/guilds/${own.guildId}/members/${userId}`, { roles: [] })
    await open.ended
    expect((await visitor.follow(at('rings', own.guildId))).status).toBe(403)
    // The shutdown does not wait for open pages either.
    const other = await (await own.signIn('owner')).follow(at('rings', own.guildId))
    await own.close()
    await other.ended
  })
})
