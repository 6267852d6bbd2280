// @module-tag long
import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { isHiddenNow } from '../journal/masked-channels.ts'
import { noteOf } from '../journal/notes.ts'
import { idMap } from './id-map.ts'
import { knownServer } from './known-server.ts'
import { recoveryOf } from './progress.ts'
import { recover } from './recover.ts'
import { sameField } from './compare-fields.ts'
import { recoveryById, findingsOf } from './store.ts'
import { emptyState, readServerNow } from './server-now.ts'
import { objectKinds, type ObjectKind } from '../journal/objects.ts'
import { cursorNow, stateAt } from '../journal/state-at.ts'

type Rogue = ReturnType<GuardedServer['app']['as']>

let server: GuardedServer
afterEach(() => server.app.close())

/** A server whose journal knows everything. */
async function readServer(): Promise<void> {
  server = await guardedServer()
  const { guildId } = server
  const { services } = server.app.product
  const isKnown = (part: 'members' | 'webhooks') => noteOf(services, guildId, part) !== undefined
  await until(
    'the server to be known',
    () => isKnown('members') && isKnown('webhooks') && !noteOf(services, guildId, 'gap'),
  )
}

/** How often the bot asked for the server's list of channels. */
const channelRequests = (from: number): string[] =>
  server.app.sandbox
    .requests()
    .slice(from)
    .flatMap(({ caller, route, method }) =>
      caller === 'bot' && route === '/guilds/:guild_id/channels' ? [method] : [],
    )

/** Whether the server was read before anything was recreated, after `attack` was stopped and put back. */
async function readsFirst(attack: (rogue: Rogue) => Promise<void>): Promise<boolean> {
  await readServer()
  const { app, guildId } = server
  const { services } = app.product
  const from = app.sandbox.requests().length
  await attack(app.as('rogue'))
  const { report } = await until('the recovery to be over', () => {
    const recovery = recoveryOf(services, guildId, 1)
    return recovery?.state === 'done' && recovery
  })
  expect(differing(report)).toEqual([])
  const methods = channelRequests(from)
  // It is read in the end.
  expect(methods).toContain('GET')
  expect(methods).toContain('POST')
  return methods.indexOf('GET') < methods.indexOf('POST')
}

/** Some belong to the community, and Discord keeps them. */
async function deleteChannels(rogue: Rogue): Promise<void> {
  const doomed = [...server.world().channelIds]
  for (const id of doomed)
    if (!server.isBanned(rogue.userId)) await rogue.rest('DELETE', `/channels/${id}`).catch(() => undefined)
}

test('where channels were deleted, the first is back before anything is asked for', async () => {
  expect(await readsFirst(deleteChannels)).toBe(false)
})

test('where the attackers also created something, the server is read first: others may be using it', async () => {
  const both = async (rogue: Rogue) => {
    await rogue.rest('POST', `/guilds/${server.guildId}/channels`, { name: 'raided' })
    await deleteChannels(rogue)
  }
  expect(await readsFirst(both)).toBe(true)
})

test('what is known beforehand is what a reading shows, without masked channels', async () => {
  await readServer()
  const { app, guildId } = server
  const { services } = app.product
  const masked = app.channel('woodwork')
  const deny = String(P.ViewChannel)
  const overwrite = { type: OverwriteType.Member, allow: '0', deny }
  await app.as('owner').rest('PUT', `/channels/${masked}/permissions/${app.botId}`, overwrite)
  await until('the mask', () => isHiddenNow(services, guildId, masked))
  await server.caughtUp()
  const known = knownServer(services, guildId, { knownGood: emptyState(), touched: [] }, idMap(services, guildId))
  const kinds = Object.keys(objectKinds) as ObjectKind[]
  const read = await readServerNow(services, guildId, new Set(kinds))
  expect([...(known?.hidden ?? [])]).toEqual([masked])
  expect([known?.hidden, known?.permissions, known?.top]).toEqual([read.hidden, read.permissions, read.top])
  const ids = (kind: ObjectKind) => [known, read].map(one => [...(one?.state[kind].keys() ?? [])].toSorted())
  for (const kind of ['channel', 'role', 'webhook', 'rule', 'event', 'emoji'] as const) {
    const [before, after] = ids(kind)
    expect(before).toEqual(after)
  }
})

test('what becomes known while channels are being put back is put back with them, before anything is asked for, and once', async () => {
  await readServer()
  const { app, guildId } = server
  const { services } = app.product
  const rooms = await server.make('channels', 12)
  await server.caughtUp()
  const knownGood = stateAt(services, guildId, cursorNow(services, guildId))
  const names = () =>
    [...server.world().channelIds]
      .map(id => app.sandbox.context.world.channels.get(id)?.channel.name ?? '')
      .toSorted((a, b) => a.localeCompare(b))
  const before = names()
  for (const id of rooms) await app.as('owner').rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  const put = (ids: readonly string[]) => {
    const touched = ids.map(id => ({ kind: 'channel' as const, id }))
    return recover(services, { guildId, incidentId: null, knownGood, touched, attackers: [] }).recoveryId
  }
  const { context } = app.sandbox
  const pass = context.emit
  let joined: number | undefined
  context.emit = dispatch => {
    if ((dispatch.type as string) === 'CHANNEL_CREATE') joined ??= put(rooms.slice(6))
    pass(dispatch)
  }
  const from = app.sandbox.requests().length
  const recoveryId = put(rooms.slice(0, 6))
  await until('the recovery to be over', () => recoveryById(services, recoveryId)?.state === 'done')
  expect(joined).toBe(recoveryId)
  expect(differing(findingsOf(services, { id: recoveryId }))).toEqual([])
  expect(names()).toEqual(before)
  const methods = channelRequests(from)
  expect(methods.filter(method => method === 'POST')).toHaveLength(rooms.length)
  // The order of all is looked at once they are there.
  expect(methods.indexOf('GET')).toBeGreaterThan(methods.lastIndexOf('POST'))
})

test('what was recreated and Discord has not reported yet is there', async () => {
  await readServer()
  const { services } = server.app.product
  const { guildId } = server
  const knownGood = stateAt(services, guildId, cursorNow(services, guildId))
  const lost = server.app.channel('woodwork')
  const made = {
    now: (id: string) => (id === lost ? '1000000000000000001' : id),
    before: (id: string) => id,
    remade: new Set([lost]),
  }
  const known = knownServer(services, guildId, { knownGood, touched: [{ kind: 'channel', id: lost }] }, made)
  expect(known?.state.channel.get(made.now(lost))?.['name']).toBe(knownGood.channel.get(lost)?.['name'])
  // What Discord has reported and is gone again is not.
  await server.app.as('owner').rest('DELETE', `/channels/${lost}`)
  await server.caughtUp()
  const again = { now: (id: string) => id, before: (id: string) => id, remade: new Set([lost]) }
  const left = knownServer(services, guildId, { knownGood, touched: [{ kind: 'channel', id: lost }] }, again)
  expect(left?.state.channel.has(lost)).toBe(false)
})

test('a name and a picture that Discord accepts only afterwards are still to be set until somebody has set them', async () => {
  await readServer()
  const { services } = server.app.product
  const { guildId } = server
  const knownGood = stateAt(services, guildId, cursorNow(services, guildId))
  const [source, room] = [server.app.channel('announcements'), server.app.channel('woodwork')]
  const follows = '1000000000000000002'
  const webhook = { type: 2, name: 'News', avatar: null, channel_id: room, source_channel: source }
  const before = { ...knownGood, webhook: new Map([[follows, webhook]]) }
  const ids = { now: (id: string) => (id === follows ? '1000000000000000003' : id), before: (id: string) => id }
  const made = { ...ids, remade: new Set([follows]) }
  const attack = { knownGood: before, touched: [{ kind: 'channel' as const, id: room }] }
  const known = knownServer(services, guildId, attack, made)?.state.webhook.get(ids.now(follows))
  expect(known).toMatchObject({ channel_id: room, source_channel: source })
  const differs = (field: string) => !sameField('webhook', field, known?.[field], webhook[field as 'name'])
  expect(['name', 'avatar'].filter(differs)).toEqual(['name', 'avatar'])
  const named = knownServer(services, guildId, attack, made, new Set([follows]))?.state.webhook
  expect(named?.get(ids.now(follows))).toMatchObject({ name: 'News' })
})

test('flags that people set are still to be set until somebody has set them, and Discord’s own are not', async () => {
  await readServer()
  const { services } = server.app.product
  const { guildId } = server
  const knownGood = stateAt(services, guildId, cursorNow(services, guildId))
  const [spoiler, discords] = [1 << 21, 1 << 1]
  const lost = server.app.channel('woodwork')
  const channel = new Map(knownGood.channel).set(lost, { ...knownGood.channel.get(lost), flags: spoiler | discords })
  const made = { now: (id: string) => (id === lost ? '1000000000000000001' : id), before: (id: string) => id }
  const attack = { knownGood: { ...knownGood, channel }, touched: [{ kind: 'channel' as const, id: lost }] }
  const flags = (edited: ReadonlySet<string>) =>
    knownServer(services, guildId, attack, { ...made, remade: new Set([lost]) }, edited)?.state.channel.get(
      made.now(lost),
    )?.['flags']
  expect([flags(new Set()), flags(new Set([lost]))]).toEqual([discords, spoiler | discords])
})

test('a webhook that follows a channel is gone with it', async () => {
  await readServer()
  const { app, guildId } = server
  const { services } = app.product
  const owner = app.as('owner')
  const [source, room] = [app.channel('announcements'), app.channel('woodwork')]
  await owner.rest('POST', `/channels/${source}/followers`, { webhook_channel_id: room })
  const followers = (state = stateAt(services, guildId, cursorNow(services, guildId))) =>
    [...state.webhook.values()].filter(one => one['source_channel'] === source)
  await until('the journal to know it', () => followers().length > 0)
  const knownGood = stateAt(services, guildId, cursorNow(services, guildId))
  await owner.rest('DELETE', `/channels/${source}`)
  await server.caughtUp()
  // Discord reports only the channel.
  const known = knownServer(
    services,
    guildId,
    { knownGood, touched: [{ kind: 'channel', id: source }] },
    idMap(services, guildId),
  )
  expect(followers(known?.state)).toEqual([])
})
