// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { undoPunishment } from '../engine/punish/undo.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

let ahead = 0
let server: GuardedServer
afterEach(() => {
  ahead = 0
  return server.app.close()
})

const services = () => server.app.product.services
const owner = () => server.app.as('owner')
const path = (more: string) => `/guilds/${server.guildId}${more}`
const isOver = (incident: number) => recoveryOf(services(), server.guildId, incident)?.state === 'done'
const join = (id: string) => joinGuild(server.app.sandbox.context, id, server.guildId)

/** Members with a role of their own, some of whom are removed. */
async function begin(how: 'bans' | 'members') {
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  await until('the members to be known', () => isKnown(services(), server.guildId, 'member'))
  const role = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Potters' })
  const people = server.oldMembers(12)
  for (const id of people) {
    await owner().rest('PUT', path(`/members/${id}/roles/${role.id}`))
    await owner().rest('PATCH', path(`/members/${id}`), { nick: `potter ${id.slice(-3)}` })
  }
  await server.caughtUp()
  const rogue = server.app.as('rogue')
  const had = server.rolesOf(rogue.userId)
  const method = how === 'bans' ? 'PUT' : 'DELETE'
  await whileAllowed(people.map(id => () => rogue.rest(method, path(`/${how}/${id}`))))
  await server.settled()
  await until('the recovery', () => isOver(1))
  return { role: role.id, had, out: people.filter(id => !server.isMember(id)) }
}

test.each(['bans', 'members'] as const)(
  'whom an attack threw out (%s) has their roles and name again once they are back',
  async how => {
    const { role, out } = await begin(how)
    expect(out.length).toBeGreaterThan(2)
    for (const id of out) join(id)
    await until('the roles', () => out.every(id => server.rolesOf(id).includes(role)))
    const [first = ''] = out
    expect(server.world().members.get(first)?.nick).toBe(`potter ${first.slice(-3)}`)
    // Only once: if they leave later, they leave it behind.
    await owner().rest('DELETE', path(`/members/${first}`))
    await server.caughtUp()
    join(first)
    await server.caughtUp()
    await services().scheduler.tick()
    expect(server.rolesOf(first)).not.toContain(role)
  },
)

test('somebody who is banned later gets nothing, nor somebody who rejoins after thirty days', async () => {
  const { role, out } = await begin('bans')
  const [banned = '', late = ''] = out
  ahead = 5 * 60_000
  await owner().rest('PUT', path(`/bans/${banned}`))
  await owner().rest('DELETE', path(`/bans/${banned}`))
  await server.caughtUp()
  join(banned)
  ahead = 31 * 24 * 3_600_000
  join(late)
  await server.caughtUp()
  await services().scheduler.tick()
  expect([banned, late].map(id => server.rolesOf(id))).toEqual([[], []])
  expect(server.rolesOf(banned)).not.toContain(role)
})

test('somebody whose punishment is taken back gets back what they had when they rejoin', async () => {
  const { had } = await begin('bans')
  const rogue = server.app.as('rogue').userId
  expect(server.isBanned(rogue)).toBe(true)
  await undoPunishment(services(), { guildId: server.guildId, number: 1 }, { id: owner().userId, name: 'owner' })
  expect(server.isBanned(rogue)).toBe(false)
  join(rogue)
  await until('the roles', () => server.rolesOf(rogue).length > 0)
  expect(had.length).toBeGreaterThan(0)
  expect(server.rolesOf(rogue)).toEqual(had)
})
