// @module-tag long
import { AuditLogEvent } from 'discord.js'
import { beforeEach, expect, test } from 'vitest'
import { losesAnswer } from '#test/discord-trouble.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import { findCases } from '../cases/case-search.ts'
import { pendingActs } from '../table.ts'

/** Discord logs a bulk ban without an executor: only its mark shows whether one was done. */
let app: Harness
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  app = await openServer()
  const owner = await app.signIn('owner')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, modlog_channel: 'safety' })
})

const idOf = (login: string) => app.as(login).userId
const logins = ['member5', 'member6', 'member7']
const ask = async (text: string) => textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), text)))
const pending = () => app.product.services.db.select().from(pendingActs).all()
const casesOf = (login: string) =>
  findCases(app.product.services, app.guildId, { target: idOf(login) }, { limit: 10 }).found.map(({ kind }) => kind)
const notDone = () =>
  app
    .messages(app.channel('safety'))
    .map(textOf)
    .filter(text => text.includes('Not done'))

async function banWithoutAnswer(): Promise<string> {
  const answersAgain = losesAnswer(app, 'POST', /bulk-ban/, 1)
  const told = await ask(`.massban ${logins.map(idOf).join(' ')} wave`)
  answersAgain()
  return told
}

async function settle() {
  ahead += 120_000
  app.sandbox.advance(120_000)
  await app.product.services.scheduler.tick()
  await until('everything to be settled', () => pending().length === 0)
}

test('without a response nobody is told to repeat it, and everybody has a case within a minute', async () => {
  const told = await banWithoutAnswer()
  expect(told).toContain('Banned 0 of 3.')
  expect(told).toContain('In a minute I will check whether they are banned')
  expect(told).not.toContain('Try again')
  await settle()
  expect(logins.map(casesOf)).toEqual([['ban'], ['ban'], ['ban']])
  expect(notDone()).toEqual([])
})

test('somebody unbanned by hand in the meantime was banned all the same', async () => {
  await banWithoutAnswer()
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/bans/${idOf('member5')}`)
  await settle()
  expect(casesOf('member5').toSorted()).toEqual(['ban', 'unban'])
  expect(notDone()).toEqual([])
})

test('even if the log has more than a page of newer entries', async () => {
  await banWithoutAnswer()
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/bans/${idOf('member5')}`)
  const { auditLog } = app.sandbox.context.world.guilds.get(app.guildId) ?? {}
  const entry = auditLog?.findLast(({ action_type }) => action_type === AuditLogEvent.MemberBanAdd)
  for (let later = 1n; later <= 250n; later++) {
    const id = String(BigInt(auditLog?.at(-1)?.id ?? 0) + later)
    if (entry) auditLog?.push({ ...entry, id, target_id: idOf('member8'), user_id: idOf('owner'), reason: 'by hand' })
  }
  await settle()
  expect(casesOf('member5')).toContain('ban')
  expect(notDone()).toEqual([])
})

test('a bulk ban that Discord did not do is reported as not done', async () => {
  app.sandbox.context.conditions.failNext = { count: 40, status: 500, route: 'POST /guilds/:guild_id/bulk-ban' }
  const told = await ask(`.massban ${logins.map(idOf).join(' ')} wave`)
  app.sandbox.context.conditions.failNext = undefined
  expect(told).toContain('In a minute I will check whether they are banned')
  await settle()
  expect(logins.map(casesOf)).toEqual([[], [], []])
})
