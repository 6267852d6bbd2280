import { afterAll, beforeAll, expect, test } from 'vitest'
import type { APIMessage } from 'discord-api-types/v10'
import { messageDraft } from '#kit/message/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { appointDelegate } from '#test/delegate.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { draftOfMessage } from './restore.ts'

let app: Harness
let owner: Visitor
let general: string
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  general = app.channel('general')
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/embeds/${path}`
const linkOf = ({ id, channel_id }: { id: string; channel_id: string }, guildId = app.guildId) =>
  `https://discord.com/channels/${guildId}/${channel_id}/${id}`
const restore = (visitor: Visitor, link: string) => visitor.call('POST', at('restore'), { link })

test('a message is read by its link, even from other clients', async () => {
  const said = await app.as('member1').say(general, 'Benches open at *ten*.')
  const wanted = { postId: null, channelName: 'general', message: { content: 'Benches open at *ten*.' }, notes: [] }
  expect(await restore(owner, linkOf(said))).toMatchObject({ status: 200, body: wanted })
  const canary = linkOf(said).replace('discord.com', 'canary.discord.com')
  expect(await restore(owner, canary)).toMatchObject({ status: 200, body: wanted })
})

test('a message sent from here is recognized, and returned as it was written', async () => {
  const message = messageDraft.parse({ content: 'Of {server.name}' })
  const sent = await owner.call('POST', at('posts'), { key: 'restored-post', channelId: general, message })
  const { post } = sent.body as { post: { messageId: string } }
  const reply = await restore(owner, linkOf({ id: post.messageId, channel_id: general }))
  expect(reply).toMatchObject({
    status: 200,
    body: { postId: 'restored-post', message: { content: 'Of {server.name}' } },
  })
})

test('only if both may read it: missing, hidden and foreign messages get the same answer', async () => {
  const said = await app.as('owner').say(general, 'For the owner')
  const refused = { status: 404, body: { code: 'embeds.not-readable' } }
  expect(await restore(owner, linkOf({ ...said, id: '100000000000000009' }))).toMatchObject(refused)
  expect(await restore(owner, linkOf({ ...said, channel_id: '100000000000000009' }))).toMatchObject(refused)
  expect(await restore(owner, linkOf(said, '100000000000000009'))).toMatchObject(refused)
})

test('a channel that only the bot can see is not read for the caller', async () => {
  const deputy = await appointDelegate(app, owner)
  const { id: staff } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, {
    name: 'staff-only',
    permission_overwrites: [
      { id: app.guildId, type: 0, deny: '1024' },
      { id: app.botId, type: 1, allow: '66560' },
    ],
  })
  const secret = await app.as('owner').say(staff, 'Secret plans')
  const known = () => app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache.has(staff)
  await until('the channel to be known', known)
  expect(await restore(owner, linkOf(secret))).toMatchObject({
    status: 200,
    body: { message: { content: 'Secret plans' } },
  })
  const reply = await restore(deputy.visitor, linkOf(secret))
  expect(reply).toMatchObject({ status: 404, body: { code: 'embeds.not-readable' } })
  expect(JSON.stringify(reply.body)).not.toContain('Secret')

  // Nor are messages sent there listed for them, or drafts of those.
  const message = messageDraft.parse({ content: 'Posted for staff' })
  const order = { key: 'staff-post-key', channelId: staff, message }
  expect((await owner.call('POST', at('posts'), order)).status).toBe(200)
  const draft = { id: 'staff-draft-key', message, postId: order.key, revision: 0 }
  expect((await owner.call('POST', at('drafts'), draft)).status).toBe(200)
  const shown = async (visitor: Visitor) =>
    JSON.stringify([(await visitor.call('GET', at('posts'))).body, (await visitor.call('GET', at('drafts'))).body])
  expect(await shown(owner)).toContain('Posted for staff')
  expect(await shown(deputy.visitor)).not.toContain('staff')
  for (const [method, path, body] of [
    ['GET', `posts/${order.key}`, undefined],
    ['PATCH', `posts/${order.key}`, { message }],
    ['DELETE', `posts/${order.key}`, undefined],
    ['GET', `drafts/${draft.id}`, undefined],
    ['DELETE', `drafts/${draft.id}`, undefined],
  ] as const)
    expect([path, (await deputy.visitor.call(method, at(path), body)).status]).toEqual([path, 404])
})

test('a member with granted access can do nothing in a channel that they could not do there themselves', async () => {
  const deputy = await appointDelegate(app, owner)
  const { id: quiet } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, {
    name: 'quiet',
    permission_overwrites: [
      { id: app.guildId, type: 0, deny: '2048' },
      { id: app.botId, type: 1, allow: '2048' },
    ],
  })
  await until('the channel to be known', () =>
    app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache.has(quiet),
  )
  const message = messageDraft.parse({ content: '@everyone Hello', embeds: [{ title: 'A' }] })
  const send = (more: object) =>
    deputy.visitor.call('POST', at('posts'), { key: `deputy-${Object.keys(more).length}-key`, message, ...more })
  expect((await send({ channelId: quiet })).status).toBe(403)
  const pings = { everyone: true }
  const loud = await send({ channelId: general, pings })
  expect(loud).toMatchObject({ status: 400, body: { code: 'embeds.cannot-send' } })
  expect((loud.body as { error: string }).error).toContain('You need')
  const sender = { name: 'Desk', avatar_url: '' }
  const hooked = await send({ channelId: general, sender, pings: {} })
  expect(hooked).toMatchObject({ status: 400 })
  expect((hooked.body as { error: string }).error).toContain('Manage Webhooks')
  const check = await deputy.visitor.call('POST', at('check'), { channelId: general, message })
  expect(check.body).toMatchObject({
    pings: [{ kind: 'everyone', refusal: expect.stringContaining('You need') as string }],
  })
})

test.each(['hello', 'https://example.com/channels/1/2/3', 'https://discord.com/channels/@me/1/2'])(
  '%s is not a link to a message',
  async link => {
    expect(await restore(owner, link)).toMatchObject({ status: 400, body: { code: 'embeds.no-link' } })
  },
)

test('parts that cannot be imported are reported', () => {
  const message = {
    content: 'A',
    embeds: [
      { type: 'rich', title: 'B' },
      { type: 'image', url: 'https://example.com/a.png' },
    ],
    components: [
      { type: 1, components: [{ type: 5, custom_id: 'a' }] },
      { type: 1, components: [{ type: 2, style: 1, label: 'Go', custom_id: 'b' }] },
    ],
    attachments: [{ id: '1' }, { id: '2' }],
  } as unknown as APIMessage
  const { draft, notes } = draftOfMessage(message)
  expect(draft).toMatchObject({
    content: 'A',
    embeds: [{ title: 'B' }],
    components: [{ components: [{ label: 'Go' }] }],
  })
  expect(notes).toEqual([
    '2 files were left out. Add them again.',
    'One control of another app was left out.',
    'One control has no answer yet: write what it says.',
  ])
})
