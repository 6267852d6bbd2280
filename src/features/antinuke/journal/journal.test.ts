// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { APIChannel, APIRole } from 'discord-api-types/v10'
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { forgetUser } from '#kernel/guilds/forget.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { noteOf } from './notes.ts'
import type { ObjectKind } from './objects.ts'
import { type Reconciled, whenReconciled } from './journal-events.ts'
import { changesSince, cursorNow, latest, stateAt } from './state-at.ts'
import { journal } from './table.ts'

let app: Harness
const openServer = serverPerTest()
beforeEach(async () => {
  app = await openServer()
  enable(true)
  await read()
})

const read = () => until('the server to be read', () => noteOf(services(), app.guildId, 'members'))
const services = () => app.product.services
const enable = (enabled: boolean) =>
  services().settings.write(app.guildId, antinuke, { enabled }, { userId: null, via: 'test' })
const owner = () => app.as('owner')
const guildPath = () => `/guilds/${app.guildId}`
const gapIsClosed = () => now() > 0 && noteOf(services(), app.guildId, 'gap') === undefined
const now = () => cursorNow(services(), app.guildId)
const state = (cursor = now()) => stateAt(services(), app.guildId, cursor)
const changes = (cursor: number) => changesSince(services(), app.guildId, cursor)
const last = (kind: ObjectKind, id: string) => latest(services(), app.guildId, kind, id)

test('what a server consists of is known once protection is on', () => {
  const world = app.sandbox.context.world.guilds.get(app.guildId)
  const known = state()
  expect(known.role.size).toBe(world?.roles.size)
  expect(known.channel.get(app.channel('general'))).toMatchObject({ name: 'general', type: 0 })
  expect(known.guild.get(app.guildId)).toMatchObject({ name: world?.guild.name })
  expect(changes(0)).toEqual([])
})

test('a change is a row with the old and the new state, and the actor', async () => {
  const cursor = now()
  const general = app.channel('general')
  await owner().rest('PATCH', `/channels/${general}`, { name: 'lobby' })
  const [change] = await until('the change', () => {
    const found = changes(cursor)
    return found[0]?.actorId ? found : undefined
  })
  expect(change).toMatchObject({
    kind: 'channel',
    id: general,
    before: { name: 'general' },
    after: { name: 'lobby' },
    actorId: owner().userId,
    origin: 'gateway',
  })
  expect(state(cursor).channel.get(general)).toMatchObject({ name: 'general' })
  expect(state().channel.get(general)).toMatchObject({ name: 'lobby' })
})

test('who held a deleted role is known for the moment before', async () => {
  const { id: roleId } = await owner().rest<APIRole>('POST', `${guildPath()}/roles`, { name: 'Weaver' })
  const holder = app.as('member1').userId
  await owner().rest('PUT', `${guildPath()}/members/${holder}/roles/${roleId}`)
  await until('the holder', () => (state().member.get(holder)?.['roles'] as string[] | undefined)?.includes(roleId))
  const cursor = now()
  await owner().rest('DELETE', `${guildPath()}/roles/${roleId}`)
  await until('the deletion', () => last('role', roleId) === null)
  expect(state(cursor).member.get(holder)?.['roles']).toContain(roleId)
  expect(state().member.get(holder)?.['roles'] ?? []).not.toContain(roleId)
})

test('deleting a category takes its channels out of it, and is attributed to the same person', async () => {
  const { id: category } = await owner().rest<APIChannel>('POST', `${guildPath()}/channels`, { name: 'wing', type: 4 })
  const { id: room } = await owner().rest<APIChannel>('POST', `${guildPath()}/channels`, {
    name: 'room',
    parent_id: category,
  })
  await until('the room', () => last('channel', room))
  const cursor = now()
  await owner().rest('DELETE', `/channels/${category}`)
  const rows = await until('both rows', () => {
    const found = changes(cursor)
    return found.length === 2 && found.every(({ actorId }) => actorId !== null) ? found : undefined
  })
  expect(new Map(rows.map(({ id, actorId }) => [id, actorId]))).toEqual(
    new Map([
      [category, owner().userId],
      [room, owner().userId],
    ]),
  )
  expect(state(cursor).channel.get(room)).toMatchObject({ parent_id: category })
  expect(state().channel.get(room)).toMatchObject({ parent_id: null })
})

test('a mask never overwrites what is known about a channel', async () => {
  const woodwork = app.channel('woodwork')
  const known = last('channel', woodwork)
  const deny = { type: OverwriteType.Member, allow: '0', deny: String(P.ViewChannel) }
  await owner().rest('PUT', `/channels/${woodwork}/permissions/${app.botId}`, deny)
  await until('the alarm', () => app.logged.some(line => line.includes('hidden from the bot')))
  expect(last('channel', woodwork)).toEqual(known)
})

test('a webhook is known from the list that its event asks for, with its maker', async () => {
  const cursor = now()
  const { id } = await owner().rest<{ id: string }>('POST', `/channels/${app.channel('general')}/webhooks`, {
    name: 'Loom',
  })
  await until('the webhook', () => changes(cursor).some(({ actorId }) => actorId === owner().userId))
  expect(changes(cursor)).toMatchObject([
    { kind: 'webhook', id, before: null, after: { name: 'Loom' }, origin: 'gateway' },
  ])
})

test('somebody who asks to be forgotten is no longer in it', async () => {
  const maker = app.as('admin')
  const { code } = await maker.rest<{ code: string }>('POST', `/channels/${app.channel('general')}/invites`, {})
  await until('the invite', () => changes(0).some(({ id, actorId }) => id === code && actorId === maker.userId))
  expect(JSON.stringify(services().db.select().from(journal).all())).toContain(maker.userId)
  forgetUser(services(), maker.userId, app.guildId)
  expect(last('invite', code)).toMatchObject({ inviter_id: null })
  expect(changes(0).filter(({ actorId }) => actorId === maker.userId)).toEqual([])
  expect(last('member', maker.userId)).toBe(undefined)
})

test("the bot's own doing is marked as ours", async () => {
  const cursor = now()
  const general = app.channel('general')
  await services().client.rest.patch(`/channels/${general}`, { body: { topic: 'ours' } })
  await until('the entry', () => changes(cursor).some(({ origin }) => origin === 'ours'))
  expect(changes(cursor)).toMatchObject([{ id: general, actorId: app.botId, origin: 'ours' }])
})

test('entries that come late, twice and in any order still name the actor', async () => {
  app.sandbox.context.conditions.auditTrouble = { jitterMs: 200, lost: 0, doubled: 1, nameless: 0 }
  const cursor = now()
  const general = app.channel('general')
  const admin = app.as('member2')
  await owner().rest('PUT', `${guildPath()}/members/${admin.userId}/roles/${await adminRole()}`)
  await until('the role', () => changes(cursor).some(({ kind, actorId }) => kind === 'member' && actorId))
  const from = now()
  for (let round = 0; round < 5; round++) {
    await owner().rest('PATCH', `/channels/${general}`, { topic: `by the owner ${round}` })
    await admin.rest('PATCH', `/channels/${general}`, { topic: `by the other ${round}` })
  }
  const rows = await until('all to be named', () => {
    const found = changes(from)
    return found.length === 10 && found.every(({ actorId }) => actorId) ? found : undefined
  })
  for (const { after, actorId } of rows)
    expect(actorId).toBe(String(after?.['topic']).includes('owner') ? owner().userId : admin.userId)
})

async function adminRole(): Promise<string> {
  const { id } = await owner().rest<APIRole>('POST', `${guildPath()}/roles`, { name: 'Boss', permissions: '8' })
  return id
}

test('without a name in the entry, nobody is named', async () => {
  app.sandbox.context.conditions.auditExecutors = 'null'
  const cursor = now()
  await owner().rest('PATCH', `/channels/${app.channel('general')}`, { topic: 'whoever' })
  await until('the entry', () => changes(cursor).some(({ entryId }) => entryId))
  expect(changes(cursor)).toMatchObject([{ actorId: null }])
})

test('webhooks and invites of a channel are deleted with it, by the same person', async () => {
  const { id: room } = await owner().rest<APIChannel>('POST', `${guildPath()}/channels`, { name: 'room' })
  const { id: hook } = await owner().rest<{ id: string }>('POST', `/channels/${room}/webhooks`, { name: 'Loom' })
  const { code } = await owner().rest<{ code: string }>('POST', `/channels/${room}/invites`, {})
  await until('both', () => last('webhook', hook) && last('invite', code))
  const cursor = now()
  await owner().rest('DELETE', `/channels/${room}`)
  await until('all to be named', () => {
    const found = changes(cursor)
    return found.length === 3 && found.every(({ actorId }) => actorId === owner().userId)
  })
  expect(state(cursor).webhook.get(hook)).toMatchObject({ channel_id: room })
  expect(state().webhook.has(hook)).toBe(false)
})

test('an event that comes after the deletion brings nothing back, and one that comes twice counts once', async () => {
  const { id: room } = await owner().rest<APIChannel>('POST', `${guildPath()}/channels`, { name: 'room' })
  await until('the room', () => last('channel', room))
  const raw = app.sandbox.context.world.channels.get(room)?.channel
  await owner().rest('DELETE', `/channels/${room}`)
  await until('the deletion', () => last('channel', room) === null)
  const cursor = now()
  const packet = (t: string) => ({ op: 0, s: 1, t, d: { ...raw, guild_id: app.guildId } })
  const client: { emit(name: string, packet: object): unknown } = services().client
  client.emit('raw', packet('CHANNEL_UPDATE'))
  client.emit('raw', packet('CHANNEL_CREATE'))
  client.emit('raw', packet('CHANNEL_DELETE'))
  expect(now()).toBe(cursor)
})

test('fields that GUILD_UPDATE brings for the first time are no change', async () => {
  const cursor = now()
  await owner().rest('PATCH', guildPath(), { afk_timeout: 900 })
  await until('the change', () => changes(cursor).some(({ actorId }) => actorId))
  expect(changes(cursor).map(({ kind }) => kind)).toEqual(['guild'])
})

test('what happens while the bot is away is found afterwards, with the actor', async () => {
  const general = app.channel('general')
  const { id: doomed } = await owner().rest<APIRole>('POST', `${guildPath()}/roles`, { name: 'Doomed' })
  await until('the role', () => last('role', doomed))
  const cursor = now()
  const heard: Reconciled[] = []
  await app.product.close()
  await owner().rest('PATCH', `/channels/${general}`, { name: 'raided' })
  await owner().rest('DELETE', `${guildPath()}/roles/${doomed}`)
  const { id: hook } = await owner().rest<{ id: string }>('POST', `/channels/${general}/webhooks`, { name: 'Spam' })
  await app.restart()
  whenReconciled(services(), (_services, found) => heard.push(found))
  await until('the gap to be closed', gapIsClosed)
  const found = changes(cursor)
  const by = (kind: ObjectKind, id: string) => found.find(change => change.kind === kind && change.id === id)
  expect(by('channel', general)).toMatchObject({ origin: 'gap', actorId: owner().userId, after: { name: 'raided' } })
  expect(by('role', doomed)).toMatchObject({ origin: 'gap', actorId: owner().userId, after: null })
  expect(by('webhook', hook)).toMatchObject({ origin: 'gap', actorId: owner().userId, before: null })
  expect(heard[0]).toMatchObject({ guildId: app.guildId, cursor })
  expect(heard[0]?.entries.map(({ action_type }) => action_type)).toEqual(expect.arrayContaining([11, 32, 50]))
})

test('a lost session is a gap, too', async () => {
  const cursor = now()
  const general = app.channel('general')
  const { gateway } = app.sandbox
  const heard: Reconciled[] = []
  whenReconciled(services(), (_services, found) => heard.push(found))
  gateway.invalidate(false, userId => userId === app.botId)
  await owner().rest('PATCH', `/channels/${general}`, { topic: 'meanwhile' })
  await until('the change', () => changes(cursor).some(({ id, actorId }) => id === general && actorId))
  await until('the gap to be closed', () => heard.length > 0 && gapIsClosed())
  expect(heard[0]).toMatchObject({ guildId: app.guildId, entries: [{ action_type: 11, target_id: general }] })
})

test('a gap that was not closed before the next one begins where the first began', async () => {
  const { id: role } = await owner().rest<APIRole>('POST', `${guildPath()}/roles`, { name: 'Doomed' })
  await until('the role', () => last('role', role))
  const cursor = now()
  await app.product.close()
  await owner().rest('DELETE', `${guildPath()}/roles/${role}`)
  // Discord answers nothing: what happened is seen, but nobody can be asked who did it.
  app.sandbox.context.conditions.failNext = { count: 1000, status: 500, route: '/guilds/:guild_id/audit-logs' }
  await app.restart()
  await until('the deletion', () => last('role', role) === null)
  await until('the refusal', () => (app.sandbox.context.conditions.failNext?.count ?? 0) < 1000)
  await app.product.close()
  app.sandbox.context.conditions.failNext = undefined
  await app.restart()
  await until('the gap to be closed', gapIsClosed)
  const found = changes(cursor).find(({ id }) => id === role)
  expect(found).toMatchObject({ origin: 'gap', actorId: owner().userId })
})

test('while it is switched off nothing is recorded, and later differences are nobody’s attack', async () => {
  const general = app.channel('general')
  enable(false)
  await owner().rest('PATCH', `/channels/${general}`, { topic: 'unseen' })
  await until('the client to know', () => {
    const channel = services().client.channels.cache.get(general)
    return channel && 'topic' in channel && channel.topic === 'unseen'
  })
  expect(last('channel', general)).not.toMatchObject({ topic: 'unseen' })
  const cursor = now()
  enable(true)
  await read()
  expect(last('channel', general)).toMatchObject({ topic: 'unseen' })
  expect(changes(cursor)).toEqual([])
})
