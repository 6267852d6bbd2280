// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, missed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { type ModuleKey, modules, type Punishment } from '../modules/contract.ts'
import { sanctionsOf } from './punish/sanctions.ts'
import { memberStateOf } from '#sandbox/world/lookup.ts'

let server: GuardedServer
beforeAll(async () => {
  server = await guardedServer({
    autoRecovery: false,
    limits: { anti_integration: { minute: 1, hour: 1 } },
  })
})
afterAll(() => server.app.close())

const owner = () => server.app.as('owner')
const path = (more: string) => `/guilds/${server.guildId}${more}`
const times = (count: number, work: (place: number) => Promise<unknown>): Promise<unknown>[] =>
  Array.from({ length: count }, (_, place) => work(place))
const ignore = (work: Promise<unknown>) => work.catch(() => undefined)

async function reinvite(called: string, by: Member): Promise<void> {
  const { id } = [...server.app.sandbox.context.world.applications.values()].find(({ name }) => name === called) ?? {}
  await by.rest('POST', `/oauth2/authorize?client_id=${id}&scope=bot&permissions=0`, {
    authorize: true,
    permissions: '0',
    guild_id: server.guildId,
  })
}

/** What somebody does who goes up to the limit of each module and no further, with the usual limits. */
const attacks: Record<ModuleKey, (rogue: Member) => Promise<unknown>> = {
  anti_ban: async rogue => Promise.all(server.oldMembers(5).map(id => rogue.rest('PUT', path(`/bans/${id}`)))),
  anti_kick: async rogue => Promise.all(server.oldMembers(5).map(id => rogue.rest('DELETE', path(`/members/${id}`)))),
  anti_member_update: async rogue =>
    Promise.all(
      server.oldMembers(15).map(id => rogue.rest('PUT', path(`/members/${id}/roles/${server.role('Moderator')}`))),
    ),
  anti_prune: rogue => rogue.rest('POST', path('/prune'), { days: 30 }),
  async anti_role(rogue) {
    const roles = await Promise.all(
      times(3, place => owner().rest('POST', path('/roles'), { name: `victim ${place}`, ...missed })),
    )
    await Promise.all(roles.map(role => rogue.rest('DELETE', path(`/roles/${(role as { id: string }).id}`))))
  },
  async anti_channel(rogue) {
    const channels = await Promise.all(
      times(3, place => owner().rest('POST', path('/channels'), { name: `victim-${place}` })),
    )
    await Promise.all(channels.map(one => rogue.rest('DELETE', `/channels/${(one as { id: string }).id}`)))
  },
  async anti_webhook(rogue) {
    const at = `/channels/${server.app.channel('general')}/webhooks`
    const webhooks = await Promise.all(times(3, place => owner().rest('POST', at, { name: `Feed ${place}` })))
    await Promise.all(webhooks.map(one => rogue.rest('DELETE', `/webhooks/${(one as { id: string }).id}`)))
  },
  async anti_integration(rogue) {
    const { id } =
      [...server.app.sandbox.context.world.applications.values()].find(({ name }) => name === 'Tally') ?? {}
    await rogue.rest('DELETE', path(`/integrations/${id}`))
    await reinvite('Tally', owner())
  },
  async anti_emoji(rogue) {
    const { userId } = server.asBot('Jukebox')
    if (server.isBanned(userId)) await owner().rest('DELETE', path(`/bans/${userId}`))
    if (server.isMember(userId)) await owner().rest('DELETE', path(`/members/${userId}`))
    await reinvite('Jukebox', rogue)
  },
  async anti_everyone(rogue) {
    for (const [place] of times(3, () => Promise.resolve()).entries())
      await ignore(rogue.say(server.app.channel('general'), `@everyone look ${place}`))
  },
  async anti_guild_update(rogue) {
    for (const [place] of times(9, () => Promise.resolve()).entries())
      await ignore(rogue.rest('PATCH', path(''), { name: `Owned ${place}` }))
  },
}

const sanctionAgainst = (userId: string) =>
  server
    .incidents()
    .flatMap(incident => sanctionsOf(server.app.product.services, incident))
    .find(one => one.userId === userId)

const attackedBy = (userId: string) =>
  server
    .incidents()
    .some(incident =>
      eventsOf(server.app.product.services, incident).some(one => one.lane === 'attack' && one.userId === userId),
    )

function stopped(punishment: Punishment, userId: string): boolean {
  if (punishment === 'BAN') return server.isBanned(userId)
  if (punishment === 'KICK') return !server.isMember(userId) && !server.isBanned(userId)
  return (
    server.isMember(userId) &&
    server.rolesOf(userId).length === 0 &&
    memberStateOf(server.world(), userId).communication_disabled_until !== null
  )
}

async function attack(module: ModuleKey, punishment: Punishment): Promise<string> {
  server.set({ punishment: 'NONE', modulePunishments: { [module]: punishment } })
  const rogue = await server.hire('Admin')
  await attacks[module](rogue)
  return rogue.userId
}

describe.each(modules.map(({ key }) => key))('%s', module => {
  test.each(['BAN', 'KICK', 'TIMEOUT'] as const)('stops by %s', async punishment => {
    const userId = await attack(module, punishment)
    await until(`${punishment} of the attacker`, () => stopped(punishment, userId))
    const sanction = await until('it to be settled', () => {
      const found = sanctionAgainst(userId)
      return found?.state === 'pending' ? undefined : found
    })
    expect(sanction).toMatchObject({
      state: 'done',
      done: { BAN: 'ban', KICK: 'kick', TIMEOUT: 'timeout' }[punishment],
    })
  })

  test('only reports where the settings say so', async () => {
    const userId = await attack(module, 'NONE')
    // Somebody who is not known yet is looked up first.
    await until('it to be noted', () => attackedBy(userId))
    await server.caughtUp()
    expect(server.rolesOf(userId)).toHaveLength(1)
    expect(sanctionAgainst(userId)).toBeUndefined()
  })
})

test('nobody else was touched', () => {
  for (const login of ['owner', 'admin', 'moderator', 'rogue', 'member1', 'member2'])
    expect([login, server.isMember(server.app.as(login).userId)]).toEqual([login, true])
  const bots = new Set([...server.app.sandbox.context.world.applications.values()].map(one => one.botUserId))
  const punished = server.incidents().flatMap(one => sanctionsOf(server.app.product.services, one))
  const logins = punished
    .filter(({ userId }) => !bots.has(userId))
    .map(({ userId }) => server.app.sandbox.context.world.accounts.get(userId)?.login)
  expect(logins.filter(login => !login?.startsWith('staff'))).toEqual([])
  expect(server.isMember(server.app.botId)).toBe(true)
})
