import { afterEach, beforeEach, expect, test } from 'vitest'
import type { APIChannel, APIRole } from 'discord-api-types/v10'
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { noteOf } from './notes.ts'
import type { ObjectKind } from './objects.ts'
import { changesSince, cursorNow, latest, stateAt } from './state-at.ts'

let app: Harness
beforeEach(async () => {
  app = await createHarness()
  enable(true)
  await until('the server to be read', () => noteOf(services(), app.guildId, 'members'))
})
afterEach(() => app.close())

const services = () => app.product.services
const enable = (enabled: boolean) =>
  services().settings.write(app.guildId, antinuke, { enabled }, { userId: null, via: 'test' })
const owner = () => app.as('owner')
const guildPath = () => `/guilds/${app.guildId}`
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

test('a change is a row with what it was, what it became and who did it', async () => {
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

test('a category that is deleted takes its channels out of it, and it was the same hand', async () => {
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
  expect(rows.map(({ id, actorId }) => [id, actorId]).toSorted()).toEqual(
    [
      [category, owner().userId],
      [room, owner().userId],
    ].toSorted(),
  )
  expect(state(cursor).channel.get(room)).toMatchObject({ parent_id: category })
  expect(state().channel.get(room)).toMatchObject({ parent_id: null })
})

test('a mask never overwrites what is known of a channel', async () => {
  const woodwork = app.channel('woodwork')
  const known = last('channel', woodwork)
  const deny = { type: OverwriteType.Member, allow: '0', deny: String(P.ViewChannel) }
  await owner().rest('PUT', `/channels/${woodwork}/permissions/${app.botId}`, deny)
  await until('the alarm', () => app.logged.some(line => line.includes('hidden from the bot')))
  expect(last('channel', woodwork)).toEqual(known)
})
