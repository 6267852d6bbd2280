// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'

/** Administrators who have long been there, each of whom does less than anybody is stopped for. */

let server: GuardedServer
beforeAll(async () => {
  server = await guardedServer({ autoRecovery: false })
  server.set({ logChannel: server.app.channel('general') })
})
afterAll(() => server.app.close())

const told = () =>
  server.app
    .messages(server.app.channel('general'))
    .flatMap(({ embeds }) => embeds.filter(({ title }) => title === 'Several people do a lot at once'))

async function twoEach(people: readonly Member[]): Promise<void> {
  const rooms = await server.make('channels', 2 * people.length)
  await server.caughtUp()
  for (const [place, one] of people.entries())
    for (const id of rooms.slice(2 * place, 2 * place + 2)) await one.rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
}

test('four of them may tidy up together; about five the owner is told once, and nobody is stopped', async () => {
  const team = await Promise.all(Array.from({ length: 6 }, () => server.hire('Admin')))
  const five = team.slice(0, 5)
  await twoEach(five.slice(0, 4))
  expect(told()).toEqual([])
  await twoEach(five.slice(4))
  const [alarm] = await until('the alarm', () => (told().length > 0 ? told() : undefined))
  for (const { userId } of five) expect(alarm?.description).toContain(`<@${userId}>`)
  await twoEach(team.slice(5))
  expect([told().length, server.incidents()]).toEqual([1, []])
})

test('the same for what they do within an hour, none of it within a minute', async () => {
  const { sandbox, product } = server.app
  const { hour } = product.services.settings.read(server.guildId, antinuke).limits.anti_channel
  // What was done before is forgotten by then.
  sandbox.advance(61 * 60_000)
  const before = told().length
  const team = await Promise.all(Array.from({ length: Math.ceil((3 * hour) / 2) }, () => server.hire('Admin')))
  for (const one of team) {
    expect(told()).toHaveLength(before)
    await twoEach([one])
    sandbox.advance(61_000)
  }
  const alarm = await until('the alarm', () => told()[before])
  expect(alarm.description).toMatch(/^Within an hour, /)
  for (const { userId } of team.slice(0, 10)) expect(alarm.description).toContain(`<@${userId}>`)
  expect([told().length, server.incidents()]).toEqual([before + 1, []])
})
