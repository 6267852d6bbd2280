// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DamagedServer, damagedServer } from '#test/recovery.ts'
import { idsIn } from './steps.ts'

/** Discord refuses to close a channel that newcomers get (350003). */

let server: DamagedServer
let room: string
let knownGood: Awaited<ReturnType<DamagedServer['look']>>
beforeEach(async () => {
  server = await damagedServer({ channels: 20, roles: 20, members: 20 })
  const { app, guildId } = server
  const before = await server.look()
  const shown = new Set(idsIn(before.onboarding.get(guildId)?.['default_channel_ids']))
  room = server.channels(before, 'others').find(id => !shown.has(id)) ?? ''
  await everyone('PUT', { type: 0, allow: '0', deny: '1024' })
  knownGood = await server.look()
  // The attack: it is opened, and newcomers get it.
  await everyone('DELETE')
  await app.as('owner').rest('PUT', `/guilds/${guildId}/onboarding`, { default_channel_ids: [...shown, room] })
})
afterEach(() => server.app.close())

const everyone = (method: 'PUT' | 'DELETE', body?: object) =>
  server.app.as('owner').rest(method, `/channels/${room}/permissions/${server.guildId}`, body)
const isClosed = async () =>
  JSON.stringify((await server.look()).channel.get(room)?.['permission_overwrites']) ===
  JSON.stringify(knownGood.channel.get(room)?.['permission_overwrites'])

test('a channel is closed again once newcomers no longer get it, and Discord refuses nothing', async () => {
  const { app, guildId } = server
  await expect(everyone('PUT', { type: 0, allow: '0', deny: '1024' })).rejects.toThrow('readable by everyone')
  const touched = [
    { kind: 'channel' as const, id: room },
    { kind: 'onboarding' as const, id: guildId },
  ]
  const report = await server.over(server.begin({ knownGood, touched }))
  expect(report.filter(({ result }) => result === 'differs')).toEqual([])
  expect(await isClosed()).toBe(true)
  expect(app.sandbox.requests().filter(({ caller, status }) => caller === 'bot' && status >= 400)).toEqual([])
})

test('where somebody else wants newcomers to get it, it stays open, and what Discord said is reported', async () => {
  const touched = [{ kind: 'channel' as const, id: room }]
  const report = await server.over(server.begin({ knownGood, touched }))
  expect(await isClosed()).toBe(false)
  expect(report.filter(({ result }) => result === 'differs')).toEqual([
    expect.objectContaining({
      kind: 'channel',
      objectId: room,
      field: 'permission_overwrites',
      reason: 'Discord refused: Onboarding channels must be readable by everyone',
    }),
  ])
})
