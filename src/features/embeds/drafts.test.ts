import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { messageDraft } from '#kit/message/contract.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'

let app: Harness
let owner: Visitor
let admin: Visitor
let general: string
let premium = true
beforeAll(async () => {
  app = await createHarness({ env: { PREMIUM: 'granted' } })
  app.product.services.entitlements.supply(() => premium)
  owner = await app.signIn('owner')
  admin = await app.signIn('admin')
  general = app.channel('general')
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/embeds/${path}`
let keys = 0
const newKey = () => `draft-of-test-${(keys += 1)}`
const draft = (parts: object = {}) => ({
  id: newKey(),
  name: 'Kiln',
  channelId: general,
  message: messageDraft.parse({ content: 'Hello' }),
  revision: 0,
  ...parts,
})
const save = (visitor: Visitor, body: object) => visitor.call('POST', at('drafts'), body)
const list = async (visitor: Visitor) =>
  ((await visitor.call('GET', at('drafts'))).body as { drafts: { id: string }[] }).drafts.map(({ id }) => id)

describe('drafts', () => {
  test('may be invalid as a message, and are shared by everybody who manages the server', async () => {
    const broken = messageDraft.parse({ content: 'a'.repeat(2500), embeds: [{}] })
    const one = draft({ message: broken })
    expect(await save(owner, one)).toMatchObject({ status: 200, body: { draft: { revision: 1, onlyYou: false } } })
    expect(await list(admin)).toContain(one.id)
    const { body } = await admin.call('GET', at(`drafts/${one.id}`))
    expect(body).toMatchObject({ draft: { name: 'Kiln', message: broken, savedBy: { id: app.as('owner').userId } } })
  })

  test('saving over somebody else’s changes is refused, with their name', async () => {
    const one = draft()
    await save(owner, one)
    expect((await save(admin, { ...one, name: 'Theirs', revision: 1 })).status).toBe(200)
    const late = await save(owner, { ...one, name: 'Mine', revision: 1 })
    expect(late).toMatchObject({ status: 409, body: { code: 'embeds.draft-conflict' } })
    expect((late.body as { error: string }).error).toMatch(/^Tobias.* saved this draft/)
    expect((await owner.call('GET', at(`drafts/${one.id}`))).body).toMatchObject({ draft: { name: 'Theirs' } })
  })

  test('a private one stays its author’s', async () => {
    const one = draft({ onlyYou: true })
    await save(owner, one)
    expect(await list(owner)).toContain(one.id)
    expect(await list(admin)).not.toContain(one.id)
    expect((await admin.call('GET', at(`drafts/${one.id}`))).status).toBe(404)
    expect((await save(admin, { ...one, revision: 1 })).status).toBe(404)
    expect((await admin.call('DELETE', at(`drafts/${one.id}`))).status).toBe(404)
  })

  test('saving does not recreate a deleted one', async () => {
    const one = draft()
    await save(owner, one)
    expect((await owner.call('DELETE', at(`drafts/${one.id}`))).status).toBe(200)
    expect(await save(owner, { ...one, revision: 1 })).toMatchObject({
      status: 404,
      body: { error: 'That draft was deleted meanwhile. Keep yours as a new one.' },
    })
  })

  test('drafts and sent messages can be deleted without premium', async () => {
    const one = draft()
    await save(owner, one)
    const post = { key: newKey(), channelId: general, message: one.message }
    const sent = (await owner.call('POST', at('posts'), post)).body as { post: { id: string } }
    premium = false
    onTestFinished(() => {
      premium = true
    })
    expect((await save(owner, { ...one, revision: 1 })).status).toBe(403)
    expect((await owner.call('DELETE', at(`drafts/${one.id}`))).status).toBe(200)
    expect((await owner.call('DELETE', at(`posts/${sent.post.id}`))).status).toBe(200)
    expect(await list(owner)).not.toContain(one.id)
    const { body } = await owner.call('GET', at('posts'))
    expect(body).toMatchObject({ posts: [] })
  })

  test('one that is sent is no longer a draft', async () => {
    const one = draft()
    await save(owner, one)
    const { message, id } = one
    const sent = await owner.call('POST', at('posts'), { key: newKey(), channelId: general, message, draftId: id })
    expect(sent.status).toBe(200)
    expect(await list(owner)).not.toContain(id)
  })
})

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const add = async (name: string, type = 'image/png') => {
    const form = new FormData()
    form.append('file', new Blob([png], { type }), name)
    const reply = await owner.call('POST', at('files'), form)
    expect(reply.status).toBe(200)
    const { id, filename, bytes } = reply.body as { id: string; filename: string; bytes: number }
    return { id, filename, bytes }
  }

  test('are stored with the draft, sent with the message, and then deleted here', async () => {
    const { id, filename, bytes } = await add('the kiln.png')
    expect([filename, bytes]).toEqual(['the_kiln.png', png.byteLength])
    const picture = await owner.call('GET', at(`files/${id}`))
    expect(picture.status).toBe(200)
    const message = messageDraft.parse({
      embeds: [{ title: 'Kiln', image: { url: 'attachment://the_kiln.png' } }],
      attachments: [{ id, filename, bytes, description: 'A kiln' }],
    })
    const one = draft({ message })
    await save(owner, one)
    const sent = await owner.call('POST', at('posts'), { key: newKey(), channelId: general, message, draftId: one.id })
    expect(sent.status).toBe(200)
    const { post } = sent.body as { post: { id: string; messageId: string } }
    const found = app.messages(general).find(each => each.id === post.messageId)
    expect(found?.embeds[0]?.image?.url).toContain('the_kiln.png')
    expect((await owner.call('GET', at(`files/${id}`))).status).toBe(404)
  })

  test('editing a message keeps its file and can add another', async () => {
    const first = await add('one.png')
    const written = messageDraft.parse({ content: 'A', attachments: [first] })
    const sent = await owner.call('POST', at('posts'), { key: newKey(), channelId: general, message: written })
    const { post } = sent.body as { post: { id: string; messageId: string } }
    const opened = await owner.call('GET', at(`posts/${post.id}`))
    const { message, files } = opened.body as { message: typeof written; files: { id: string; filename: string }[] }
    expect(files).toMatchObject([{ id: message.attachments[0]?.id, filename: 'one.png' }])
    const second = await add('two.png')
    const more = { ...message, attachments: [...message.attachments, second] }
    expect(await owner.call('PATCH', at(`posts/${post.id}`), { message: more })).toMatchObject({ status: 200 })
    const found = app.messages(general).find(each => each.id === post.messageId)
    expect(found?.attachments.map(each => each.filename)).toEqual(['one.png', 'two.png'])
    const fewer = await owner.call('PATCH', at(`posts/${post.id}`), { message: { ...message, attachments: [] } })
    expect(fewer.status).toBe(200)
    expect(app.messages(general).find(each => each.id === post.messageId)?.attachments).toEqual([])
  })

  test('a file that is not stored is not sent, whatever the message says about it', async () => {
    const message = messageDraft.parse({ attachments: [{ id: 'a'.repeat(32), filename: 'lost.png' }] })
    const reply = await owner.call('POST', at('posts'), { key: newKey(), channelId: general, message })
    expect(reply).toMatchObject({ status: 404, body: { error: 'lost.png is not here any more. Add it again.' } })
  })
})
