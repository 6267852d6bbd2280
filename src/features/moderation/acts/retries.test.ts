// @module-tag long
import { PermissionFlagsBits } from 'discord.js'
import { afterEach, describe, expect, test } from 'vitest'
import { connectVoice } from '#sandbox/world/voice.ts'
import { failing, losesAnswer, without } from '#test/discord-trouble.ts'
import { someOf } from '#test/sampling.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { auditReason } from '../audit-log/reason.ts'
import { findCases } from '../cases/case-search.ts'
import { scheduleUnban } from '../sanctions/ban-timer.ts'
import { pendingActs } from '../table.ts'
import { storePending } from './pending-acts.ts'

/** Discord fails during an act, and the moderator tries again: one act is one case. */
let app: Harness
let ahead = 0
async function open() {
  ahead = 0
  app = await createHarness({ now: () => Date.now() + ahead })
  const owner = await app.signIn('owner')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, modlog_channel: 'safety' })
}
afterEach(() => app.close())

const [minute, day] = [60_000, 24 * 60 * 60_000]
const idOf = (login: string) => app.as(login).userId
const state = () => app.sandbox.context.world.guilds.get(app.guildId) ?? expect.fail('the guild is gone')
const ask = async (text: string) => textOf(await app.answerTo(await app.as('owner').say(app.channel('general'), text)))
const pass = async (ms: number) => {
  ahead += ms
  app.sandbox.advance(ms)
  await app.product.services.scheduler.tick()
}
const pending = () => app.product.services.db.select().from(pendingActs).all()
const settled = async () => {
  await pass(2 * minute)
  await until('everything to be settled', () => pending().length === 0)
}
const cases = () => findCases(app.product.services, app.guildId, {}, { limit: 100 }).found
const casesAbout = (login: string) => cases().filter(({ targetId }) => targetId === idOf(login))
const logged = () =>
  app
    .messages(app.channel('safety'))
    .map(textOf)
    .filter(text => text.includes('Not done'))

const banning = 'PUT /guilds/:guild_id/bans/:user_id'
const editing = 'PATCH /guilds/:guild_id/members/:user_id'
const mention = (login: string) => `<@${idOf(login)}>`

/** Every way to do something to somebody or to a channel, in an order in which each can be done. */
const acts: [kind: string, route: string, command: () => string, many?: number][] = [
  ['timeout', editing, () => `.timeout ${mention('member1')} 10m spam`],
  ['untimeout', editing, () => `.untimeout ${mention('member1')}`],
  ['nick', editing, () => `.nick ${mention('member2')} Captain`],
  ['kick', 'DELETE /guilds/:guild_id/members/:user_id', () => `.kick ${mention('member3')} spam`],
  ['softban', banning, () => `.softban ${mention('member4')} spam`],
  ['ban', banning, () => `.ban ${mention('member5')} 2d spam`],
  ['unban', 'DELETE /guilds/:guild_id/bans/:user_id', () => `.unban ${idOf('member5')}`],
  ['ban', 'POST /guilds/:guild_id/bulk-ban', () => `.massban ${idOf('member6')} ${idOf('stranger')} raid`, 2],
  ['slowmode', 'PATCH /channels/:channel_id', () => '.slowmode 10'],
  ['lock', 'PUT /channels/:channel_id/permissions/:overwrite_id', () => '.lock'],
  ['unlock', 'DELETE /channels/:channel_id/permissions/:overwrite_id', () => '.unlock'],
  ['voice-mute', editing, () => `.vmute ${mention('member7')}`],
  ['voice-unmute', editing, () => `.vunmute ${mention('member7')}`],
  ['deafen', editing, () => `.deafen ${mention('member7')}`],
  ['undeafen', editing, () => `.undeafen ${mention('member7')}`],
  ['move', editing, () => `.move ${mention('member8')} "Quiet corner"`],
  ['disconnect', editing, () => `.disconnect ${mention('member8')}`],
  ['purge', 'POST /channels/:channel_id/messages/bulk-delete', () => '.purge 2'],
]

const waits = [0, minute / 2]
/** Half of the acts are retried at once and half later; the nightly run tests both for each. */
describe.each(someOf([0, 1]))('tried again at once and later, begun with %i', turn => {
  test('what Discord did once is one case, and its refusals are reported', async () => {
    await open()
    const channelId = app.channel('Bench talk')
    for (const login of ['member7', 'member8'])
      expect(connectVoice(app.sandbox.context, idOf(login), app.guildId, { channelId })).toBe(true)
    for (const [place, [kind, route, command, many = 1]] of acts.entries()) {
      const wait = waits[(place + turn) % 2] ?? 0
      const typed = command()
      const before = cases().length
      for (const status of [403, 404]) {
        const refused = await failing(app, status, route, () => ask(typed))
        expect([typed, status, refused]).toEqual([typed, status, expect.stringContaining('Discord refused')])
      }
      expect([typed, pending()]).toEqual([typed, []])
      expect([typed, await failing(app, 500, route, () => ask(typed))]).toEqual([
        typed,
        expect.stringMatching(/Discord is not answering|Discord did not answer/),
      ])
      if (wait > 0) await pass(wait)
      const done = await ask(typed)
      expect([typed, done]).toEqual([typed, expect.stringMatching(/[Cc]ase|Deleted/)])
      await settled()
      const found = cases().slice(0, cases().length - before)
      expect([typed, found.map(one => one.kind)]).toEqual([typed, Array.from({ length: many }, () => kind)])
    }
    expect(logged()).toEqual([])
    await pass(2 * day)
    expect(state().bans.has(idOf('member5'))).toBe(false)
  })
})

test('a temporary ban that replaced one that failed ends', async () => {
  await open()
  await failing(app, 500, banning, () => ask(`.ban ${mention('member1')} 2d spam`))
  expect(await ask(`.ban ${mention('member1')} 2d raid`)).toContain('Case #')
  await settled()
  expect(casesAbout('member1').map(({ reason, active }) => [reason, active])).toEqual([['raid', true]])
  await pass(2 * day)
  await until('the unban', () => !state().bans.has(idOf('member1')))
  await until('its case', () => casesAbout('member1').length === 2)
  expect(casesAbout('member1').map(({ kind, active }) => [kind, active])).toEqual([
    ['unban', false],
    ['ban', false],
  ])
})

test('a permanent ban that replaced a temporary one that failed stays', async () => {
  await open()
  await failing(app, 500, banning, () => ask(`.ban ${mention('member1')} 1d spam`))
  expect(await ask(`.ban ${mention('member1')} raid`)).toContain('Case #')
  await settled()
  await pass(3 * day)
  expect(state().bans.has(idOf('member1'))).toBe(true)
  expect(casesAbout('member1').map(({ kind, active }) => [kind, active])).toEqual([['ban', true]])
})

const doAndUndo: [kind: string, route: string, login: string, done: string, undone: string, again: () => boolean][] = [
  ['ban', banning, 'member1', '.ban # 2d spam', '.unban #', () => state().bans.has(idOf('member1'))],
  [
    'timeout',
    editing,
    'member2',
    '.timeout # 10m spam',
    '.untimeout #',
    () => (state().members.get(idOf('member2'))?.communication_disabled_until ?? null) !== null,
  ],
  [
    'nick',
    editing,
    'member3',
    '.nick # Captain',
    '.nick reset #',
    () => state().members.get(idOf('member3'))?.nick === 'Captain',
  ],
]
test('acts done, undone and ordered again during an outage leave no false case', async () => {
  await open()
  for (const [, route, login, done, undone, stands] of doAndUndo) {
    const typed = (text: string) => text.replace('#', idOf(login))
    expect(await ask(typed(done))).toContain('Case #')
    expect(await ask(typed(undone))).toContain('Case #')
    await pass(minute)
    const before = casesAbout(login).length
    await failing(app, 500, route, () => ask(typed(done)))
    await settled()
    expect([done, stands(), casesAbout(login).length - before]).toEqual([done, false, 0])
    expect(casesAbout(login).filter(({ active }) => active)).toEqual([])
  }
})

/** Orders something that Discord does without ever responding. */
async function unanswered(
  login: string,
  kind: 'ban' | 'timeout',
  expiresAt: number,
  perform: (why: string) => unknown,
) {
  const { services } = app.product
  const moderator = { id: idOf('moderator'), name: 'wren' }
  const target = { id: idOf(login), name: login }
  const why = auditReason(`spam ${login}`, moderator)
  const act = { guildId: app.guildId, kind, source: 'person' as const, target, moderator, auditReason: why, expiresAt }
  services.db.transaction(() => {
    const { id } = storePending(services, act)
    const ban = { userId: target.id, userName: login, moderatorId: moderator.id, caseNumber: null }
    if (kind === 'ban') scheduleUnban(services, app.guildId, expiresAt, ban, id)
  })
  await perform(why)
}
const guild = () => {
  const found = app.product.services.client.guilds.cache.get(app.guildId)
  if (!found) throw new Error('the guild is gone')
  return found
}

test('a temporary ban interrupted before it was done does not remove the end of the next one', async () => {
  await open()
  await unanswered('member1', 'ban', app.product.services.now() + 2 * day, () => app.restart())
  expect(await ask(`.ban ${mention('member1')} 2d raid`)).toContain('Case #')
  await settled()
  expect(casesAbout('member1')).toHaveLength(1)
  await pass(2 * day)
  await until('the unban', () => !state().bans.has(idOf('member1')))
})

test('an act done and undone before it was settled is a case no longer in force, and ends nothing else', async () => {
  await open()
  const soon = app.product.services.now() + day
  await unanswered('member1', 'ban', soon, why => guild().bans.create(idOf('member1'), { reason: why }))
  await guild().bans.remove(idOf('member1'))
  await unanswered('member2', 'timeout', soon, async why =>
    (await guild().members.fetch(idOf('member2'))).disableCommunicationUntil(soon, why),
  )
  await guild().members.edit(idOf('member2'), { communicationDisabledUntil: null })
  await settled()
  for (const [login, kind] of [
    ['member1', 'ban'],
    ['member2', 'timeout'],
  ] as const)
    expect(casesAbout(login)).toMatchObject([{ kind, active: false }])
  expect(logged()).toEqual([])
})

test('if the audit log cannot be read, the state in Discord counts only for the newest order', async () => {
  await open()
  await without(app, PermissionFlagsBits.ViewAuditLog)
  for (const [route, text, login] of [
    [editing, `.nick ${mention('member1')} Captain`, 'member1'],
    [banning, `.ban ${mention('member2')} spam`, 'member2'],
    ['DELETE /guilds/:guild_id/members/:user_id', `.kick ${mention('member3')} spam`, 'member3'],
  ] as const) {
    expect(await failing(app, 500, route, () => ask(text))).toContain('Discord is not answering')
    expect(await ask(text)).toMatch(/[Cc]ase #/)
    await settled()
    expect([text, casesAbout(login).length]).toEqual([text, 1])
  }
})

test('a mass ban one by one with a lost response: people Discord banned have a case, the others none', async () => {
  await open()
  await without(app, PermissionFlagsBits.ManageGuild)
  for (const [nth, logins] of [
    [1, ['member1', 'member2', 'member3']],
    [2, ['member4', 'member5', 'member6']],
  ] as const) {
    const answersAgain = losesAnswer(app, 'PUT', /bans/, nth)
    const told = await ask(`.massban ${logins.map(idOf).join(' ')} raid`)
    answersAgain()
    const lost = logins[nth - 1] ?? ''
    expect(told).toMatch(new RegExp(`Banned ${nth - 1} of 3[^]*Discord did not answer[^]*\`${idOf(lost)}\``))
    expect(pending()).toMatchObject([{ targetId: idOf(lost), told: true }])
    await settled()
    const banned = logins.filter(login => state().bans.has(idOf(login)))
    expect(banned).toEqual(logins.slice(0, nth))
    for (const login of logins)
      expect([login, casesAbout(login).map(({ kind, active }) => [kind, active])]).toEqual([
        login,
        banned.includes(login) ? [['ban', true]] : [],
      ])
  }
  expect(logged()).toEqual([])
})

test('if the audit log cannot be read, a ban with another reason is not the one that failed', async () => {
  await open()
  await without(app, PermissionFlagsBits.ViewAuditLog)
  for (const [login, command] of [
    ['member1', '.ban # 1d spam'],
    ['member2', '.softban # spam'],
  ] as const) {
    const told = await failing(app, 500, banning, () => ask(command.replace('#', mention(login))))
    expect(told).toContain('Discord is not answering')
    await app.as('owner').rest('PUT', `/guilds/${app.guildId}/bans/${idOf(login)}`, {})
    const byHand = state().bans.get(idOf(login))
    if (!byHand) throw new Error('the ban by hand is gone')
    byHand.reason = 'for good: threats'
    await settled()
    await pass(day + minute)
    await pass(5 * minute)
    expect([command, casesAbout(login), state().bans.has(idOf(login))]).toEqual([command, [], true])
  }
})

test.each([
  ['30 days ahead', 30],
  ['30 days behind', -30],
])('with a clock that is %s, what was done without an answer is a case all the same', async (_, days) => {
  await open()
  ahead = days * day
  for (const [login, command, method, path] of [
    ['member1', '.kick # spam', 'DELETE', /members/],
    ['member2', '.nick # Captain', 'PATCH', /members/],
  ] as const) {
    const answersAgain = losesAnswer(app, method, path, 1)
    expect(await ask(command.replace('#', mention(login)))).toContain('Discord is not answering')
    answersAgain()
    await settled()
    expect([command, casesAbout(login).length]).toEqual([command, 1])
  }
})
