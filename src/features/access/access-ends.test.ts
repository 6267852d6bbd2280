// @module-tag long
import { afterAll, expect, test, vi } from 'vitest'
import { createDelegatedAccess } from '#test/delegated-access.ts'
import { slowRequest } from '#test/slow-request.ts'
import { until } from '#test/until.ts'
import access from './contract.ts'

const { app, clock, owner, helper, helperId, at, give, take, status, grants } = await createDelegatedAccess()
afterAll(() => app.close())

test('a member who leaves has no access when they come back', async () => {
  const { userId } = app.as('member4')
  await give({ id: userId, feature: 'all', level: 'manage' })
  await app.as('member4').rest('DELETE', `/users/@me/guilds/${app.guildId}`)
  await until('the grant to go', () => grants().length === 0)
  const invite = await app.as('owner').rest<{ code: string }>('POST', `/channels/${app.channel('general')}/invites`, {})
  await app.as('member4').rest('POST', `/invites/${invite.code}`, {})
  const back = await app.signIn('member4')
  expect((await back.call('GET', at('invites/board'))).status).toBe(403)
})

test('a request that is still arriving when access is lost does nothing', async () => {
  await give({ feature: 'leveling', level: 'manage' })
  const url = new URL(at('progression/reset'), app.product.url)
  const held = await slowRequest(url, { cookie: helper.cookies(), 'content-type': 'application/json' })
  // The answer to another request shows that the first check of this one is complete.
  expect(await status('GET', 'own-access')).toBe(200)
  await take('leveling')
  expect((await held.finish(JSON.stringify({ confirm: 'reset' }))).status).toBe(403)
})

test('a live page ends along with the access to it', async () => {
  await give({ feature: 'moderation', level: 'view' })
  const stream = await helper.follow(at('moderation/live'))
  expect(stream.status).toBe(200)
  const recheck = vi.spyOn(app.product.services.live, 'recheck')
  await take('moderation')
  expect(recheck).toHaveBeenCalledWith(app.guildId)
  recheck.mockRestore()
  await stream.ended
})

test('access is suspended during a timeout', async () => {
  await give({ feature: 'invites', level: 'view' })
  const member = `/guilds/${app.guildId}/members/${helperId}`
  const soon = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await app.as('owner').rest('PATCH', member, { communication_disabled_until: soon })
  await until('the timeout to count', async () => (await status('GET', 'invites/board')) === 403)
  await app.as('owner').rest('PATCH', member, { communication_disabled_until: null })
  expect(await until('the access to be back', async () => (await status('GET', 'invites/board')) === 200)).toBe(true)
  await take('invites')
})

test('somebody who asks to be forgotten is mentioned nowhere, not even in earlier changes', async () => {
  await give({ feature: 'invites', level: 'view' })
  const ofHistory = () => JSON.stringify(app.product.services.settings.history(app.guildId, { limit: 1000 }))
  expect(ofHistory()).toContain(helperId)
  await owner.call('POST', at('forget-user'), { userId: helperId })
  expect(grants()).toEqual([])
  expect(ofHistory()).not.toContain(helperId)
  expect(JSON.stringify((await owner.call('GET', at('export'))).body)).not.toContain(helperId)
})

test('access expires on time, and is removed from the list long after, in case the clock is wrong', async () => {
  const day = 24 * 3_600_000
  const { scheduler } = app.product.services
  await give({ feature: 'invites', level: 'view', expiresAt: clock.now + 60_000 })
  expect(await status('GET', 'invites/board')).toBe(200)
  clock.now += 60_001
  expect(await status('GET', 'invites/board')).toBe(403)
  expect((await owner.call('GET', at('access'))).body).toMatchObject({ grants: [] })
  clock.now += day
  await scheduler.tick()
  expect(grants()).toHaveLength(1)
  clock.now += 30 * day
  await scheduler.tick()
  expect(await until('the list to be swept', () => grants().length === 0)).toBe(true)
})

test('a member who left and came back while the bot was offline has no access', async () => {
  const { userId } = app.as('member4')
  const boss = await app.signIn('owner')
  await give({ id: userId, feature: 'all', level: 'manage' }, boss)
  const board = async () => (await (await app.signIn('member4')).call('GET', at('invites/board'))).status
  expect(await board()).toBe(200)
  await app.product.close()
  await app.as('member4').rest('DELETE', `/users/@me/guilds/${app.guildId}`)
  const invite = await app.as('owner').rest<{ code: string }>('POST', `/channels/${app.channel('general')}/invites`, {})
  await app.as('member4').rest('POST', `/invites/${invite.code}`, {})
  await app.restart()
  expect(grants()).toHaveLength(1)
  expect(await board()).toBe(403)
  expect((await (await app.signIn('owner')).call('GET', at('access'))).body).toMatchObject({ grants: [{ name: null }] })
})

test('access stored without a join time gets one at the next start', async () => {
  const { userId } = app.as('member5')
  const boss = await app.signIn('owner')
  await give({ id: userId, feature: 'invites', level: 'view' }, boss)
  const unbound = grants().map(grant => ({ ...grant, joinedAt: null }))
  app.product.services.settings.write(app.guildId, access, { grants: unbound }, { userId: null, via: 'test' })
  await app.restart()
  const bound = () => grants().find(({ id, joinedAt }) => id === userId && joinedAt !== null)
  expect(await until('the joining to be noted', bound)).toMatchObject({ joinedAt: expect.any(Number) })
})
