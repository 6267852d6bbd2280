import type { APIMessage } from 'discord-api-types/v10'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageDraft } from '#kit/message/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { postsPerPage } from './contract.ts'
import { embedPosts } from './table.ts'

let app: Harness
let owner: Visitor
let moderator: Visitor
let general: string
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  owner = await app.signIn('owner')
  moderator = await app.signIn('moderator')
  general = app.channel('general')
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/embeds/${path}`
let keys = 0
const newKey = () => `key-of-test-${(keys += 1)}`
const message = (parts: object) => messageDraft.parse(parts)
const order = (parts: object, more: object = {}) => ({
  key: newKey(),
  channelId: general,
  message: message(parts),
  ...more,
})
interface Post {
  id: string
  messageId: string
}
const send = async (parts: object, more: object = {}) => {
  const reply = await owner.call('POST', at('posts'), order(parts, more))
  expect(reply).toMatchObject({ status: 200 })
  return (reply.body as { post: Post }).post
}
const posted = (id: string | null) => app.messages(general).find(one => one.id === id)
const messageOf = (id: string | null): APIMessage => {
  const found = posted(id)
  if (!found) throw new Error('the message is not there')
  return found
}
const kiln = { title: 'Kiln weekend', description: 'In {server.name}', fields: [{ name: 'Fee', value: 'Ten' }] }
const ask = { type: 1, components: [{ type: 2, style: 1, label: 'Fee', answer: 'Ten a bench, {member.name}.' }] }
const choose = {
  type: 1,
  components: [
    {
      type: 3,
      options: [
        { label: 'When', answer: 'At ten.' },
        { label: 'Where', answer: 'Here.' },
      ],
    },
  ],
}

describe('sending', () => {
  test('a message arrives as it was written, with the server’s name in it, and is listed', async () => {
    const post = await send({ content: 'Hello', embeds: [kiln] }, { name: 'Kiln' })
    const found = messageOf(post.messageId)
    expect(found).toMatchObject({ content: 'Hello', author: { id: app.botId }, embeds: [{ title: 'Kiln weekend' }] })
    expect(found.embeds[0]?.description).not.toContain('{server')
    const { body } = await owner.call('GET', at('posts'))
    expect(body).toMatchObject({ posts: [{ id: post.id, name: 'Kiln', channelName: 'general', missing: false }] })
    // When edited, it is as it was written.
    const again = await owner.call('GET', at(`posts/${post.id}`))
    expect(again.body).toMatchObject({ message: { embeds: [{ description: 'In {server.name}' }] } })
  })

  test('a key is sent only once', async () => {
    const before = app.messages(general).length
    const one = order({ content: 'Once' })
    const replies = await Promise.all([1, 2, 3].map(() => owner.call('POST', at('posts'), one)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(app.messages(general).length).toBe(before + 1)
  })

  test('every problem is reported with its place, and nothing is sent', async () => {
    const before = app.messages(general).length
    const wrong = order({ content: 'a'.repeat(2001), embeds: [{}, { fields: [{ name: 'Fee' }] }] })
    const { status, body } = await owner.call('POST', at('posts'), wrong)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'embeds.cannot-send',
      error: 'Content: It has 2,001 characters; at most 2,000 fit. There are 2 more problems.',
      fields: {
        content: 'Content: It has 2,001 characters; at most 2,000 fit.',
        'embeds.0.description': 'Embed 1: The embed is empty. Write something in it, or remove it.',
        'embeds.1.fields.0.value': 'Embed 2, field 1: The value is empty.',
      },
    })
    const check = await owner.call('POST', at('check'), { channelId: general, message: wrong.message })
    expect((check.body as { problems: unknown[] }).problems).toHaveLength(3)
    expect(app.messages(general).length).toBe(before)
  })

  test('components', async () => {
    const layout = [{ type: 17, accent_color: 5, components: [{ type: 10, content: '# Kiln' }, { type: 14 }, ask] }]
    const { messageId } = await send({ kind: 'components', layout })
    expect(messageOf(messageId)).toMatchObject({ content: '', components: [{ type: 17, accent_color: 5 }] })
  })

  test('a message that Discord refuses nonetheless is reported in its words, and not listed', async () => {
    const { conditions } = app.sandbox.context
    conditions.failNext = { count: 1, status: 400, route: 'POST /channels/:channel_id/messages' }
    const one = order({ content: 'Refused' })
    const { status, body } = await owner.call('POST', at('posts'), one)
    expect([status, body]).toMatchObject([400, { code: 'embeds.discord' }])
    expect(JSON.stringify((await owner.call('GET', at('posts'))).body)).not.toContain(one.key)
  })
})

describe('who may be pinged', () => {
  const role = () => {
    const guild = app.sandbox.context.world.guilds.get(app.guildId)
    const found = [...(guild?.roles.values() ?? [])].find(one => one.id !== app.guildId && !one.mentionable)
    if (!found) throw new Error('no role')
    return found
  }

  test('nobody by default, and otherwise only those whom the message mentions', async () => {
    const named = { content: `@everyone <@&${role().id}> <@${app.as('member1').userId}>` }
    const quiet = await send(named)
    expect(messageOf(quiet.messageId)).toMatchObject({ mention_everyone: false, mention_roles: [], mentions: [] })
    const pings = { everyone: true, roles: [role().id], users: [app.as('member1').userId] }
    const loud = await send(named, { pings })
    expect(messageOf(loud.messageId)).toMatchObject({
      mention_everyone: true,
      mention_roles: [role().id],
      mentions: [{ id: app.as('member1').userId }],
    })
    const unnamed = await owner.call('POST', at('posts'), order({ content: 'Hello' }, { pings }))
    expect(unnamed.status).toBe(400)
    expect(unnamed.body).toMatchObject({ error: expect.stringContaining('does not name everybody') as string })
  })

  test('the check names them, and those whom the caller may not ping', async () => {
    const named = message({ content: `\`@everyone\` <@&${role().id}>` })
    const { body } = await owner.call('POST', at('check'), { channelId: general, message: named })
    expect(body).toMatchObject({ problems: [], pings: [{ kind: 'role', name: `@${role().name}`, refusal: null }] })
  })
})

describe('buttons and selects', () => {
  test('each answers the member who uses it, and only them', async () => {
    const { messageId } = await send({ content: 'Ask', components: [ask, choose] })
    const found = messageOf(messageId)
    const ids = [...JSON.stringify(found.components).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = '']) => id)
    await app.as('member1').press(found, ids[0] ?? '')
    const shown = await until('the answer', () =>
      app.shownTo('member1').find(one => textOf(one).includes('Ten a bench')),
    )
    expect(textOf(shown)).not.toContain('{member')
    await app.as('member2').press(found, ids[1] ?? '', ['1'])
    await until('the answer', () => app.shownTo('member2').find(one => textOf(one) === 'Here.'))
  })
})

describe('through a webhook', () => {
  test('a message is sent under its name by one webhook of the bot’s, and edited and deleted through it', async () => {
    const sender = { name: 'Workshop desk', avatar_url: 'https://example.com/desk.png' }
    const hooks = () =>
      [...(app.sandbox.context.world.guilds.get(app.guildId)?.webhooks.values() ?? [])].filter(
        one => one.application_id !== null && one.channel_id === general,
      )
    const first = await send({ content: 'One' }, { sender })
    await send({ content: 'Two', components: [ask] }, { sender: { ...sender, name: 'Kiln' } })
    expect(hooks()).toHaveLength(1)
    expect(messageOf(first.messageId)).toMatchObject({
      author: { username: 'Workshop desk' },
      webhook_id: hooks()[0]?.id,
    })
    const edited = await owner.call('PATCH', at(`posts/${first.id}`), { message: message({ content: 'One, again' }) })
    expect(edited.status).toBe(200)
    expect(messageOf(first.messageId).content).toBe('One, again')
    expect((await owner.call('DELETE', at(`posts/${first.id}`))).status).toBe(200)
    expect(posted(first.messageId)).toBeUndefined()
  })

  test.each(['', 'a'.repeat(81), 'Discord news', 'clyde'])('no message is sent under the name %j', async name => {
    const reply = await owner.call('POST', at('posts'), order({ content: 'A' }, { sender: { name, avatar_url: '' } }))
    expect(reply).toMatchObject({ status: 400, body: { code: 'embeds.cannot-send' } })
    expect(Object.keys((reply.body as { fields: object }).fields)).toEqual(['sender.name'])
  })
})

describe('a sent message', () => {
  test('is changed in place, completely', async () => {
    const post = await send({ content: 'Before', embeds: [kiln], components: [ask] })
    const reply = await owner.call('PATCH', at(`posts/${post.id}`), {
      name: 'Kiln',
      message: message({ content: 'After' }),
    })
    expect(reply).toMatchObject({
      status: 200,
      body: { post: { name: 'Kiln', editedBy: { id: app.as('owner').userId } } },
    })
    expect(messageOf(post.messageId)).toMatchObject({ content: 'After', embeds: [], components: [] })
    const layout = [{ type: 10, content: 'Now components' }]
    const turned = message({ kind: 'components', layout })
    expect((await owner.call('PATCH', at(`posts/${post.id}`), { message: turned })).status).toBe(200)
    const back = await owner.call('PATCH', at(`posts/${post.id}`), { message: message({ content: 'Back' }) })
    expect(back).toMatchObject({ status: 400, body: { code: 'embeds.kind' } })
  })

  test('that somebody deleted is reported, and can be removed from the list', async () => {
    const post = await send({ content: 'Deleted by hand' })
    await app.as('owner').rest('DELETE', `/channels/${general}/messages/${post.messageId}`)
    const listed = async () =>
      ((await owner.call('GET', at('posts'))).body as { posts: { id: string; missing: boolean }[] }).posts.find(
        one => one.id === post.id,
      )
    await until('it is noted', async () => (await listed())?.missing === true)
    const edited = await owner.call('PATCH', at(`posts/${post.id}`), { message: message({ content: 'A' }) })
    expect(edited).toMatchObject({ status: 404, body: { code: 'embeds.message-gone' } })
    expect((await owner.call('DELETE', at(`posts/${post.id}`))).status).toBe(200)
    expect(await listed()).toBeUndefined()
  })

  test('is listed page by page, and none is left out if many were sent at once', async () => {
    const { db } = app.product.services
    const { id } = await send({ content: 'One of many' })
    const [row] = db.select().from(embedPosts).where(eq(embedPosts.id, id)).all()
    if (!row) throw new Error('it is not stored')
    const ids = Array.from({ length: postsPerPage * 6 }, (_, place) => `at-the-same-time-${place}`)
    // Half of them are in a channel that nobody can read any more: the list skips them while it pages.
    const rows = ids.map((one, place) => ({
      ...row,
      id: one,
      ...(place % 2 === 0 && { channelId: '1', postedById: null }),
    }))
    db.insert(embedPosts).values(rows).run()
    const seen: string[] = []
    for (let query = '', more = true; more; ) {
      const { body } = await owner.call('GET', at(`posts${query}`))
      const page = body as { posts: { id: string; postedAt: number }[]; more: boolean }
      seen.push(...page.posts.map(post => post.id))
      const last = page.posts.at(-1)
      query = `?before=${last?.postedAt}&beforeId=${last?.id}`
      more = page.more
    }
    const told = ids.filter((_, place) => place % 2 === 1)
    expect(seen.filter(one => one.startsWith('at-the-same')).toSorted()).toEqual(told.toSorted())
    expect(new Set(seen).size).toBe(seen.length)
    for (const one of ids) db.delete(embedPosts).where(eq(embedPosts.id, one)).run()
  })

  test('is in the history of the server', async () => {
    const post = await send({ content: 'For the record' }, { name: 'Record' })
    await owner.call('PATCH', at(`posts/${post.id}`), { name: 'Record', message: message({ content: 'Changed' }) })
    const { body } = await owner.call('GET', `/api/guild/${app.guildId}/history?feature=embeds`)
    expect(JSON.stringify(body)).toContain('Record')
  })
})

describe('an interrupted sending', () => {
  const route = 'POST /channels/:channel_id/messages'

  test('without an answer, Discord is asked: it was not sent', async () => {
    const { conditions } = app.sandbox.context
    conditions.failNext = { count: 50, status: 503, route }
    const one = order({ content: 'Never arrives' })
    const reply = await owner.call('POST', at('posts'), one)
    expect(reply).toMatchObject({ status: 503, body: { code: 'embeds.unsure' } })
    conditions.failNext = undefined
    expect(JSON.stringify((await owner.call('GET', at('posts'))).body)).toContain(one.key)
    ahead += 120_000
    await app.product.services.scheduler.tick()
    expect(JSON.stringify((await owner.call('GET', at('posts'))).body)).not.toContain(one.key)
  })

  test('trying again with the same key sends it once', async () => {
    const { conditions } = app.sandbox.context
    conditions.failNext = { count: 50, status: 503, route }
    const one = order({ content: 'Arrives later' })
    await owner.call('POST', at('posts'), one)
    conditions.failNext = undefined
    expect((await owner.call('POST', at('posts'), one)).status).toBe(200)
    expect(app.messages(general).filter(({ content }) => content === 'Arrives later')).toHaveLength(1)
  })
})

test('a member without rights sees none of it', async () => {
  const member = await app.signIn('member1')
  expect((await member.call('GET', at('drafts'))).status).toBe(403)
  expect((await moderator.call('POST', at('posts'), order({ content: 'A' }))).status).toBe(403)
})
