// @module-tag long
import { PermissionFlagsBits as P } from 'discord.js'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { runs } from '#test/sampling.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { noteOf } from '../journal/notes.ts'

/** What a recovery has put back may be destroyed again, by somebody else, within the same incident. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const permissionsOfEveryone = () => BigInt(server.world().roles.get(server.guildId)?.permissions ?? '0')

/** What somebody does who is stopped, at once or because they repeat it, and whether it is still in effect. */
interface Damage {
  harm(by: Member): Promise<unknown>
  stands(): boolean
}

const damages: Record<string, () => Promise<Damage>> = {
  async 'power for everybody'() {
    const bits = permissionsOfEveryone()
    return {
      harm: by => by.rest('PATCH', path(`/roles/${server.guildId}`), { permissions: String(bits | P.BanMembers) }),
      stands: () => permissionsOfEveryone() !== bits,
    }
  },
  async 'the same people banned'() {
    const people = server.oldMembers(8)
    await server.caughtUp()
    return {
      harm: by => whileAllowed(people.map(id => () => by.rest('PUT', path(`/bans/${id}`)))),
      stands: () => people.some(server.isBanned),
    }
  },
  async 'the same role emptied and its channels renamed'() {
    const rooms = await server.make('channels', 4, 'agora')
    await server.caughtUp()
    return {
      harm: by =>
        whileAllowed([
          ...rooms.map(id => () => by.rest('PATCH', `/channels/${id}`, { name: 'gone' })),
          () => by.rest('PATCH', path(`/roles/${server.guildId}`), { permissions: '8' }),
        ]),
      stands: () =>
        rooms.some(id => server.app.sandbox.context.world.channels.get(id)?.channel.name === 'gone') ||
        (permissionsOfEveryone() & P.Administrator) !== 0n,
    }
  },
}

test.each(Object.keys(damages))('%s by one after the other is put back each time', async what => {
  server = await guardedServer()
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const attackers = [await server.hire('Admin'), await server.hire('Admin'), await server.hire('Admin')]
  const damage = await damages[what]?.()
  if (!damage) throw new Error(what)
  for (const attacker of attackers) {
    await damage.harm(attacker)
    await until('them to be banned', () => server.isBanned(attacker.userId))
    await server.settled()
    await until('it to be put back', () => !damage.stands())
  }
  expect(server.incidents().map(({ number }) => number)).toEqual([1])
})

test('also what somebody above the bot does again', async () => {
  let ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { services } = server.app.product
  await until('the server to be known', () => noteOf(services, server.guildId, 'members') !== undefined)
  const above = await server.hire('Keeper')
  const bits = permissionsOfEveryone()
  const harm = async () => {
    await above.rest('PATCH', path(`/roles/${server.guildId}`), { permissions: String(bits | P.BanMembers) })
    await server.caughtUp()
  }
  await harm()
  await until('it to be put back', () => permissionsOfEveryone() === bits)
  ahead += 100_000
  server.app.sandbox.advance(100_000)
  await harm()
  const isBack = await until('it to be put back again', async () => {
    ahead += 10_000
    server.app.sandbox.advance(10_000)
    await services.scheduler.tick()
    return permissionsOfEveryone() === bits
  })
  expect(isBack).toBe(true)
})

test('whatever several people do one after the other, and whatever is done against each of them, it is put back', async () => {
  server = await guardedServer({ modulePunishments: { anti_everyone: 'NONE' } })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const made = new Map<string, Damage>()
  for (const [what, make] of Object.entries(damages)) made.set(what, await make())
  const deed = fc.record({
    what: fc.constantFrom(...made.keys()),
    punishment: fc.constantFrom('BAN' as const, 'KICK' as const, 'TIMEOUT' as const),
    pingsFirst: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 2, maxLength: 4 }), async deeds => {
      for (const { what, punishment, pingsFirst } of deeds) {
        server.set({ punishment })
        const attacker = await server.hire('Admin')
        const pings = pingsFirst ? ['one', 'two', 'three'] : []
        for (const ping of pings) await attacker.say(server.app.channel('general'), `@everyone ${ping}`)
        await made.get(what)?.harm(attacker)
        const { userId } = attacker
        const holds = () => server.isMember(userId) && server.rolesOf(userId).includes(server.role('Admin'))
        await until(`${what} to be stopped`, () => !holds())
        await until('all of it to be put back', () => [...made.values()].every(one => !one.stands()))
      }
      expect(permissionsOfEveryone() & P.BanMembers).toBe(0n)
    }),
    { numRuns: runs(6) },
  )
})
