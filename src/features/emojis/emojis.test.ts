import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIEmoji } from 'discord-api-types/v10'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { react, unreact } from '#sandbox/world/messages/reactions.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { picturesOf } from './pictures.ts'
import { dropOldUses, usesOf } from './usage/read.ts'
import { largestEmoji, type ListedEmoji, type RemovedEmoji } from './emoji/contract.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200)])
const gif = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.alloc(200)])
const dayMs = 86_400_000

let app: Harness
let owner: Visitor
let site: Server
let ahead = 0
const at = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
beforeAll(async () => {
  const served: Record<string, Buffer> = {
    '/kiln%20fire.png': png,
    '/moving.gif': gif,
    '/page.png': Buffer.from('<html>no picture</html>'),
    '/large.png': Buffer.concat([png, Buffer.alloc(largestEmoji)]),
  }
  site = createServer((request, response) => {
    const found = served[request.url ?? '']
    response.writeHead(found ? 200 : 404).end(found)
  })
  await new Promise<void>(resolve => void site.listen(0, '127.0.0.1', resolve))
  app = await createHarness({
    now: () => Date.now() + ahead,
    mayReach: (address, port) => address === '127.0.0.1' && port === (site.address() as AddressInfo).port,
  })
  owner = await app.signIn('owner')
})
afterAll(async () => {
  await app.close()
  site.close()
})

const state = () => {
  const found = app.sandbox.context.world.guilds.get(app.guildId)
  if (!found) throw new Error('the server is gone')
  return found
}
const named = (name: string) => [...state().emojis.values()].filter(one => one.name === name)
const path = (more: string) => `/api/guild/${app.guildId}/emojis/${more}`
interface Listed {
  emojis: ListedEmoji[]
  slots: { static: { used: number; most: number }; animated: { used: number; most: number } }
  removed: RemovedEmoji[]
  waiting: { sentence: string }[]
  closed: string | null
  countingSince: number | null
}
const list = async (visitor = owner) => (await visitor.call('GET', path('list'))).body as Listed
const listed = async (name: string, visitor = owner) => (await list(visitor)).emojis.find(one => one.name === name)
const cached = (id: string) => app.product.services.client.guilds.cache.get(app.guildId)?.emojis.cache.get(id)
const known = (id: string) => until('the emoji to be known', () => cached(id))
/** One that somebody uploads in their Discord client. */
const made = async (login: string, name: string, image = png, type = 'image/png') => {
  const body = { name, image: `data:${type};base64,${image.toString('base64')}` }
  const { id } = await app.as(login).rest<APIEmoji>('POST', `/guilds/${app.guildId}/emojis`, body)
  await known(id ?? '')
  return id ?? ''
}
const add = (source: string, more: object = {}, visitor = owner) =>
  visitor.call('POST', path('add'), { source, ...more })
const upload = (content: Buffer, file: string, name?: string) => {
  const form = new FormData()
  if (name !== undefined) form.set('name', name)
  form.set('file', new Blob([new Uint8Array(content)]), file)
  return owner.call('POST', path('file'), form)
}
/** Pictures are kept of what was deleted, and of nothing else. */
const picturesKept = () => picturesOf(app.product.services, app.guildId).list().length
const idIn = ({ body }: { body: unknown }) => (body as { emoji: { id: string } | null }).emoji?.id ?? ''
const ask = async (login: string, text: string) =>
  textOf(await app.answerTo(await app.as(login).say(app.channel('general'), text)))

afterEach(async () => {
  for (const { id } of state().emojis.values())
    await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/emojis/${id}`)
  await until(
    'none to be left',
    () => app.product.services.client.guilds.cache.get(app.guildId)?.emojis.cache.size === 0,
  )
})

test('a link, a file and an emoji of another server become emojis, each by the name it has there', async () => {
  const linked = await add(at('/kiln%20fire.png'))
  expect(linked).toMatchObject({ status: 200, body: { emoji: { name: 'kiln_fire', animated: false }, waiting: null } })
  expect(await upload(gif, 'Spinning Wheel.gif')).toMatchObject({
    status: 200,
    body: { emoji: { name: 'Spinning_Wheel', animated: true } },
  })
  const foreign = await made('owner', 'loom')
  expect(await add(`<:loom:${foreign}>`, { name: 'loom_too' })).toMatchObject({ status: 200 })
  expect(state().emojis.get(idIn(linked))?.user?.id).toBe(app.botId)
  const { emojis, slots } = await list()
  expect(slots).toMatchObject({ static: { used: 3 }, animated: { used: 1 } })
  expect(emojis.find(({ name }) => name === 'kiln_fire')).toMatchObject({
    byPalisade: true,
    addedBy: { id: app.as('owner').userId },
    locked: null,
  })
  expect(emojis.find(({ name }) => name === 'loom')).toMatchObject({
    byPalisade: false,
    addedBy: { id: app.as('owner').userId },
  })
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/history?feature=emojis`)
  expect(JSON.stringify(body)).toContain('kiln_fire')
  expect(picturesKept()).toBe((await list()).removed.length)
})

test.each([
  ['a name that is none', { source: '/kiln%20fire.png', name: 'kiln fire!' }, 400, 'such as kiln_fire'],
  ['a page', { source: '/page.png' }, 404, 'no picture at that address'],
  ['a picture that is not there', { source: '/none.png' }, 404, 'no picture at that address'],
  ['too large a picture', { source: '/large.png' }, 413, 'at most 256 KiB'],
  ['this machine', { source: 'http://127.0.0.1:1/a.png' }, 404, 'no picture at that address'],
  ['another kind of address', { source: 'file:///etc/passwd' }, 400, 'begins with https://'],
  ['no address', { source: 'kiln' }, 400, 'begins with https://'],
  ['an emoji that is gone', { source: '<:gone:123456789012345678>' }, 404, 'no picture of that emoji'],
  ['a role that is gone', { source: '/moving.gif', roles: ['123456789012345678'] }, 400, 'not in this server'],
])('%s is refused with the reason, and changes nothing', async (_, { source, ...more }, status, sentence) => {
  const answer = await add(source.startsWith('/') ? at(source) : source, more)
  expect(answer).toMatchObject({ status })
  expect(JSON.stringify(answer.body)).toContain(sentence)
  expect(state().emojis.size).toBe(0)
  expect(picturesKept()).toBe((await list()).removed.length)
  expect((await list()).waiting).toEqual([])
})

test('a full server is told so before Discord is asked, and by kind', async () => {
  const { most } = (await list()).slots.static
  for (let number = 0; number < most; number += 1) await made('owner', `full_${number}`)
  const before = app.sandbox.requests().length
  const answer = await add(at('/kiln%20fire.png'))
  expect(answer).toMatchObject({ status: 409, body: { code: 'emojis.full' } })
  expect((answer.body as { error: string }).error).toContain(`its ${most} static emojis`)
  expect(
    app.sandbox
      .requests()
      .slice(before)
      .filter(({ method }) => method === 'POST'),
  ).toEqual([])
  expect(await add(at('/moving.gif'))).toMatchObject({ status: 200 })
})

test('an emoji is renamed, kept to a role, and so again from the history', async () => {
  const id = await made('owner', 'wheel')
  const { id: role } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: 'Potters' })
  await until('the role', () => app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(role))
  const changed = await owner.call('PATCH', path(id), { name: 'potters_wheel', roles: [role] })
  expect(changed).toMatchObject({ status: 200, body: { emoji: { name: 'potters_wheel' } } })
  expect(state().emojis.get(id)).toMatchObject({ name: 'potters_wheel', roles: [role] })
  expect(await owner.call('PATCH', path(id), {})).toMatchObject({ status: 400 })
  expect(await owner.call('PATCH', path('123456789012345678'), { name: 'other' })).toMatchObject({ status: 404 })
  const history = `/api/guild/${app.guildId}/history`
  const { body } = await owner.call('GET', `${history}?feature=emojis`)
  const [entry] = (body as { revisions: { id: number }[] }).revisions
  await until('the new name to be known', () => cached(id)?.name === 'potters_wheel')
  const offered = (await owner.call('GET', `${history}/${entry?.id}/restore`)).body as {
    revision: number
    fields: { key: string; problem: string | null }[]
  }
  expect(offered.fields.map(({ problem }) => problem)).toEqual([null, null])
  const keys = offered.fields.map(({ key }) => key)
  expect(
    await owner.call('POST', `${history}/${entry?.id}/restore`, { revision: offered.revision, keys }),
  ).toMatchObject({ status: 200 })
  await app.product.services.scheduler.tick()
  expect(state().emojis.get(id)).toMatchObject({ name: 'wheel', roles: [] })
})

test('what is deleted is put back under a new id, and a menu of roles that names it follows', async () => {
  const id = await made('owner', 'clay')
  const { id: role } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: 'Clay' })
  await until('the role', () => app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(role))
  const menus = `/api/guild/${app.guildId}/reactionroles/menus`
  const choices = [{ id: 'c1', role_id: role, emoji: `<:clay:${id}>` }]
  const menu = { name: 'Crafts', channel_id: app.channel('general'), content: 'Choose', choices }
  expect(await owner.call('POST', menus, menu)).toMatchObject({ status: 200 })
  const problems = async () => JSON.stringify((await owner.call('GET', menus)).body)
  expect(await owner.call('POST', path('remove'), { ids: [id] })).toMatchObject({
    status: 200,
    body: { removed: [id], left: [] },
  })
  await until('it to be gone', () => !cached(id))
  expect(await problems()).toContain('Its emoji was deleted')
  const { removed } = await list()
  expect(removed[0]).toMatchObject({ id, name: 'clay', removedBy: { id: app.as('owner').userId } })
  expect((await owner.call('GET', path(`removed/${id}/picture`))).headers.get('content-type')).toContain('image/png')
  const back = await owner.call('POST', path(`removed/${id}`))
  expect(back).toMatchObject({ status: 200, body: { emoji: { name: 'clay' } } })
  expect(idIn(back)).not.toBe(id)
  await known(idIn(back))
  expect(await problems()).not.toContain('Its emoji was deleted')
  expect(await problems()).toContain(`<:clay:${idIn(back)}>`)
  expect((await list()).removed.some(one => one.id === id)).toBe(false)
  expect(await owner.call('POST', path(`removed/${id}`))).toMatchObject({ status: 404 })
  expect(picturesKept()).toBe((await list()).removed.length)
})

test('several are deleted only if their number is confirmed, and what may not be deleted keeps all of them', async () => {
  const ids = [await made('owner', 'one'), await made('owner', 'two')]
  expect(await owner.call('POST', path('remove'), { ids })).toMatchObject({
    status: 409,
    body: { code: 'emojis.confirm' },
  })
  expect(await owner.call('POST', path('remove'), { ids: [...ids, '123456789012345678'], confirm: 3 })).toMatchObject({
    status: 404,
  })
  const eleven = Array.from({ length: 11 }, (_, number) => String(123_456_789_012_345_678n + BigInt(number)))
  expect(await owner.call('POST', path('remove'), { ids: eleven, confirm: 11 })).toMatchObject({ status: 400 })
  expect(state().emojis.size).toBe(2)
  expect(await owner.call('POST', path('remove'), { ids, confirm: 2 })).toMatchObject({
    body: { removed: ids, left: [] },
  })
  expect(await owner.call('DELETE', path(`removed/${ids[0]}`))).toMatchObject({ status: 200 })
  const kept = (await list()).removed.map(({ id }) => id)
  expect([kept.includes(ids[0] ?? ''), kept.includes(ids[1] ?? '')]).toEqual([false, true])
})

test('who holds Create Expressions alone changes their own and nobody else’s; Palisade’s additions for them are theirs', async () => {
  const { id: role } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, {
    name: 'Makers',
    permissions: String((1n << 5n) | (1n << 43n)),
  })
  const maker = app.as('member2')
  await app.as('owner').rest('PUT', `/guilds/${app.guildId}/members/${maker.userId}/roles/${role}`)
  const visitor = await app.signIn('member2')
  await until('their rights', async () => (await visitor.call('GET', path('list'))).status === 200)
  const theirs = idIn(await add(at('/kiln%20fire.png'), {}, visitor))
  const uploaded = await made('member2', 'glaze')
  const others = await made('owner', 'anvil')
  await known(theirs)
  expect(await listed('anvil', visitor)).toMatchObject({
    locked: 'You need Manage Expressions for emojis that others have added.',
  })
  expect(await listed('kiln_fire', visitor)).toMatchObject({ locked: null })
  for (const id of [theirs, uploaded])
    expect(await visitor.call('PATCH', path(id), { name: 'mine_now' })).toMatchObject({ status: 200 })
  expect(await visitor.call('PATCH', path(others), { name: 'mine_now' })).toMatchObject({ status: 403 })
  expect(await visitor.call('POST', path('remove'), { ids: [others, theirs], confirm: 2 })).toMatchObject({
    status: 403,
  })
  expect(await ask('member2', '.emoji rename anvil mine_now')).toContain('You need Manage Expressions')
  expect(await ask('member3', '.emoji rename anvil mine_now')).toContain(
    'You need Create Expressions or Manage Expressions',
  )
  expect(await ask('member3', `.steal <:loom:${others}>`)).toContain('Create Expressions')
  expect(named('anvil')).toHaveLength(1)
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/members/${maker.userId}/roles/${role}`)
})

test('uses are counted by message and by reaction, once each, never of bots, and not while it is off', async () => {
  const id = await made('owner', 'kiln')
  const general = app.channel('general')
  const say = (text: string, login = 'member4') => app.as(login).say(general, text)
  const told = async () => {
    const kiln = await listed('kiln')
    return [kiln?.messages, kiln?.reactions]
  }
  const settled = async () => void (await app.answerTo(await say('.ping', 'member5')))
  expect((await list()).countingSince).not.toBeNull()
  const message = await say(`<:kiln:${id}> and <:kiln:${id}> again, <:kiln:123456789012345678>`)
  await say(`a:kiln:${id} is none`)
  await settled()
  const { context } = app.sandbox
  for (const login of ['member1', 'member2']) react(context, app.as(login).userId, general, message.id, `kiln:${id}`)
  unreact(context, app.as('member1').userId, general, message.id, `kiln:${id}`)
  react(context, app.as('member1').userId, general, message.id, `kiln:${id}`)
  react(context, app.botId, general, message.id, `kiln:${id}`)
  await settled()
  expect(await told()).toEqual([1, 2])
  const form = `/api/guild/${app.guildId}/emojis`
  expect(await owner.call('POST', form, { emojisUpdate: true, counting: 'off' })).toMatchObject({ status: 200 })
  await say(`<:kiln:${id}>`)
  await settled()
  expect(await told()).toEqual([1, 2])
  expect((await list()).countingSince).toBeNull()
  await owner.call('POST', form, { emojisUpdate: true, counting: 'on' })
  await app.restart()
  owner = await app.signIn('owner')
  expect(await told()).toEqual([1, 2])
  // Eight days later it was used in the last week but one.
  ahead += 8 * dayMs
  expect(usesOf(app.product.services, app.guildId)(id).weeks).toEqual([...Array.from({ length: 11 }, () => 0), 3, 0])
  ahead -= 8 * dayMs
  // 90 days later nothing of it is left.
  ahead += 90 * dayMs
  expect(usesOf(app.product.services, app.guildId)(id)).toMatchObject({ messages: 0, reactions: 0, lastDay: null })
  dropOldUses(app.product.services, app.guildId)
  ahead -= 90 * dayMs
  expect(await told()).toEqual([0, 0])
})

test('commands add, list, show, enlarge, rename and delete', async () => {
  const foreign = await made('owner', 'loom')
  expect(await ask('owner', `.emoji steal <:loom:${foreign}> weaving`)).toContain('`:weaving:`')
  const weaving = named('weaving')[0]?.id ?? ''
  await known(weaving)
  const file = new File([new Uint8Array(png)], 'Hot Kiln.png', { type: 'image/png' })
  const attached = await app.as('owner').say(app.channel('general'), '.addemoji', {}, [file])
  expect(textOf(await app.answerTo(attached))).toContain('`:Hot_Kiln:`')
  expect(await ask('owner', '.addemoji')).toContain('attach a picture')
  expect(await ask('owner', '.addemoji kiln')).toContain('begins with https://')
  expect(await ask('member1', '.emojis')).toMatch(/Static\n3 of \d+/)
  const info = await ask('member1', '.emojiinfo weaving')
  expect(info).toContain(weaving)
  expect(info).toContain(`by <@${app.as('owner').userId}>`)
  expect(await ask('member1', '.emoji info weavin')).toContain('Did you mean :weaving:?')
  const large = await app.answerTo(await app.as('member1').say(app.channel('general'), `.enlarge <:loom:${foreign}>`))
  expect(large.embeds[0]?.image?.url).toContain(`/emojis/${foreign}.png`)
  const fox = await app.answerTo(await app.as('member2').say(app.channel('general'), '.bigemoji 🦊'))
  expect(
    fox.attachments
      .map(({ filename }) => filename)
      .concat(fox.embeds.map(({ image }) => image?.url ?? ''))
      .join(),
  ).toContain('emoji.png')
  expect(await ask('owner', '.emoji rename weaving weav!ng')).toContain('such as weav_ng')
  expect(await ask('owner', '.emoji rename :weaving: spinning')).toContain('`:weaving:` before')
  await until('the new name to be known', () => cached(weaving)?.name === 'spinning')
  expect(await ask('owner', '.emoji delete spinning')).toContain('put back for 30 days')
  expect(named('spinning')).toEqual([])
  expect((await list()).removed.some(({ id }) => id === weaving)).toBe(true)
})

test('what Discord takes only later, or does not answer, is done by itself', async () => {
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 1, status: 503, route: 'POST /guilds/:guild_id/emojis' }
  const down = await add(at('/kiln%20fire.png'), { name: 'patient' })
  expect(down).toMatchObject({ status: 200, body: { emoji: null } })
  expect((down.body as { waiting: string }).waiting).toContain('Discord did not answer')
  expect((await list()).waiting).toMatchObject([{ sentence: 'add the emoji :patient:' }])
  ahead += 61_000
  await app.product.services.scheduler.tick()
  expect(named('patient')).toHaveLength(1)
  conditions.failNext = { count: 1, status: 429, retryAfterMs: 600_000, route: 'POST /guilds/:guild_id/emojis' }
  const busy = await add(at('/kiln%20fire.png'), { name: 'later' })
  expect((busy.body as { waiting: string }).waiting).toContain('I add the emoji :later: by myself then')
  expect(named('later')).toEqual([])
  expect((await list()).waiting).toMatchObject([{ sentence: 'add the emoji :later:' }])
})
