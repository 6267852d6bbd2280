import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { findCases } from './case-search.ts'
import { recordCase } from './cases.ts'
import { liftBan } from './temporary-ban.ts'
import { expectThreshold } from './threshold.ts'

let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const isBanned = (login: string) => app.sandbox.context.world.guilds.get(app.guildId)?.bans.has(idOf(login)) === true
const say = async (text: string) =>
  textOf(await app.answerTo(await app.as('moderator').say(app.channel('general'), text)))
const casesOf = (login: string) =>
  findCases(app.product.services, app.guildId, { target: idOf(login) }, { limit: 20 }).found
const pass = async (days: number) => {
  ahead += days * 24 * 3_600_000
  await app.product.services.scheduler.tick()
}
const bansPath = (login: string) => `/guilds/${app.guildId}/bans/${idOf(login)}`

test('a temporary ban ends after a restart, once, and is a case', async () => {
  expect(await say(`.ban ${idOf('member1')} 3d spam`)).toMatch(/was banned for 3 days. Case #1. The ban ends <t:\d+:R>/)
  expect(await say(`.ban ${idOf('member1')} 9d`)).toContain('banned already')
  await pass(2)
  expect(isBanned('member1')).toBe(true)
  await app.restart()
  await pass(1.5)
  expect(isBanned('member1')).toBe(false)
  expect(casesOf('member1').map(({ kind, source, active }) => [kind, source, active])).toEqual([
    ['unban', 'timer', false],
    ['ban', 'person', false],
  ])
  const payload = { userId: idOf('member1'), userName: 'jun_tan', moderatorId: idOf('moderator'), caseNumber: 1 }
  for (const attempt of [1, 2]) await liftBan.run(app.product.services, payload, { attempt, guildId: app.guildId })
  expect(casesOf('member1')).toHaveLength(2)
})

test('a run that was killed between the unban and its record is finished by the next', async () => {
  await say(`.ban ${idOf('member2')} 1h`)
  const [{ number } = { number: 0 }] = casesOf('member2')
  const { client } = app.product.services
  await client.guilds.cache.get(app.guildId)?.bans.remove(idOf('member2'))
  const payload = { userId: idOf('member2'), userName: 'ines.k', moderatorId: idOf('moderator'), caseNumber: number }
  await liftBan.run(app.product.services, payload, { attempt: 2, guildId: app.guildId })
  await pass(1)
  expect(casesOf('member2').map(({ kind }) => kind)).toEqual(['unban', 'ban'])
})

test('an unban ends the timer, and so does one by hand', async () => {
  for (const login of ['member3', 'member4']) await say(`.ban ${idOf(login)} 2d`)
  await say(`.unban ${idOf('member3')}`)
  await app.as('owner').rest('DELETE', bansPath('member4'))
  await until('the case of the unban', () => casesOf('member4').some(({ source }) => source === 'discord'))
  for (const login of ['member3', 'member4']) await app.as('owner').rest('PUT', bansPath(login), {})
  await pass(3)
  expect([isBanned('member3'), isBanned('member4')]).toEqual([true, true])
})

test('a ban that was imposed anew while the bot was away is not lifted', async () => {
  await say(`.ban ${idOf('member5')} 2d`)
  await app.product.close()
  await app.as('owner').rest('DELETE', bansPath('member5'))
  await app.as('owner').rest('PUT', bansPath('member5'), {})
  await app.restart()
  await pass(3)
  expect(isBanned('member5')).toBe(true)
  expect(casesOf('member5').map(({ kind, active }) => [kind, active])).toEqual([['ban', false]])
})

test('what a killed process did not get to after one warning too many is done once by the next', async () => {
  const { services } = app.product
  const warning = (place: number) =>
    recordCase(services, {
      guildId: app.guildId,
      kind: 'warn',
      source: 'person',
      target: { id: idOf('member7'), name: 'lumen.arts' },
      moderator: { id: idOf('moderator'), name: 'wren' },
      reason: `warning ${place}`,
    })
  for (const place of [1, 2, 3]) services.db.transaction(() => expectThreshold(services, warning(place)))
  await app.restart()
  await pass(0.01)
  expect(casesOf('member7').map(({ kind, ended }) => [kind, ended])).toEqual([
    ['timeout', null],
    ['warn', 'used'],
    ['warn', 'used'],
    ['warn', 'used'],
  ])
  await pass(0.01)
  expect(casesOf('member7')).toHaveLength(4)
})

test('a softban whose second half failed is finished a minute later', async () => {
  app.sandbox.context.conditions.failNext = { count: 4, status: 500, route: 'DELETE /guilds/:guild_id/bans/:user_id' }
  expect(await say(`.softban ${idOf('member6')} spam`)).toContain('was softbanned')
  app.sandbox.context.conditions.failNext = undefined
  expect(isBanned('member6')).toBe(true)
  await pass(0.01)
  expect(isBanned('member6')).toBe(false)
  expect(casesOf('member6').map(({ kind }) => kind)).toEqual(['softban'])
})
