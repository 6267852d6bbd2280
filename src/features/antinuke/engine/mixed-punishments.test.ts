// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { recoveryOf } from '../recovery/progress.ts'
import { isKnown } from '../journal/record.ts'
import { sanctionsOf } from './punish/sanctions.ts'

/** The punishment of one module says nothing about that of another, nor about what other people do. */

let server: GuardedServer
afterEach(() => server.app.close())

/**
 * Deletes them, each once the bot has heard of the one before: how many go before it acts must not depend on the
 * machine.
 */
const remove = (who: Member, rooms: readonly string[]) =>
  whileAllowed(
    rooms.map(id => async () => {
      await who.rest('DELETE', `/channels/${id}`)
      await server.caughtUp()
    }),
  )
const ping = async (who: Member) => {
  for (let n = 0; n < 3; n += 1) await who.say(server.app.channel('general'), `@everyone ${n}`)
}

/** Pings of everybody are noticed without consequences; everything else is punished and put back. */
async function begin(): Promise<string[]> {
  server = await guardedServer({ modulePunishments: { anti_everyone: 'NONE' } })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  return server.make('channels', 30, 'agora')
}

const thereAre = () =>
  [...server.world().channelIds].filter(id =>
    server.app.sandbox.context.world.channels.get(id)?.channel.name?.startsWith('agora-'),
  ).length

test.each(['the same person', 'another person'])(
  'a module in which nothing is done does not let %s do anything in the others',
  async who => {
    const rooms = await begin()
    const first = await server.hire('Admin')
    const second = who === 'the same person' ? first : await server.hire('Admin')
    await ping(first)
    await until('the pings to be noticed', () => server.incidents().length > 0)
    await server.settled()
    expect(server.isMember(first.userId)).toBe(true)
    await remove(second, rooms)
    await until('the ban', () => server.isBanned(second.userId))
    expect(thereAre()).toBeGreaterThan(20)
    const punished = server.incidents().flatMap(one => sanctionsOf(server.app.product.services, one))
    expect(punished.map(({ userId }) => userId)).toEqual([second.userId])
    const [{ number } = { number: 0 }] = server.incidents()
    await until('the recovery', () => recoveryOf(server.app.product.services, server.guildId, number)?.state === 'done')
    expect(thereAre()).toBe(30)
  },
)

test('somebody who is noticed without consequences is reported once, and neither counted as stopped nor put back', async () => {
  const rooms = await begin()
  server.set({ modulePunishments: { anti_channel: 'NONE' } })
  const who = await server.hire('Admin')
  await remove(who, rooms)
  await until('it to be noticed', () => server.incidents().length > 0)
  await server.settled()
  await server.caughtUp()
  expect(thereAre()).toBe(0)
  expect(server.isMember(who.userId)).toBe(true)
  expect(server.incidents()).toHaveLength(1)
})
