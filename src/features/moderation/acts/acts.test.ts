// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectVoice } from '#sandbox/world/voice.ts'
import { fillDisk } from '#test/full-disk.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { auditReason } from '../audit-log/reason.ts'
import { findCases } from '../cases/case-search.ts'
import { type CaseAct, storePending } from './pending-acts.ts'
import { pendingActs } from '../table.ts'

let app: Harness
let general: string
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  general = app.channel('general')
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
const answer = async (text: string, channel = general) =>
  textOf(await app.answerTo(await app.as('owner').say(channel, text)))
const pending = () => app.product.services.db.select().from(pendingActs).all()
const newest = () => findCases(app.product.services, app.guildId, {}, { limit: 1 }).found[0]
const total = () => findCases(app.product.services, app.guildId, {}, { limit: 1 }).total
const pass = async (ms: number) => {
  ahead += ms
  app.sandbox.advance(ms)
  await app.product.services.scheduler.tick()
}
const minute = 60_000
const logged = () => app.messages(app.channel('safety')).map(textOf).join('\n')

/** The changes that the bot requested from Discord, without messages. */
const changes = () =>
  app.sandbox
    .requests()
    .filter(
      ({ caller, method, path }) =>
        caller === 'bot' && method !== 'GET' && !/messages(\/\d+)?$|typing|@me\/channels/.test(path),
    )
    .map(({ method, path }) => `${method} ${path}`)

/** Every way to do something to somebody or to a channel. */
const acts: [kind: string, command: () => string][] = [
  ['timeout', () => `.timeout <@${idOf('member1')}> 10m spam`],
  ['untimeout', () => `.untimeout <@${idOf('member1')}>`],
  ['nick', () => `.nick <@${idOf('member2')}> Captain`],
  ['kick', () => `.kick <@${idOf('member3')}> spam`],
  ['softban', () => `.softban <@${idOf('member4')}> spam`],
  ['ban', () => `.ban <@${idOf('member5')}> 2d spam`],
  ['unban', () => `.unban ${idOf('member5')}`],
  ['ban', () => `.massban ${idOf('member6')} ${idOf('stranger')} raid`],
  ['slowmode', () => '.slowmode 10'],
  ['lock', () => '.lock'],
  ['unlock', () => '.unlock'],
  ['voice-mute', () => `.vmute <@${idOf('member7')}>`],
  ['voice-unmute', () => `.vunmute <@${idOf('member7')}>`],
  ['deafen', () => `.deafen <@${idOf('member7')}>`],
  ['undeafen', () => `.undeafen <@${idOf('member7')}>`],
  ['move', () => `.move <@${idOf('member7')}> "Quiet corner"`],
  ['disconnect', () => `.disconnect <@${idOf('member7')}>`],
  ['purge', () => '.purge 1'],
]

test('with a full disk, nothing is done that cannot be stored; an act during which it fills up becomes a case later', async () => {
  const channelId = app.channel('Bench talk')
  expect(connectVoice(app.sandbox.context, idOf('member7'), app.guildId, { channelId })).toBe(true)
  const { db, client } = app.product.services
  for (const [kind, command] of acts) {
    const before = { changes: changes(), total: total() }
    const makeRoom = fillDisk(db)
    const refused = await answer(command())
    expect(refused).toMatch(/disk I keep my data on is full\. .*nothing was done\. .*in Discord itself/)
    expect(changes()).toEqual(before.changes)
    makeRoom()
    expect([total(), pending()]).toEqual([before.total, []])

    // Stored and done, but the disk is full when its case is to be stored.
    let madeRoom: (() => void) | undefined
    const onAnswer = ({ method, path }: { method: string; path: string }) => {
      if (method !== 'GET' && !/messages$|typing|@me/.test(path)) madeRoom ??= fillDisk(db)
    }
    client.rest.on('response', onAnswer)
    const done = await answer(command())
    client.rest.off('response', onAnswer)
    expect(done).toContain('as soon as the disk I keep my data on has room')
    expect(total()).toBe(before.total)
    expect(changes().length).toBeGreaterThan(before.changes.length)
    madeRoom?.()
    await pass(2 * minute)
    expect(pending()).toEqual([])
    expect(newest()?.kind).toBe(kind)
    expect(total()).toBe(before.total + (command().startsWith('.massban') ? 2 : 1))
    await pass(2 * minute)
    expect(total()).toBe(before.total + (command().startsWith('.massban') ? 2 : 1))
  }
  expect(logged()).not.toContain('Not done')
})

test('a warning needs disk space, too, and says so', async () => {
  const before = total()
  const makeRoom = fillDisk(app.product.services.db)
  expect(await answer(`.warn <@${idOf('member8')}> spam`)).toContain('The disk I keep my data on is full.')
  makeRoom()
  expect(total()).toBe(before)
})

const order = (kind: CaseAct['kind'], login: string, more: Partial<CaseAct> = {}): CaseAct => {
  const moderator = { id: idOf('moderator'), name: 'wren' }
  return {
    guildId: app.guildId,
    kind,
    source: 'person',
    target: { id: idOf(login), name: login },
    moderator,
    reason: 'spam',
    auditReason: auditReason('spam', moderator),
    ...more,
  }
}
const writtenDown = (act: CaseAct) => {
  const { services } = app.product
  services.db.transaction(() => storePending(services, act))
}

test('acts of a killed process are settled at the start: done becomes a case, not done is reported', async () => {
  const until10 = app.product.services.now() + 10 * minute
  writtenDown(order('ban', 'member8'))
  writtenDown(order('timeout', 'member2', { expiresAt: until10 }))
  // A rule repeats an order with a key; a person who pressed a button does not.
  writtenDown(order('kick', 'member3', { source: 'dashboard', key: 'press' }))
  writtenDown(order('kick', 'member4', { source: 'automod', key: 'message' }))
  const guild = app.product.services.client.guilds.cache.get(app.guildId)
  await guild?.bans.create(idOf('member8'), { reason: auditReason('spam', { id: idOf('moderator'), name: 'wren' }) })
  const before = total()
  ahead += minute
  app.sandbox.advance(minute)
  await app.restart()
  await until('the ban to be settled', () => pending().length === 0)
  expect(total()).toBe(before + 1)
  expect(newest()).toMatchObject({
    kind: 'ban',
    targetId: idOf('member8'),
    moderatorId: idOf('moderator'),
    active: true,
  })
  await until('the log', () => logged().includes('Moderation - Not done'))
  const told = (act: string, login: string) =>
    `${act} of <@${idOf(login)}>, ordered by <@${idOf('moderator')}>, was not`
  expect(logged()).toContain(told('timeout', 'member2'))
  await until('the press to be told', () => logged().includes(told('kick', 'member3')))
  expect(logged()).not.toContain(told('kick', 'member4'))
  expect(state().members.get(idOf('member2'))?.communication_disabled_until ?? null).toBeNull()
})

test('an act that Discord did without responding is found and recorded', async () => {
  const before = total()
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 4, status: 502, route: 'PATCH /guilds/:guild_id/members/:user_id' }
  expect(await answer(`.timeout <@${idOf('member2')}> 10m spam`)).toContain('Discord is not answering')
  conditions.failNext = undefined
  const [left] = pending()
  expect(left).toMatchObject({ kind: 'timeout', told: true })
  const member = state().members.get(idOf('member2'))
  if (member && left?.expiresAt) member.communication_disabled_until = new Date(left.expiresAt).toISOString()
  await pass(2 * minute)
  expect([total(), pending()]).toEqual([before + 1, []])
  expect(newest()).toMatchObject({ kind: 'timeout', active: true })
})

test('the next order about a member first settles the previous one', async () => {
  const guild = app.product.services.client.guilds.cache.get(app.guildId)
  const act = order('timeout', 'member1', { expiresAt: app.product.services.now() + minute, key: 'twice' })
  writtenDown(act)
  const member = await guild?.members.fetch(idOf('member1'))
  await member?.disableCommunicationUntil(act.expiresAt ?? null, act.auditReason)
  const before = total()
  expect(await answer(`.warn <@${idOf('member1')}> once more`)).toContain(`Case #${newest()?.number}`)
  expect(total()).toBe(before + 2)
})

/** Somebody else does by hand what the bot was ordered to do. */
const byAnother: [kind: CaseAct['kind'], more: Partial<CaseAct>, byHand: () => Promise<unknown>][] = [
  [
    'voice-mute',
    {},
    () => app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${idOf('member7')}`, { mute: true }),
  ],
  [
    'nick',
    { wanted: 'Seven' },
    () => app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${idOf('member7')}`, { nick: 'Seven' }),
  ],
  [
    'slowmode',
    { target: undefined, wanted: '15' },
    () => app.as('owner').rest('PATCH', `/channels/${app.channel('woodwork')}`, { rate_limit_per_user: 15 }),
  ],
]

test.each(byAnother)(
  'a %s that was ordered and not done is no case because somebody else did it',
  async (kind, more, byHand) => {
    expect(
      connectVoice(app.sandbox.context, idOf('member7'), app.guildId, { channelId: app.channel('Bench talk') }),
    ).toBe(true)
    const channel = kind === 'slowmode' ? { id: app.channel('woodwork'), name: 'woodwork' } : undefined
    writtenDown(order(kind, 'member7', { ...more, channel, reason: 'of the bot' }))
    await byHand()
    await pass(2 * minute)
    await until('it to be settled', () => pending().length === 0)
    const { found } = findCases(app.product.services, app.guildId, {}, { limit: 10 })
    expect(found.filter(({ reason }) => reason === 'of the bot')).toEqual([])
  },
)

test('missing messages alone do not make an ordered purge a case; an audit log entry does', async () => {
  const said = async (text: string) => (await app.as('owner').say(general, text)).id
  const purge = (wanted: string, reason: string) =>
    order('purge', 'member7', {
      target: undefined,
      channel: { id: general, name: 'general' },
      count: 2,
      wanted,
      reason,
      auditReason: auditReason(reason, { id: idOf('moderator'), name: 'wren' }),
    })
  const [gone, kept] = [await said('gone'), [await said('one'), await said('two')]]
  writtenDown(purge(gone, 'deleted by its author'))
  await app.as('owner').rest('DELETE', `/channels/${general}/messages/${gone}`)
  await pass(2 * minute)
  const act = purge(kept[0] ?? '', 'deleted by the bot')
  writtenDown(act)
  await app.product.services.client.rest.post(`/channels/${general}/messages/bulk-delete`, {
    body: { messages: kept },
    reason: act.auditReason,
  })
  await pass(2 * minute)
  await until('both to be settled', () => pending().length === 0)
  const reasons = findCases(app.product.services, app.guildId, {}, { limit: 10 }).found.map(({ reason }) => reason)
  expect(reasons).toContain('deleted by the bot')
  expect(reasons).not.toContain('deleted by its author')
})

test('a disconnection is a case even if the member has come back', async () => {
  const channelId = app.channel('Bench talk')
  const sitDown = () => connectVoice(app.sandbox.context, idOf('member7'), app.guildId, { channelId })
  sitDown()
  ahead += 10 * minute
  app.sandbox.advance(10 * minute)
  const act = order('disconnect', 'member7', { reason: 'too loud' })
  writtenDown(act)
  const guild = app.product.services.client.guilds.cache.get(app.guildId)
  const member = await guild?.members.fetch(idOf('member7'))
  await member?.edit({ channel: null, reason: act.auditReason })
  expect(sitDown()).toBe(true)
  await pass(2 * minute)
  await until('it to be settled', () => pending().length === 0)
  expect(newest()).toMatchObject({ kind: 'disconnect', reason: 'too loud' })
})
