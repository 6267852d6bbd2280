// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { isKnown } from '../journal/record.ts'
import { changesSince } from '../journal/state-at.ts'
import { recoveryOf } from './progress.ts'

/** A recovery reports what it leaves as it is. */

let server: GuardedServer
afterEach(() => server.app.close())

let ahead = 0
const rogue = () => server.app.as('rogue')
const owner = () => server.app.as('owner')

async function begin() {
  ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const rooms = await server.make('channels', 14)
  await server.caughtUp()
  return rooms
}
/** Once the journal knows who did everything until now: an entry and its event have to be close together. */
async function later(ms: number): Promise<void> {
  await server.caughtUp()
  const { services } = server.app.product
  await until('the journal to name them', () => {
    const made = changesSince(services, server.guildId, 0).filter(({ before, after }) => !before || !after)
    return made.every(({ actorId }) => actorId !== null)
  })
  ahead += ms
  server.app.sandbox.advance(ms)
}
async function destroy(ids: readonly string[]) {
  await whileAllowed(ids.map(id => () => rogue().rest('DELETE', `/channels/${id}`)))
  await server.settled()
  return until('the recovery', () => {
    const recovery = recoveryOf(server.app.product.services, server.guildId, 1)
    return recovery?.state === 'done' ? recovery : undefined
  })
}
const told = () =>
  eventsOf(server.app.product.services, { guildId: server.guildId, number: 1 }).flatMap(({ lane, parts }) =>
    lane === 'restore' ? [parts as unknown[]] : [],
  )

test('what attackers deleted in the day before is reported once, by name; not what others deleted, or what they had made', async () => {
  const rooms = await begin()
  const { id: own } = await rogue().rest<{ id: string }>('POST', `/guilds/${server.guildId}/channels`, { name: 'mine' })
  await later(3_700_000)
  const [first = '', second = '', others = '', ...left] = rooms
  await rogue().rest('DELETE', `/channels/${own}`)
  for (const id of [first, second]) {
    await rogue().rest('DELETE', `/channels/${id}`)
    await later(90_000)
  }
  await owner().rest('DELETE', `/channels/${others}`)
  await later(3_700_000)
  await destroy(left)
  const before = told().filter(([text]) => String(text).startsWith('In the day before'))
  expect(before).toHaveLength(1)
  expect(before[0]?.[0]).toContain('channel (2)')
  const named = (before[0] ?? []).flatMap(one => (typeof one === 'object' ? [one] : []))
  expect(named).toEqual([first, second].map(channel => expect.objectContaining({ channel })))
})

test('channels that attackers also hid from the bot are in the report, and the status says what is missing for them', async () => {
  const rooms = await begin()
  const hidden = rooms.slice(0, 6)
  for (const id of hidden)
    await rogue().rest('PUT', `/channels/${id}/permissions/${server.guildId}`, { type: 0, deny: '1024', allow: '0' })
  await server.caughtUp()
  const { report } = await destroy(rooms.slice(6))
  const named = report.flatMap(({ objectId, result, reason }) =>
    result === 'impossible' && reason?.includes('hidden from me') ? [objectId] : [],
  )
  expect(new Set(named)).toEqual(new Set(hidden))
  const status = async () => {
    const said = await owner().say(server.app.channel('general'), '.antinuke')
    return JSON.stringify((await server.app.answerTo(said)).embeds)
  }
  expect(await status()).toContain('Without Administrator')
  await owner().rest('PATCH', `/guilds/${server.guildId}/roles/${server.role('Palisade')}`, { permissions: '8' })
  await server.caughtUp()
  expect(await status()).not.toContain('Without Administrator')
})
