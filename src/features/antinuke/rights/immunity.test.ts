// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'

let app: Harness
let general: string
let clock = Date.now()
/** `member1` is an extra owner, `member2` is whitelisted. */
beforeAll(async () => {
  app = await createHarness({ now: () => clock })
  general = app.channel('general')
  const owner = await app.signIn('owner')
  const basic = { automodUpdate: true, anti_links: 'on' }
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, basic)
  await say('owner', '.automod on')
  save({ enabled: true, extraOwners: [idOf('member1')], whitelist: [idOf('member2')] })
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const save = (patch: Parameters<typeof app.product.services.settings.write<typeof antinuke>>[2]) =>
  app.product.services.settings.write(app.guildId, antinuke, patch, { userId: null, via: 'test' })
const own = () => app.product.services.settings.read(app.guildId, antinuke)
const say = async (login: string, text: string) => {
  // In another channel: in this one the bot reports what it deletes.
  const asked = await app.as(login).say(app.channel('woodwork'), text)
  return textOf(await app.answerTo(asked))
}
const link = 'look at https://example.org'
const isThere = (id: string) => app.messages(general).some(one => one.id === id)

test('auto-moderation leaves the whitelist and extra owners alone while anti-nuke is on', async () => {
  const kept = [await app.as('member2').say(general, link), await app.as('member1').say(general, link)]
  const deleted = await app.as('member3').say(general, link)
  await until('the link of somebody else to go', () => !isThere(deleted.id))
  expect(kept.map(({ id }) => isThere(id))).toEqual([true, true])
  save({ enabled: false })
  const later = await app.as('member2').say(general, `${link}/again`)
  await until('the link to go', () => !isThere(later.id))
  save({ enabled: true })
})

test('only the owner or an extra owner can moderate them, and anybody else who tries is told so', async () => {
  const warn = (login: string, target: string) => say(login, `.warn <@${idOf(target)}> spam`)
  for (const command of ['warn', 'timeout', 'kick', 'ban', 'softban', 'nick set', 'vmute'])
    expect(await say('admin', `.${command} <@${idOf('member2')}> ${command === 'timeout' ? '10m ' : ''}why`)).toBe(
      `<@${idOf('member2')}> is on the anti-nuke whitelist: only the server owner or an extra owner may do that to them.`,
    )
  expect(await warn('admin', 'member1')).toContain('is an extra owner')
  expect(await say('admin', `.massban ${idOf('member2')}`)).toContain('Banned 0 of 1')
  expect(await warn('admin', 'member3')).not.toContain('Anti-nuke')
  expect(await warn('owner', 'member2')).not.toContain('Anti-nuke')
})

test('a limited time on the whitelist ends by itself, with an entry in the history', async () => {
  const hour = 3_600_000
  expect(await say('owner', `.wl add <@${idOf('member4')}> 1h`)).toContain('for 1 hour')
  expect(app.product.services.access.protection(guild(), idOf('member4'))).toBeDefined()
  clock += hour + 1
  expect(app.product.services.access.protection(guild(), idOf('member4'))).toBeUndefined()
  await app.product.services.scheduler.tick()
  expect(own()).toMatchObject({ whitelist: [idOf('member2')], allowances: [] })
  const [last] = app.product.services.settings.history(app.guildId, { limit: 1 })
  expect(last).toMatchObject({ feature: 'antinuke', author: { userId: null, via: 'time is up' } })
})

test('somebody who asks to be forgotten is no longer on any list', async () => {
  save({
    whitelist: [idOf('member2'), idOf('member4')],
    allowances: [{ id: idOf('member4'), perHour: 2, expiresAt: null }],
  })
  const owner = await app.signIn('owner')
  const asked = { twoPersons: true, extraOwners: [idOf('member1')] }
  save(asked)
  expect(await say('member1', '.wl clear')).toContain('takes everybody off the whitelist')
  expect(await say('member1', `.wl add <@${idOf('member5')}>`)).toContain('Nothing is changed yet')
  expect(await say('owner', `.wl remove <@${idOf('member4')}>`)).toContain('off the whitelist')
  expect(await say('owner', `.wl add <@${idOf('member4')}>`)).toContain('is on the whitelist')
  const exported = async () => JSON.stringify((await owner.call('GET', `/api/guild/${app.guildId}/export`)).body)
  expect(await exported()).toContain(`<@${idOf('member4')}>`)
  const forgotten = await owner.call('POST', `/api/guild/${app.guildId}/forget-user`, { userId: idOf('member4') })
  expect(forgotten.status).toBe(200)
  expect(JSON.parse(await exported()).features.antinuke).toMatchObject({ requests: [] })
  expect(JSON.stringify(JSON.parse(await exported()).features.antinuke.alarms)).not.toContain(idOf('member4'))
  expect(own()).toMatchObject({ whitelist: [idOf('member2')], allowances: [] })
})

function guild() {
  const found = app.product.services.client.guilds.cache.get(app.guildId)
  if (!found) throw new Error('the server is gone')
  return found
}
