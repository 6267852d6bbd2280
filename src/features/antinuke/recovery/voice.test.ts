// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { connectVoice } from '#sandbox/world/voice.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { recoveryOf } from './progress.ts'

/** Who can be heard in voice channels, after somebody silenced everybody there and went on to destroy the server. */

let server: GuardedServer
afterEach(() => server.app.close())

const silence = (login: string, ids: readonly string[], what: Record<string, boolean>) =>
  Promise.all(ids.map(id => server.app.as(login).rest('PATCH', `/guilds/${server.guildId}/members/${id}`, what)))

test('people whom attackers muted and deafened are heard again; people whom others muted are not, and those who left are reported', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const channelId = app.channel('Bench talk')
  const logins = ['member1', 'member2', 'member3', 'member4', 'member5', 'member6']
  const [both = '', muted = '', byOwner = '', before = '', gone = '', ordered = ''] = logins.map(
    login => app.as(login).userId,
  )
  const sit = (userId: string, where: string | null) =>
    connectVoice(app.sandbox.context, userId, guildId, { channelId: where })
  for (const userId of [both, muted, byOwner, before, gone, ordered]) expect(sit(userId, channelId)).toBe(true)
  const rooms = await server.make('channels', 4)
  await silence('owner', [before], { mute: true })
  await silence('rogue', [both], { mute: true, deaf: true })
  await silence('rogue', [muted, byOwner, gone], { mute: true })
  await silence('rogue', [before], { deaf: true })
  await silence('owner', [byOwner], { mute: false })
  await silence('owner', [byOwner], { mute: true })
  await app.answerTo(await app.as('rogue').say(app.channel('general'), `.vmute <@${ordered}>`))
  sit(gone, null)
  await server.caughtUp()
  await whileAllowed(rooms.map(id => () => app.as('rogue').rest('DELETE', `/channels/${id}`)))
  await server.settled()
  const { report } = await until('the recovery', () => {
    const recovery = recoveryOf(app.product.services, guildId, 1)
    return recovery?.state === 'done' && recovery
  })
  const stateOf = (id: string) => {
    const { mute, deaf } = server.world().members.get(id) ?? {}
    return [mute, deaf]
  }
  expect([both, muted, byOwner, before, gone, ordered].map(stateOf)).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, false],
    [true, false],
    [false, false],
  ])
  const told = report.filter(({ kind, result }) => kind === 'member' && result === 'impossible')
  expect(told).toMatchObject([{ objectId: gone, reason: expect.stringContaining('still muted in voice channels') }])
})
