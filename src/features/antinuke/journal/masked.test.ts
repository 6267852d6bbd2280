// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { isHiddenNow } from './masked-channels.ts'
import { noteOf } from './notes.ts'
import { whenChannelsHidden } from './journal-events.ts'
import { readServer } from './read-server.ts'
import { changesSince, cursorNow, latest } from './state-at.ts'

let app: Harness
let told: string[][]
beforeEach(async () => {
  app = await createHarness()
  told = []
  services().settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  await until('the server to be read', () => noteOf(services(), app.guildId, 'members'))
  listen()
})
afterEach(() => app.close())

const services = () => app.product.services
const listen = () => whenChannelsHidden(services(), (_services, _guildId, channelIds) => told.push([...channelIds]))
const now = () => cursorNow(services(), app.guildId)
const known = (id: string) => latest(services(), app.guildId, 'channel', id)
const overwrite = (id: string, deny: boolean) =>
  app.as('owner').rest('PUT', `/channels/${id}/permissions/${app.botId}`, {
    type: OverwriteType.Member,
    allow: deny ? '0' : String(P.ViewChannel),
    deny: deny ? String(P.ViewChannel) : '0',
  })
const hidden = (id: string) => until('the mask', () => isHiddenNow(services(), app.guildId, id))

test('channels that are hidden from the bot are reported once, together, and stay as they were known', async () => {
  const [one, other] = [app.channel('woodwork'), app.channel('kiln-and-clay')]
  const before = [known(one), known(other)]
  await overwrite(one, true)
  await overwrite(other, true)
  await until('the alarm', () => told.flat().length === 2)
  expect(told.flat().toSorted()).toEqual([one, other].toSorted())
  expect([known(one), known(other)]).toEqual(before)
  await app.as('owner').rest('PATCH', `/channels/${one}`, { name: 'behind-the-mask' })
  await overwrite(one, false)
  await until('the channel in sight', () => !isHiddenNow(services(), app.guildId, one))
  expect(known(one)).toMatchObject({ name: 'behind-the-mask' })
  expect(told.flat()).toHaveLength(2)
})

test('what REST leaves out was not deleted, nor what belongs to it', async () => {
  const room = app.channel('woodwork')
  const { id: hook } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/channels/${room}/webhooks`, { name: 'Loom' })
  await until('the webhook', () => latest(services(), app.guildId, 'webhook', hook))
  await overwrite(room, true)
  await hidden(room)
  const guild = services().client.guilds.cache.get(app.guildId)
  if (!guild) throw new Error('no guild')
  await readServer(services(), guild)
  expect(known(room)).toMatchObject({ name: 'woodwork' })
  expect(latest(services(), app.guildId, 'webhook', hook)).toMatchObject({ name: 'Loom' })
})

test('after a restart a mask is neither a change nor reported again', async () => {
  const room = app.channel('woodwork')
  await overwrite(room, true)
  await until('the alarm', () => told.length === 1)
  const cursor = now()
  await app.restart()
  told = []
  listen()
  await until('the gap to be closed', () => noteOf(services(), app.guildId, 'gap') === undefined)
  expect(isHiddenNow(services(), app.guildId, room)).toBe(true)
  expect(known(room)).toMatchObject({ name: 'woodwork' })
  expect(changesSince(services(), app.guildId, cursor)).toEqual([])
  expect(told).toEqual([])
})

test('a channel that is hidden while the bot is away has blinded it, too', async () => {
  const room = app.channel('woodwork')
  await app.product.close()
  await overwrite(room, true)
  await app.restart()
  listen()
  await until('the alarm', () => told.flat().includes(room))
  expect(known(room)).toMatchObject({ name: 'woodwork' })
})
