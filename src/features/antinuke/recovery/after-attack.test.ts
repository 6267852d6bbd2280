// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { noteOf } from '../journal/notes.ts'
import { keepPictures, keptPictures, type PictureName } from '../journal/pictures.ts'
import { cursorNow, stateAt } from '../journal/state-at.ts'
import { recoveryOf } from './progress.ts'
import { recover } from './recover.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const channelNames = () =>
  [...server.world().channelIds].flatMap(id => {
    const channel = server.app.sandbox.context.world.channels.get(id)?.channel
    return channel && [0, 2, 4, 5].includes(channel.type) ? [channel.name ?? ''] : []
  })

/** A server whose journal knows everything. */
async function readServer(): Promise<void> {
  server = await guardedServer()
  const { services } = server.app.product
  await until('the server to be known', () => noteOf(services, server.guildId, 'members') !== undefined)
}

const isOver = () => {
  const recovery = recoveryOf(server.app.product.services, server.guildId, 1)
  return recovery?.state === 'done' && recovery
}

test('what an administrator destroyed before being stopped comes back, and what others did in the meantime stays', async () => {
  await readServer()
  const { app } = server
  const before = channelNames().toSorted()
  const rogue = app.as('rogue')
  const doomed = ['general', 'projects', 'announcements'].flatMap(name =>
    before.includes(name) ? [app.channel(name)] : [],
  )
  const others = [...server.world().channelIds].filter(id => !doomed.includes(id))
  let deleted = 0
  for (const id of [...doomed, ...others]) {
    if (server.isBanned(rogue.userId)) break
    deleted += await rogue.rest('DELETE', `/channels/${id}`).then(
      () => 1,
      () => 0,
    )
  }
  expect(deleted).toBeGreaterThanOrEqual(3)
  const { id: own } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${server.guildId}/channels`, { name: 'mine' })
  const recovery = await until('the recovery to be over', isOver)
  expect(differing(recovery.report)).toEqual([])
  const lanes = eventsOf(app.product.services, { guildId: server.guildId, number: 1 }).map(({ lane }) => lane)
  expect(lanes).toEqual(expect.arrayContaining(['attack', 'stop', 'restore', 'verify']))
  await until(
    'everything to be back',
    () => JSON.stringify(channelNames().toSorted()) === JSON.stringify([...before, 'mine'].toSorted()),
  )
  expect(server.world().channelIds.has(own)).toBe(true)
})

test('nothing is put back where auto recovery is off', async () => {
  await readServer()
  server.set({ autoRecovery: false })
  const rogue = server.app.as('rogue')
  const channels = [...server.world().channelIds]
  for (const id of channels) {
    if (server.isBanned(rogue.userId)) break
    await rogue.rest('DELETE', `/channels/${id}`).catch(() => undefined)
  }
  await until('the incident to be contained', () => server.incidents().find(({ state }) => state === 'contained'))
  await server.app.product.services.scheduler.tick()
  expect(recoveryOf(server.app.product.services, server.guildId, 1)).toBeUndefined()
})

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('emoji come back with their picture, and the server with its icon', async () => {
  await readServer()
  const { app, guildId } = server
  const { services } = app.product
  const owner = app.as('owner')
  await owner.rest('PATCH', `/guilds/${guildId}/roles/${server.role('Palisade')}`, { permissions: '8' })
  const { id } = await owner.rest<{ id: string }>('POST', `/guilds/${guildId}/emojis`, { name: 'pixel', image: pixel })
  await owner.rest('PATCH', `/guilds/${guildId}`, { icon: pixel })
  await server.caughtUp()
  const knownGood = stateAt(services, guildId, cursorNow(services, guildId))
  const icon = String(knownGood.guild.get(guildId)?.['icon'])
  await until('both pictures to be kept', async () => {
    await keepPictures(services, guildId)
    const names: PictureName[] = [
      { kind: 'emoji', id, field: 'image', value: id },
      { kind: 'guild', id: guildId, field: 'icon', value: icon },
    ]
    return names.every(keptPictures(services, guildId))
  })
  await owner.rest('DELETE', `/guilds/${guildId}/emojis/${id}`)
  await owner.rest('PATCH', `/guilds/${guildId}`, { icon: null })
  const touched = [
    { kind: 'emoji' as const, id },
    { kind: 'guild' as const, id: guildId, fields: ['icon'] },
  ]
  recover(services, { guildId, incidentId: 1, knownGood, touched, attackers: [] })
  const { report } = await until('the recovery to be over', isOver)
  expect(differing(report)).toEqual([])
  expect(report.filter(({ result }) => result === 'impossible')).toEqual([])
  const [emoji] = [...server.world().emojis.values()].filter(({ name }) => name === 'pixel')
  expect(emoji?.id).not.toBe(id)
  expect(server.world().guild.icon).not.toBeNull()
})
