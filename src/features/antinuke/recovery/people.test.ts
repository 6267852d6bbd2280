// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

/** What was decided about people during an attack: a recovery undoes what the attackers decided, and no more. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const acts = {
  ban: (who: string, id: string) => server.app.as(who).rest('PUT', path(`/bans/${id}`), {}),
  unban: (who: string, id: string) => server.app.as(who).rest('DELETE', path(`/bans/${id}`)),
  timeout: (who: string, id: string) =>
    server.app.as(who).rest('PATCH', path(`/members/${id}`), { communication_disabled_until: inAnHour() }),
  end: (who: string, id: string) =>
    server.app.as(who).rest('PATCH', path(`/members/${id}`), { communication_disabled_until: null }),
  async command(who: string, id: string) {
    const said = await server.app.as(who).say(server.app.channel('general'), `.ban ${id} a spammer`)
    await server.app.answerTo(said)
  },
}
type Act = `${'rogue' | 'owner' | 'moderator'} ${keyof typeof acts}`

const cases: [name: string, acts: Act[], isHeld: boolean][] = [
  ['banned', ['rogue ban'], false],
  ['banned and let in again', ['rogue ban', 'rogue unban'], false],
  ['banned by the owner and let in', ['owner ban', 'rogue unban'], true],
  ['banned by the owner, let in and banned', ['owner ban', 'rogue unban', 'rogue ban'], true],
  ['pardoned by the owner', ['owner ban', 'rogue unban', 'owner ban', 'owner unban'], false],
  ['pardoned by the owner and banned again', ['rogue ban', 'owner unban', 'rogue ban'], false],
  ['banned by the owner for good', ['rogue ban', 'owner unban', 'owner ban'], true],
  ['banned by the owner’s command', ['rogue ban', 'owner unban', 'owner command'], true],
  ['banned by a moderator meanwhile and let in', ['rogue ban', 'rogue unban', 'moderator ban', 'rogue unban'], true],
  ['timed out', ['rogue timeout'], false],
  ['timed out, then by the owner', ['rogue timeout', 'owner end', 'owner timeout'], true],
  ['timed out by the owner, then again', ['owner timeout', 'rogue timeout'], true],
  ['timed out by a moderator and for longer', ['rogue timeout', 'moderator timeout'], true],
]

test('only what the attackers decided about people is undone', async () => {
  server = await guardedServer({
    limits: { anti_ban: { minute: 100, hour: 100 }, anti_member_update: { minute: 100, hour: 100 } },
  })
  const { app } = server
  await until('the members to be known', () => isKnown(app.product.services, server.guildId, 'member'))
  const rooms = await server.make('channels', 4)
  const people = server.oldMembers(cases.length)
  for (const [place, [, series]] of cases.entries())
    for (const act of series) {
      const [who = '', what = ''] = act.split(' ')
      await acts[what as keyof typeof acts](who, people[place] ?? '')
    }
  await server.caughtUp()
  await whileAllowed(rooms.map(id => () => app.as('rogue').rest('DELETE', `/channels/${id}`)))
  await server.settled()
  await until('the recovery', () => recoveryOf(app.product.services, server.guildId, 1)?.state === 'done')
  const isTimedOut = (id: string) =>
    Date.parse(server.world().members.get(id)?.communication_disabled_until ?? '') > Date.now()
  const held = cases.map(([name], place) => [
    name,
    server.isBanned(people[place] ?? '') || isTimedOut(people[place] ?? ''),
  ])
  expect(held).toEqual(cases.map(([name, , isHeld]) => [name, isHeld]))
})

test('bans of people who had just joined stay, whoever made them', async () => {
  server = await guardedServer()
  const { app } = server
  await until('the members to be known', () => isKnown(app.product.services, server.guildId, 'member'))
  const rooms = await server.make('channels', 4)
  const { context } = app.sandbox
  const raiders = Array.from({ length: 3 }, () => {
    const id = createAccount(context, 'raider')
    joinGuild(context, id, server.guildId)
    return id
  })
  await server.caughtUp()
  const [old = ''] = server.oldMembers(1)
  for (const id of [...raiders, old]) await acts.ban('rogue', id)
  await server.caughtUp()
  await whileAllowed(rooms.map(id => () => app.as('rogue').rest('DELETE', `/channels/${id}`)))
  await server.settled()
  await until('the recovery', () => recoveryOf(app.product.services, server.guildId, 1)?.state === 'done')
  expect([...raiders, old].map(id => server.isBanned(id))).toEqual([true, true, true, false])
})
