// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

/** Attacks that the bot hears of late, or not from the gateway. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const tree = () => {
  const { channels } = server.app.sandbox.context.world
  const all = [...server.world().channelIds].flatMap(id => channels.get(id)?.channel ?? [])
  const nameOf = (id: unknown) => all.find(one => one.id === id)?.name ?? 'nothing'
  return all
    .flatMap(one =>
      'parent_id' in one && !('thread_metadata' in one) ? [`${one.name} in ${nameOf(one.parent_id)}`] : [],
    )
    .toSorted()
}

/** Three categories with four rooms in each. @returns what is to be deleted, with categories in between */
async function build(): Promise<string[]> {
  const owner = server.app.as('owner')
  const ids: string[] = []
  for (const name of ['clay', 'wool', 'iron']) {
    const { id } = await owner.rest<{ id: string }>('POST', path('/channels'), { name, type: 4 })
    ids.push(id)
    for (let room = 0; room < 4; room += 1) {
      const made = await owner.rest<{ id: string }>('POST', path('/channels'), {
        name: `${name}-${room}`,
        parent_id: id,
      })
      if (room % 2 === 1) ids.push(made.id)
    }
  }
  await server.caughtUp()
  return ids
}

const recovered = (channels: number) =>
  until('the server to be put back', () => {
    const isOver = recoveryOf(server.app.product.services, server.guildId, 1)?.state === 'done'
    return isOver && tree().length === channels
  })

test('if a session is lost in the middle of an attack, all of it is undone, before and after', async () => {
  server = await guardedServer()
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const doomed = await build()
  const before = tree()
  const rogue = server.app.as('rogue')
  for (const [place, id] of doomed.entries()) {
    if (place === 2) server.app.sandbox.gateway.invalidate(false, userId => userId === server.app.botId)
    await rogue.rest('DELETE', `/channels/${id}`)
  }
  await server.settled()
  await recovered(before.length)
  expect(tree()).toEqual(before)
})

test.each([
  ['never arrive: what was done is read', 'lost'],
  ['name nobody: it is nobody’s', 'nameless'],
] as const)('entries that %s, and undone with all that came of it', async (_what, trouble) => {
  server = await guardedServer()
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const doomed = await build()
  const before = tree()
  server.app.sandbox.context.conditions.auditTrouble[trouble] = 1
  const rogue = server.app.as('rogue')
  for (const id of doomed) await rogue.rest('DELETE', `/channels/${id}`)
  await server.settled()
  await recovered(before.length)
  expect(tree()).toEqual(before)
})
