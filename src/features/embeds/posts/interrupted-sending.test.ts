import { Routes } from 'discord.js'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageDraft } from '#kit/message/contract.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { embedPosts } from '../table.ts'
import { controlIds } from './prepare.ts'

let app: Harness
let owner: Visitor
let general: string
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  owner = await app.signIn('owner')
  general = app.channel('general')
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/embeds/${path}`
let keys = 0
const button = { type: 1, components: [{ type: 2, style: 1, label: 'Fee', answer: 'Ten.' }] }

/** A sending that got no answer, begun just now. */
async function cutOff(parts: object) {
  ahead = 0
  const key = `cut-off-${(keys += 1)}`
  const message = messageDraft.parse(parts)
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 50, status: 503, route: 'POST /channels/:channel_id/messages' }
  const order = { key, channelId: general, message }
  expect(await owner.call('POST', at('posts'), order)).toMatchObject({ status: 503, body: { code: 'embeds.unsure' } })
  conditions.failNext = undefined
  return { key, order, body: messageAsJson(message, controlIds(key, message)) }
}
/** Another message of the bot's. */
const say = async (body: object) =>
  ((await app.product.services.client.rest.post(Routes.channelMessages(general), { body })) as { id: string }).id
async function settle() {
  ahead = 120_000
  await app.product.services.scheduler.tick()
}
async function listed(key: string) {
  const { body } = await owner.call('GET', at('posts'))
  return (body as { posts: { id: string; messageId: string | null; unsure: boolean }[] }).posts.find(
    ({ id }) => id === key,
  )
}
const stands = (id: string) => app.messages(general).some(one => one.id === id)
const setBegun = (key: string, postedAt: number) =>
  app.product.services.db.update(embedPosts).set({ postedAt }).where(eq(embedPosts.id, key)).run()

test.each([
  [{ embeds: [{ title: 'Kiln weekend' }] }, { embeds: [{ title: 'Somebody joined' }] }],
  [{ embeds: [{ title: 'To {server.name}' }] }, { embeds: [{ title: 'From somewhere' }] }],
  [{ content: 'Kiln' }, { content: 'Pong' }],
])('another message of the bot’s is not taken for it: %j', async (parts, other) => {
  const { key } = await cutOff(parts)
  const id = await say(other)
  await settle()
  expect(await listed(key)).toBeUndefined()
  expect(stands(id)).toBe(true)
})

test('a message with its controls is it, another one with the same text is not', async () => {
  const parts = { content: 'Ask, {member.name}', components: [button] }
  const first = await cutOff(parts)
  await say({
    ...first.body,
    components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Fee', custom_id: 'x' }] }],
  })
  await settle()
  expect(await listed(first.key)).toBeUndefined()
  const second = await cutOff(parts)
  const id = await say(second.body)
  await say({ content: 'Ask, owner' })
  await settle()
  expect(await listed(second.key)).toMatchObject({ messageId: id, unsure: false })
})

test('a message that arrived without an answer is it, with its placeholders filled in', async () => {
  const { key } = await cutOff({ content: ' Hello  {server.name}', embeds: [{ title: 'Arrived' }] })
  const { name = '' } = app.sandbox.context.world.guilds.get(app.guildId)?.guild ?? {}
  const id = await say({ content: `Hello  ${name}`, embeds: [{ title: 'Arrived' }] })
  await settle()
  expect(await listed(key)).toMatchObject({ messageId: id, unsure: false })
})

test('components with a picture and a section are recognized', async () => {
  const layout = [
    { type: 17, components: [{ type: 10, content: '# Kiln in {server.name}' }, { type: 14 }] },
    { type: 12, items: [{ media: { url: 'https://example.com/kiln.png' }, description: 'The kiln' }] },
  ]
  const { key, body } = await cutOff({ kind: 'components', layout })
  const { name = '' } = app.sandbox.context.world.guilds.get(app.guildId)?.guild ?? {}
  const arrived: unknown = JSON.parse(JSON.stringify(body).replace('{server.name}', name))
  const id = await say(arrived as object)
  await settle()
  expect(await listed(key)).toMatchObject({ messageId: id, unsure: false })
})

test('of two similar messages neither is touched, and the result is reported as unknown', async () => {
  const { key, order, body } = await cutOff({ content: 'Twice alike' })
  const ids = [await say(body), await say(body)]
  await settle()
  expect(await listed(key)).toMatchObject({ messageId: null, unsure: true })
  ahead = 600_000
  expect(await owner.call('POST', at('posts'), order)).toMatchObject({
    status: 409,
    body: { code: 'embeds.not-known' },
  })
  expect((await owner.call('PATCH', at(`posts/${key}`), { message: order.message })).status).not.toBe(200)
  expect((await owner.call('DELETE', at(`posts/${key}`))).status).toBe(200)
  expect(ids.map(stands)).toEqual([true, true])
})

test('a message older than the sending is never it', async () => {
  const { key, body } = await cutOff({ content: 'Older and alike' })
  const id = await say(body)
  const sent = app.messages(general).find(one => one.id === id)
  setBegun(key, Date.parse(sent?.timestamp ?? '') + 500)
  await settle()
  expect(await listed(key)).toMatchObject({ messageId: null, unsure: true })
})

test('a message whose placeholders may have been filled in differently is unknown', async () => {
  const { key } = await cutOff({ content: 'We are {server.members} now' })
  await say({ content: 'We are minus one now' })
  await settle()
  expect(await listed(key)).toMatchObject({ messageId: null, unsure: true })
})
