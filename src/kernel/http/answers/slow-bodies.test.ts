import { PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint, upload } from '#contract'
import { feature } from '#kernel/feature.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { slowRequest } from '#test/slow-request.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

const needs = 'manage'
const method = 'POST'
const reply = z.object({})
const inbox = contract('inbox', {
  title: 'Inbox',
  endpoints: {
    text: endpoint({
      summary: 'Keeps a text.',
      method,
      path: '/guild/:guildId/inbox/text',
      needs,
      body: upload({ fields: z.strictObject({}), maxBytes: 100_000, types: ['text/plain'] }),
      reply,
    }),
    stored: endpoint({
      summary: 'Keeps a text as it arrives.',
      method,
      path: '/guild/:guildId/inbox/stored',
      needs,
      body: upload({
        fields: z.strictObject({ channelId: z.string() }),
        maxBytes: 100_000,
        types: ['text/plain'],
      }),
      channels: { channelId: ['ViewChannel'] },
      reply,
    }),
    json: endpoint({
      summary: 'Keeps a word.',
      method,
      path: '/guild/:guildId/inbox/json',
      needs,
      body: z.strictObject({ word: z.string() }),
      reply,
    }),
  },
})

let begun = 0
let kept: string[] = []
const inboxFeature = feature(inbox, {
  routes: {
    async text({ body }) {
      begun++
      kept.push(await body.file.text())
      return {}
    },
    async stored({ body }) {
      begun++
      const chunks: Uint8Array[] = []
      for await (const chunk of body.file.content) chunks.push(chunk)
      kept.push(Buffer.concat(chunks).toString())
      return {}
    },
    json({ body }) {
      kept.push(body.word)
      return {}
    },
  },
})

/** member2 manages the server through a role that does not let them see every channel. */
let app: Harness
let visitor: Visitor
let role: string
beforeAll(async () => {
  app = await createHarness({ features: [inboxFeature] })
  const entry = { name: 'Manager', permissions: String(PermissionFlagsBits.ManageGuild) }
  role = (await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, entry)).id
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[begun, kept] = [0, []]
  await app.as('owner').rest('PUT', roleOfManager())
  await until('the role to be known', () => manager()?.roles.cache.has(role))
  visitor = await app.signIn('member2')
})

const guild = () => app.product.services.client.guilds.cache.get(app.guildId)
const manager = () => guild()?.members.cache.get(app.as('member2').userId)
const roleOfManager = () => `/guilds/${app.guildId}/members/${app.as('member2').userId}/roles/${role}`

const boundary = 'boundary'
const line = (...lines: string[]) => lines.join('\r\n')
const head = line(
  `--${boundary}`,
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Type: text/plain',
  '',
  'The first part is longer than sixteen bytes, ',
)
const field = (name: string, value: string) =>
  line(`--${boundary}`, `Content-Disposition: form-data; name="${name}"`, '', value, '')
const tail = line('and this is the last.', `--${boundary}--`, '')

const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const json = { 'content-type': 'application/json' }

/** Sends a body without its end. @returns a function that sends the rest */
async function begin(kind: 'text' | 'stored' | 'json') {
  const url = new URL(`/api/guild/${app.guildId}/inbox/${kind}`, app.product.url)
  const slow = await slowRequest(url, { cookie: visitor.cookies(), ...(kind === 'json' ? json : multipart) })
  if (kind === 'json') {
    slow.send('{"word":')
    return () => slow.finish('"kept"}')
  }
  slow.send(`${kind === 'stored' ? field('channelId', app.channel('general')) : ''}${head}`)
  await until('the handler reads the file', () => begun === 1)
  return () => slow.finish(tail)
}

const kinds = ['text', 'stored', 'json'] as const

test.each(kinds)('a body that arrives slowly is taken: %s', async kind => {
  const finish = await begin(kind)
  expect((await finish()).status).toBe(200)
  expect(kept).toHaveLength(1)
})

test.each(kinds)('whoever signs out while the body arrives changes nothing: %s', async kind => {
  const finish = await begin(kind)
  await visitor.call('GET', '/api/logout', undefined, { 'sec-fetch-site': 'same-origin' })
  expect(await finish()).toMatchObject({ status: 401, body: { code: 'access.signed_out' } })
  expect(kept).toEqual([])
})

test.each(kinds)('whoever loses the right while the body arrives changes nothing: %s', async kind => {
  const finish = await begin(kind)
  await app.as('owner').rest('DELETE', roleOfManager())
  await until('its end to be known', () => manager()?.roles.cache.has(role) === false)
  expect(await finish()).toMatchObject({ status: 403, body: { code: 'access.forbidden' } })
  expect(kept).toEqual([])
})

test("somebody who loses sight of the form's channel while the body arrives changes nothing", async () => {
  const finish = await begin('stored')
  const general = app.channel('general')
  const place = `/channels/${general}/permissions/${app.as('member2').userId}`
  const sees = () => guild()?.channels.cache.get(general)?.permissionsFor(app.as('member2').userId)?.has('ViewChannel')
  await app.as('owner').rest('PUT', place, { type: 1, allow: '0', deny: String(PermissionFlagsBits.ViewChannel) })
  await until('the permission to be known', () => sees() === false)
  expect(await finish()).toMatchObject({ status: 403, body: { code: 'access.channel' } })
  expect(kept).toEqual([])
})
