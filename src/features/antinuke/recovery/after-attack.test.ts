import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryOf } from './progress.ts'

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

test('what an administrator destroyed before being stopped comes back, and what others did meanwhile stays', async () => {
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
