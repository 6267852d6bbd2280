// @module-tag long
import { type APIMessage, PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { findCases } from '../cases/case-search.ts'
import { recordCase } from '../cases/case-store.ts'
import { liftBanJob } from '../sanctions/temporary-ban.ts'
import { scheduleThreshold } from '../sanctions/warning-threshold.ts'

let app: Harness
let general: string
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  general = app.channel('general')
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const state = () => {
  const found = app.sandbox.context.world.guilds.get(app.guildId)
  if (!found) throw new Error('the guild is gone')
  return found
}
const isBanned = (login: string) => state().bans.has(idOf(login))
const directTo = (login: string): APIMessage[] =>
  [...app.sandbox.context.world.channels.values()]
    .filter(({ channel }) => 'recipients' in channel && channel.recipients?.some(({ id }) => id === idOf(login)))
    .flatMap(({ channel }) => app.messages(channel.id))
const say = async (text: string) => textOf(await app.answerTo(await app.as('moderator').say(general, text)))
const casesOf = (login: string) =>
  findCases(app.product.services, app.guildId, { target: idOf(login) }, { limit: 20 }).found
const pass = async (days: number) => {
  ahead += days * 24 * 3_600_000
  await app.product.services.scheduler.tick()
}
const bansPath = (login: string) => `/guilds/${app.guildId}/bans/${idOf(login)}`

test('a temporary ban ends after a restart, once, and is a case', async () => {
  expect(await say(`.ban ${idOf('member1')} 3d spam`)).toMatch(/was banned for 3 days. Case #1. The ban ends <t:\d+:R>/)
  expect(await say(`.ban ${idOf('member1')} 9d`)).toContain('already banned')
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
  for (const attempt of [1, 2]) await liftBanJob.run(app.product.services, payload, { attempt, guildId: app.guildId })
  expect(casesOf('member1')).toHaveLength(2)
})

test('a run that was killed between the unban and its record is completed by the next', async () => {
  await say(`.ban ${idOf('member2')} 1h`)
  const [{ number } = { number: 0 }] = casesOf('member2')
  const { client } = app.product.services
  await client.guilds.cache.get(app.guildId)?.bans.remove(idOf('member2'))
  const payload = { userId: idOf('member2'), userName: 'ines.k', moderatorId: idOf('moderator'), caseNumber: number }
  await liftBanJob.run(app.product.services, payload, { attempt: 2, guildId: app.guildId })
  await pass(1)
  expect(casesOf('member2').map(({ kind }) => kind)).toEqual(['unban', 'ban'])
})

test('an unban by command or by hand ends the timer', async () => {
  for (const login of ['member3', 'member4']) await say(`.ban ${idOf(login)} 2d`)
  await say(`.unban ${idOf('member3')}`)
  await app.as('owner').rest('DELETE', bansPath('member4'))
  await until('the case of the unban', () => casesOf('member4').some(({ source }) => source === 'discord'))
  for (const login of ['member3', 'member4']) await app.as('owner').rest('PUT', bansPath(login), {})
  await pass(3)
  expect([isBanned('member3'), isBanned('member4')]).toEqual([true, true])
})

test('a ban that was renewed by hand while the bot was offline is not lifted', async () => {
  await say(`.ban ${idOf('member5')} 2d`)
  await app.product.close()
  await app.as('owner').rest('DELETE', bansPath('member5'))
  await app.as('owner').rest('PUT', bansPath('member5'), {})
  await app.restart()
  await pass(3)
  expect(isBanned('member5')).toBe(true)
  expect(casesOf('member5').map(({ kind, active }) => [kind, active])).toEqual([['ban', false]])
})

test('a threshold action that a killed process did not reach is carried out once by the next', async () => {
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
  for (const place of [1, 2, 3]) services.db.transaction(() => scheduleThreshold(services, warning(place)))
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

test('a ban deletes messages, even of people who are not members; an unban finds them by name', async () => {
  const said = await app.as('member8').say(general, 'buy this')
  expect(await say(`.ban ${idOf('member8')} del-1d spam`)).toContain('was banned for good. Case #')
  expect(app.messages(general).some(({ id }) => id === said.id)).toBe(false)
  expect(directTo('member8').map(textOf).join()).toContain('You were banned from Tidewater Makers')
  expect(await say(`.ban ${idOf('stranger')} raid`)).toContain('**Driftwood** was banned')
  expect(await say(`.ban ${idOf('stranger')}`)).toContain('already banned')
  expect(await say(`.ban ${idOf('member5')} del-8d raid`)).toContain('Delete must be')
  expect(await say('.unban @')).toContain('Nobody called')
  expect(await say('.unban "quiet river" all good')).toContain('**quietriver** is no longer banned')
  expect(await say('.unban 100000000000000001')).toContain('not banned')
  for (const typed of ['100000000000000001.', '<@100000000000000001>, forgiven'])
    expect(await say(`.unban ${typed}`)).toContain('not banned')
  expect(await say(`.unban ${idOf('stranger')}, sorry`)).toContain('**driftwood** is no longer banned')
  await say(`.ban ${idOf('stranger')} raid`)
  expect(await say('.unban Driftwood, sorry')).toContain('**driftwood** is no longer banned')
  await say(`.ban ${idOf('stranger')} raid`)
  expect(casesOf('member8').map(({ kind, active }) => [kind, active])).toEqual([
    ['unban', false],
    ['ban', false],
  ])
})

test('when several banned people match, a menu asks which, and only its caller may answer', async () => {
  await say(`.ban ${idOf('member8')}`)
  const asked = await app.as('moderator').say(general, '.unban ri known by now')
  const menu = await app.answerTo(asked)
  expect(textOf(menu)).toContain('2 banned people match')
  const before = app.shownTo('admin').length
  const custom = `moderation:unbanChoice:${idOf('moderator')}`
  await app.as('admin').press(menu, custom, [idOf('stranger')])
  await until('a refusal', () => app.shownTo('admin')[before])
  expect(isBanned('stranger')).toBe(true)
  await app.as('moderator').press(menu, custom, [idOf('stranger')])
  await until('the unban', () => !isBanned('stranger'))
  const shown = await until('the answer', () => {
    const now = app.messages(general).find(({ id }) => id === menu.id)
    return now && textOf(now).includes('no longer banned') ? now : undefined
  })
  expect(shown.components).toEqual([])
  expect(casesOf('stranger')[0]).toMatchObject({
    kind: 'unban',
    reason: 'known by now',
    moderatorId: idOf('moderator'),
  })
})

test('a mass ban reports the reason for each id it could not ban, in bulk and one by one', async () => {
  const strangers = [idOf('stranger'), idOf('member7')]
  const text = await say(`.massban ${strangers.join(' ')} ${idOf('admin')} 100000000000000001 raid`)
  expect(text).toMatch(/Banned 2 of 4 \(cases #\d+ to #\d+\)/)
  expect(text).toMatch(/` You cannot ban .*Admin/)
  expect(text).toMatch(/`100000000000000001` Discord did not ban them/)
  const role = [...state().roles.values()].find(({ name }) => name === 'Palisade')
  if (!role) throw new Error('no role of the bot')
  const without = BigInt(role.permissions) & ~PermissionFlagsBits.ManageGuild
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role.id}`, { permissions: String(without) })
  await until('the bot to know', () => {
    const me = app.product.services.client.guilds.cache.get(app.guildId)?.members.me
    return me?.permissions.has('ManageGuild') === false
  })
  for (const id of strangers) await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/bans/${id}`)
  expect(await say(`.massban ${strangers.join(' ')} 100000000000000001`)).toMatch(
    /Banned 2 of 3[^]*`100000000000000001` There is no Discord user/,
  )
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role.id}`, { permissions: role.permissions })
})

test('the same commands as slash commands, where only the caller sees lists', async () => {
  const moderator = app.as('moderator')
  const shown = app.shownTo('moderator').length
  await moderator.slash(general, 'history', { user: idOf('member1') })
  const list = await until('the list', () => app.shownTo('moderator')[shown])
  expect(textOf(list)).toContain('cases of')
  await moderator.slash(general, 'ban', { user: idOf('jukebox'), delete: 'del-0', duration: '2 days', reason: 'noise' })
  await until('the ban', () => isBanned('jukebox'))
  const ban = await until('the case', () => casesOf('jukebox')[0])
  expect(ban).toMatchObject({ kind: 'ban', reason: 'noise', active: true })
  await moderator.slash(general, 'case reason', { number: ban.number, text: 'too loud' })
  await until('the reason', () => casesOf('jukebox')[0]?.reason === 'too loud')
})
