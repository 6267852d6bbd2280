// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostAttempts } from '#kernel/scheduler/backoff.ts'
import { jobs } from '#kernel/storage/table.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { caseByNumber } from '../cases/case-store.ts'

/** A temporary ban ends at its time, or the log says why not. */
let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  const owner = await app.signIn('owner')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, modlog_channel: 'safety' })
})
afterAll(() => app.close())

const state = () => {
  const found = app.sandbox.context.world.guilds.get(app.guildId)
  if (!found) throw new Error('the guild is gone')
  return found
}
const idOf = (login: string) => app.as(login).userId
const isBanned = (login: string) => state().bans.has(idOf(login))
const pass = async (ms: number) => {
  ahead += ms
  app.sandbox.advance(ms)
  await app.product.services.scheduler.tick()
}
const day = 24 * 60 * 60_000
const logged = () => app.messages(app.channel('safety')).map(textOf)
const told = (login: string, what: string | RegExp) =>
  until(`the log about ${login}`, () => logged().find(text => text.includes(idOf(login)) && text.match(what) !== null))

/** Bans for two days. @returns the case's number */
async function ban(login: string): Promise<number> {
  const asked = await app.as('moderator').say(app.channel('general'), `.ban ${idOf(login)} 2d spam`)
  return Number(/Case #(\d+)/.exec(textOf(await app.answerTo(asked)))?.[1])
}
const withReason = (login: string, reason: string | null) => {
  const found = state().bans.get(idOf(login))
  if (found) found.reason = reason
}
const botRole = () => {
  const { roles = [] } = state().members.get(app.botId) ?? {}
  const found = roles.map(id => state().roles.get(id)).find(role => role?.tags?.bot_id === app.botId)
  if (!found) throw new Error('the bot has no role of its own')
  return found
}
async function withoutPermissions<T>(work: () => Promise<T>): Promise<T> {
  const role = botRole()
  const before = role.permissions
  const owner = app.as('owner')
  const write = (permissions: string) => owner.rest('PATCH', `/guilds/${app.guildId}/roles/${role.id}`, { permissions })
  // The bot can then only send messages and embeds.
  await write(String((1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 16n) | (1n << 2n)))
  const known = () => app.product.services.client.guilds.cache.get(app.guildId)?.members.me?.permissions
  await until('the bot to know', () => known()?.has('ViewAuditLog') === false)
  try {
    return await work()
  } finally {
    await write(before)
    await until('the bot to know', () => known()?.has('ViewAuditLog'))
  }
}

test('a ban whose reason was lost is lifted all the same: the audit log shows that it is ours', async () => {
  const number = await ban('member1')
  withReason('member1', null)
  await pass(2 * day)
  expect(isBanned('member1')).toBe(false)
  expect(caseByNumber(app.product.services, app.guildId, number)).toMatchObject({ active: false })
  await told('member1', 'Unban')
})

test('a ban that somebody renewed without a reason stays, and the log says whose it is', async () => {
  await ban('member2')
  await app.product.close()
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/bans/${idOf('member2')}`)
  await app.as('owner').rest('PUT', `/guilds/${app.guildId}/bans/${idOf('member2')}`, {})
  await app.restart()
  await pass(2 * day)
  expect(isBanned('member2')).toBe(true)
  expect(await told('member2', 'Not done')).toContain(`<@${idOf('owner')}> has banned them again since`)
})

test('if nothing shows whose ban it is, it stays, and the log says so', async () => {
  await ban('member3')
  withReason('member3', null)
  await withoutPermissions(() => pass(2 * day))
  expect(isBanned('member3')).toBe(true)
  expect(await told('member3', 'Not done')).toContain('stays banned: the present ban has no reason')
})

test('that Discord refuses the token for a moment when a ban ends is not reported, and the ban is lifted', async () => {
  await ban('member5')
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 2, status: 401, route: 'DELETE /guilds/:guild_id/bans/:user_id' }
  await pass(2 * day)
  expect([isBanned('member5'), conditions.failNext?.count ?? 0]).toEqual([true, 0])
  await pass(day)
  expect(isBanned('member5')).toBe(false)
  expect(logged().filter(text => text.includes(idOf('member5')) && text.includes('could not lift'))).toEqual([])
})

test('a ban that the bot may not lift is reported at once, and again when it gives up', async () => {
  await ban('member4')
  const { conditions } = app.sandbox.context
  const refuse = () => {
    conditions.failNext = { count: 1000, status: 403, route: 'DELETE /guilds/:guild_id/bans/:user_id' }
  }
  refuse()
  await pass(2 * day)
  expect(await told('member4', 'Not done')).toContain('I could not lift it.')
  const { db } = app.product.services
  const attempts = () =>
    db
      .select()
      .from(jobs)
      .all()
      .find(({ key }) => key?.endsWith(idOf('member4')))
  for (let hours = 0; hours < mostAttempts; hours += 1) await pass(day / 24)
  expect(attempts()).toMatchObject({ attempts: mostAttempts, parked: expect.stringContaining('attempts') })
  expect(await told('member4', 'half a day and have given up')).toContain(
    'Moderation: I could not lift the temporary ban',
  )
  expect(logged().filter(text => text.includes('I will keep trying'))).toHaveLength(1)
  expect(app.logged.filter(line => line.includes('job given up'))).toHaveLength(1)
  conditions.failNext = undefined
})
