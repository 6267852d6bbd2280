// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type DamagedServer, damagedServer, differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { keptPictures } from '../journal/pictures.ts'
import type { ServerState } from '../journal/objects.ts'
import type { Touched } from './steps.ts'

/** Discord keeps naming some objects that are gone: what names them has to name the recreated ones. */

let server: DamagedServer
afterEach(() => server.app.close())

const named = (kind: Touched['kind'], ids: readonly string[]): Touched[] => ids.map(id => ({ kind, id }))
const ids = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** Deletes channels and roles, and has them recreated. @returns the server afterwards */
async function destroy(knownGood: ServerState, channels: readonly string[], roles: readonly string[] = []) {
  const { app, guildId } = server
  for (const id of channels) await app.as('admin').rest('DELETE', `/channels/${id}`)
  for (const id of roles) await app.as('owner').rest('DELETE', `/guilds/${guildId}/roles/${id}`)
  const touched = [...named('channel', channels), ...named('role', roles)]
  const report = await server.over(server.begin({ knownGood, touched }))
  expect(differing(report)).toEqual([])
  return server.look()
}

test('AutoMod rules exempt the same channels and roles as before, and alert in the same channel', async () => {
  server = await damagedServer({ channels: 40, roles: 20, members: 10 })
  const { app, guildId } = server
  const before = await server.look()
  const rooms = server.channels(before, 'others')
  const [alerts = '', ...exempt] = rooms.filter(id => before.channel.get(id)?.['type'] === 0).slice(0, 5)
  const roles = server.roles(before).slice(0, 3)
  const [rule = ''] = before.rule.keys()
  await app.as('owner').rest('PATCH', `/guilds/${guildId}/auto-moderation/rules/${rule}`, {
    actions: [{ type: 2, metadata: { channel_id: alerts } }],
    exempt_channels: exempt,
    exempt_roles: roles,
  })
  const knownGood = await server.look()
  const after = await destroy(knownGood, [alerts, ...exempt.slice(1)], roles.slice(0, 2))
  const state = after.rule.get(rule)
  expect(ids(state?.['exempt_channels']).toSorted()).toEqual(exempt.map(server.now).toSorted())
  expect(ids(state?.['exempt_roles']).toSorted()).toEqual(roles.map(server.now).toSorted())
  expect(state?.['actions']).toMatchObject([{ metadata: { channel_id: server.now(alerts) } }])
})

test('webhooks that follow an announcement channel follow it again, in both directions', async () => {
  server = await damagedServer({ channels: 40, roles: 12, members: 10 })
  const { app } = server
  const before = await server.look()
  const rooms = server.channels(before, 'others')
  const ofType = (type: number) => rooms.filter(id => before.channel.get(id)?.['type'] === type)
  const [[source = ''], [first = '', second = '']] = [ofType(5), ofType(0)]
  for (const id of [first, second])
    await app.as('owner').rest('POST', `/channels/${source}/followers`, { webhook_channel_id: id })
  const follows = (state: ServerState) =>
    [...state.webhook.values()].flatMap(one =>
      one['type'] === 2 ? [`${String(one['source_channel'])} in ${String(one['channel_id'])}`] : [],
    )
  const knownGood = await server.look()
  const wanted = follows(knownGood)
  expect(wanted).toEqual(expect.arrayContaining([`${source} in ${first}`, `${source} in ${second}`]))
  const gone = [first, source]
  const after = await destroy(knownGood, gone)
  const today = (text: string) => text.split(' in ').map(server.now).join(' in ')
  expect(follows(after).toSorted()).toEqual(wanted.map(today).toSorted())
})

test('stickers and sounds are uploaded again from the files that were kept', async () => {
  server = await damagedServer({ channels: 20, roles: 12, members: 10 })
  const { app, guildId } = server
  const { services } = app.product
  services.settings.write(guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  const knownGood = await server.look()
  const stickers = [...knownGood.sticker.keys()].slice(0, 2)
  const sounds = [...knownGood.sound.keys()].slice(0, 2)
  expect([stickers.length, sounds.length]).toEqual([2, 2])
  await until('their files to be kept', () => {
    const isKept = keptPictures(services, guildId)
    return (
      stickers.every(id => isKept({ kind: 'sticker', id, field: 'file', value: id })) &&
      sounds.every(id => isKept({ kind: 'sound', id, field: 'sound', value: id }))
    )
  })
  const owner = app.as('owner')
  for (const id of stickers) await owner.rest('DELETE', `/guilds/${guildId}/stickers/${id}`)
  for (const id of sounds) await owner.rest('DELETE', `/guilds/${guildId}/soundboard-sounds/${id}`)
  const touched = [...named('sticker', stickers), ...named('sound', sounds)]
  const report = await server.over(server.begin({ knownGood, touched }))
  expect(report.filter(({ result }) => result !== 'same')).toEqual([])
  const after = await server.look()
  const shown = (state: ServerState, kind: 'sticker' | 'sound') =>
    [...state[kind].values()]
      .map(({ name, description, tags, volume, emoji_name: emoji }) =>
        JSON.stringify([name, description, tags, volume, emoji]),
      )
      .toSorted()
  for (const kind of ['sticker', 'sound'] as const) expect(shown(after, kind)).toEqual(shown(knownGood, kind))
})
