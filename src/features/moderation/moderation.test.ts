import { type APIMessage, GatewayDispatchEvents } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import type { CaseRow } from './contract.ts'

let app: Harness
let general: string
let owner: Visitor
beforeAll(async () => {
  app = await createHarness()
  general = app.channel('general')
  owner = await app.signIn('owner')
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const state = () => {
  const found = app.sandbox.context.world.guilds.get(app.guildId)
  if (!found) throw new Error('the guild is gone')
  return found
}
const answer = async (login: string, text: string) => {
  const asked = await app.as(login).say(general, text)
  return textOf(await app.answerTo(asked))
}
const configure = async (body: Record<string, unknown>) => {
  const { status } = await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, ...body })
  expect(status).toBe(200)
}
interface CasePage {
  cases: CaseRow[]
  total: number
  moderators: { id: string; name: string }[]
}
const casesOf = async (query: Record<string, string | number> = {}) => {
  const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const { status, body } = await owner.call('GET', `/api/guild/${app.guildId}/moderation/cases?${parameters}`)
  expect(status).toBe(200)
  return body as CasePage
}
const directTo = (login: string): APIMessage[] =>
  [...app.sandbox.context.world.channels.values()]
    .filter(({ channel }) => 'recipients' in channel && channel.recipients?.some(({ id }) => id === idOf(login)))
    .flatMap(({ channel }) => app.messages(channel.id))
const timeoutOf = (login: string) => state().members.get(idOf(login))?.communication_disabled_until ?? null

test('the form takes names and ids of channels, and says beside each field what is wrong', async () => {
  const post = (body: Record<string, unknown>) =>
    owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, ...body })
  const view = async () => (await owner.call('GET', `/api/guild/${app.guildId}/basic`)).body
  expect(await view()).toMatchObject({
    guild: { max_warn: 3, max_warn_action: 'timeout', modlog_channel: null, moderation: { enabled: true } },
  })
  const safety = app.channel('safety')
  for (const modlog_channel of ['safety', '#safety', safety]) {
    await configure({ max_warnings: 3, max_warn_action: 'TIMEOUT', modlog_channel })
    expect(await view()).toMatchObject({ guild: { modlog_channel: safety, max_warn_action: 'timeout' } })
  }
  await configure({ modlog_channel: '' })
  expect(await view()).toMatchObject({ guild: { modlog_channel: null } })
  expect(await post({ max_warnings: 11, max_warn_action: 'flog', modlog_channel: 'nowhere' })).toMatchObject({
    status: 400,
    body: {
      fields: {
        max_warnings: 'Warning threshold must be at most 10.',
        max_warn_action: expect.stringContaining('timeout, kick, ban'),
      },
    },
  })
  expect(await post({ modlog_channel: 'nowhere' })).toMatchObject({
    status: 400,
    body: { fields: { modlog_channel: 'There is no channel #nowhere in this server.' } },
  })
})

test('three warnings make a timeout; the member is notified, the log shows it, the next warning starts a new count', async () => {
  await configure({ modlog_channel: 'safety', appeal_text: 'Write to the staff of {server}.' })
  const mention = `<@${idOf('member4')}>`
  const first = await answer('moderator', `.warn ${mention} same picture again and again`)
  expect(first).toContain('**Pim** was warned')
  expect(first).toContain('Warnings that count: 1 of 3')
  expect(first).toContain('I told them by direct message')
  expect(textOf(directTo('member4')[0] as APIMessage)).toMatch(
    /You were warned in Tidewater Makers[^]*same picture[^]*Write to the staff of Tidewater Makers/,
  )
  expect(await answer('moderator', `.warn ${mention}`)).toContain('2 of 3')
  const third = await answer('moderator', `.warn ${mention} once more`)
  expect(third).toMatch(/limit of 3 warnings, so they were timed out too \(case #\d+\)/)
  expect(Date.parse(timeoutOf('member4') ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000)
  const { cases, total } = await casesOf({ target: idOf('member4') })
  expect(total).toBe(4)
  expect(cases.map(({ kind, active, ended }) => [kind, active, ended])).toEqual([
    ['timeout', true, null],
    ['warn', false, 'used'],
    ['warn', false, 'used'],
    ['warn', false, 'used'],
  ])
  expect(cases[0]).toMatchObject({ source: 'automod', moderator: { id: app.botId } })
  const logged = await until('the log of the timeout', () => {
    const posts = app.messages(app.channel('safety')).flatMap(({ embeds }) => embeds)
    return posts.find(({ author }) => author?.name === 'Moderation - Timeout')
  })
  expect(logged.title).toBe(`Case #${cases[0]?.number}`)
  expect(logged.fields?.map(({ name }) => name)).toEqual(['Member', 'Moderator', 'Reason', 'Expires'])
  expect(await answer('moderator', `.warn ${mention}`)).toContain('1 of 3')
  expect(await answer('moderator', `.clearwarn ${mention}`)).toContain('0 of 3 still count')
  expect(await answer('moderator', `.clearwarn ${mention} 1`)).toContain('is not a warning')
  expect(await answer('moderator', `.warnings ${mention}`)).toMatch(/4 warnings of Pim[^]*cleared[^]*used up/)
})

test('two moderators who warn at the same time trigger the threshold once', async () => {
  await configure({ max_warnings: 2, max_warn_action: 'timeout', dm_on_action: 'off' })
  const mention = `<@${idOf('member5')}>`
  await answer('moderator', `.warn ${mention}`)
  const { latency } = app.sandbox.context.conditions
  app.sandbox.context.conditions.latency = { medianMs: 40, p99Ms: 60 }
  const asked = await Promise.all([
    app.as('moderator').say(general, `.warn ${mention} one`),
    app.as('admin').say(general, `.warn ${idOf('member5')} two`),
  ])
  const both = await until('both answers', () => {
    const answers = app
      .messages(general)
      .filter(one => asked.some(({ id }) => one.message_reference?.message_id === id))
    return answers.length === 2 && answers.map(textOf)
  })
  expect(both.filter(text => text.includes('were timed out too'))).toHaveLength(1)
  app.sandbox.context.conditions.latency = latency
  await configure({ dm_on_action: 'on' })
  expect(timeoutOf('member5')).not.toBeNull()
  const { cases } = await casesOf({ target: idOf('member5') })
  expect(cases.filter(({ kind }) => kind === 'timeout')).toHaveLength(1)
  expect(cases.filter(({ kind, active }) => kind === 'warn' && active)).toHaveLength(1)
  expect(new Set(cases.map(({ number }) => number)).size).toBe(cases.length)
})

test('an action that fails is reported with what to change, and the warnings stay', async () => {
  await configure({ max_warnings: 1, max_warn_action: 'timeout' })
  const warned = await answer('owner', `.warn ${idOf('rogue')} testing`)
  expect(warned).toMatch(/could not time them out, so the warnings stay\. .*administrator/)
  expect((await casesOf({ target: idOf('rogue') })).cases[0]).toMatchObject({ kind: 'warn', active: true })
  expect(await answer('moderator', `.timeout ${idOf('admin')} 10m`)).toMatch(/You cannot time out .*“Admin”/)
  expect(await answer('moderator', `.kick ${idOf('owner')}`)).toBe('Nobody can kick the server owner.')
  expect(await answer('moderator', `.ban ${idOf('moderator')}`)).toBe('You cannot ban yourself.')
  expect(await answer('moderator', `.warn ${app.botId}`)).toBe('I cannot warn myself.')
  expect(await answer('moderator', `.timeout ${idOf('member2')} 29d`)).toContain('at most')
  expect(await answer('member1', `.ban ${idOf('member2')}`)).toBe('You need Ban Members for that.')
  await configure({ max_warnings: 3 })
})

test('a timeout can be extended and ended; each answer says what it replaced', async () => {
  const mention = `<@${idOf('member6')}>`
  expect(await answer('moderator', `.mute ${mention} 10m noise`)).toContain('timed out for 10 minutes')
  expect(await answer('moderator', `.timeout ${mention} 1h 30m noise`)).toMatch(
    /1 hour 30 minutes.*replaces the timeout/,
  )
  const { cases } = await casesOf({ target: idOf('member6'), kind: 'timeout' })
  expect(cases.map(({ active }) => active)).toEqual([true, false])
  expect(await answer('moderator', `.unmute ${mention}`)).toContain('no longer timed out')
  expect(timeoutOf('member6')).toBeNull()
  expect(await answer('moderator', `.unmute ${mention}`)).toContain('is not timed out')
  const entry = state().auditLog.findLast(one => one.target_id === idOf('member6'))
  expect(entry?.reason).toMatch(/^No reason given \(by wren, \d+, act [\da-f]{6}\)$/)
})

test('closed direct messages are reported, and a quick reason expands to its text', async () => {
  const account = app.sandbox.context.world.accounts.get(idOf('member6'))
  if (account) account.directMessagesClosed = true
  await configure({ reason_templates: [{ name: 'spam', text: 'Unwanted advertising' }] })
  expect(await answer('moderator', `.kick ${idOf('member6')} SPAM`)).toContain('their direct messages are closed')
  expect((await casesOf({ search: 'unwanted adv' })).cases[0]).toMatchObject({
    kind: 'kick',
    reason: 'Unwanted advertising',
    target: { id: idOf('member6'), name: 'dov' },
  })
})

test('an act by hand becomes one case, and an act of the bot does not become a second one', async () => {
  const { total } = await casesOf({ source: 'discord' })
  const target = idOf('tally')
  await app.as('owner').rest('PUT', `/guilds/${app.guildId}/bans/${target}`, {})
  const found = await until('the case', async () => (await casesOf({ target, source: 'discord' })).cases[0])
  expect(found).toMatchObject({ kind: 'ban', active: true, moderator: { id: idOf('owner'), name: 'mara.w' } })
  const entry = state().auditLog.findLast(one => one.target_id === target)
  app.sandbox.context.emit({
    type: GatewayDispatchEvents.GuildAuditLogEntryCreate,
    data: { ...entry, guild_id: app.guildId },
    audience: { guildId: app.guildId },
  })
  await answer('moderator', `.timeout ${idOf('member3')} 1h`)
  const soon = new Date(Date.now() + 600_000).toISOString()
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${idOf('member2')}`, {
    communication_disabled_until: soon,
  })
  const timeout = await until('the timeout', async () => (await casesOf({ target: idOf('member2') })).cases[0])
  expect(timeout).toMatchObject({ kind: 'timeout', source: 'discord', expiresAt: Date.parse(soon) })
  expect((await casesOf({ source: 'discord' })).total).toBe(total + 2)
  expect((await casesOf({ target })).cases).toEqual([found])
})

test('cases are shown, corrected and voided; earlier reasons are kept', async () => {
  const text = await answer('moderator', `.note ${idOf('member1')} asked twice for a role`)
  const number = Number(/#(\d+)/.exec(text)?.[1])
  expect(await answer('moderator', `.case reason ${number} asked three times`)).toContain('has been changed')
  const path = `/api/guild/${app.guildId}/moderation/cases/${number}`
  expect(await owner.call('PATCH', path, { reason: 'asked four times' })).toMatchObject({
    status: 200,
    body: {
      case: {
        reason: 'asked four times',
        edits: [{ before: 'asked twice for a role' }, { before: 'asked three times', by: { name: 'mara.w' } }],
      },
    },
  })
  expect(await answer('moderator', `.case ${number}`)).toMatch(/Note[^]*four times[^]*Reason changed/)
  expect(await answer('moderator', `.case delete ${number}`)).toContain('You need Manage Server')
  expect((await owner.call('DELETE', path)).body).toMatchObject({ case: { voided: true } })
  expect(await owner.call('DELETE', path)).toMatchObject({ status: 400, body: { code: 'moderation.void' } })
  expect(await owner.call('PATCH', path.replace(/\d+$/, '999999'), { reason: 'x' })).toMatchObject({ status: 404 })
  expect((await casesOf({ search: `#${number}` })).cases[0]).toMatchObject({ number, kind: 'note' })
  const page = await casesOf({ limit: 2 })
  const next = await casesOf({ limit: 2, before: page.cases[1]?.number ?? 0 })
  expect(next.cases[0]?.number).toBeLessThan(page.cases[1]?.number ?? 0)
  expect(next.total).toBe(page.total)
  expect(page.moderators).toContainEqual({ id: idOf('moderator'), name: 'wren' })
})

test('a long history has pages that only the person who asked can turn', async () => {
  for (let count = 0; count < 9; count += 1) await answer('moderator', `.note ${idOf('member1')} note ${count}`)
  const list = await app.answerTo(await app.as('moderator').say(general, `.history ${idOf('member1')}`))
  expect(textOf(list)).toContain('Page 1 of 2')
  const next = `moderation:casePage:${idOf('moderator')},${idOf('member1')},history,1`
  await app.as('moderator').press(list, next)
  await until('page 2', () => {
    const now = app.messages(general).find(({ id }) => id === list.id)
    return now && textOf(now).includes('Page 2 of 2') && textOf(now).includes('note 0')
  })
})

test('a moderator sees their own statistics', async () => {
  expect(await answer('moderator', '.modstats')).toMatch(/Cases by wren\nLast 7 days\n(?:.+: \d+\n)*Note: 9/)
})

test('the link of a case finds only that case, whatever other cases contain', async () => {
  for (const text of ['n1', 'n11']) await answer('owner', `.note ${idOf('member1')} ${text}`)
  const found = await casesOf({ case: 1 })
  expect([found.total, found.cases.map(({ number }) => number)]).toEqual([1, [1]])
  expect((await casesOf({ search: 1 })).total).toBeGreaterThan(1)
})

test('nicknames, the threshold and the log channel are set by command', async () => {
  expect(await answer('moderator', `.nick ${idOf('member1')} Jun of the Kiln`)).toContain(
    'now called **Jun of the Kiln**',
  )
  expect(state().members.get(idOf('member1'))?.nick).toBe('Jun of the Kiln')
  expect(await answer('moderator', `.nick reset ${idOf('member1')}`)).toContain(
    'no longer has a nickname and is called **jun_tan** again',
  )
  expect(state().members.get(idOf('member1'))?.nick).toBeNull()
  expect(await answer('moderator', `.nick reset ${idOf('member1')}`)).toContain('has no nickname')
  expect(await answer('admin', '.maxwarn limit 4')).toContain('When somebody has 4 warnings I time them out')
  expect(await answer('admin', '.maxwarn action ban')).toContain('I ban them')
  expect(await answer('admin', '.maxwarn')).toMatch(/4[^]*ban/)
  expect(await answer('admin', '.modlog off')).toContain('no longer')
  expect(await answer('admin', '.modlog #safety')).toContain('is now posted')
  expect(await answer('moderator', '.modlog off')).toContain('You need Manage Server')
})

test('somebody is forgotten with all cases about them, and removed from the cases they made', async () => {
  const body = { userId: idOf('moderator') }
  const before = await casesOf({ moderator: idOf('moderator'), limit: 100 })
  expect((await owner.call('POST', `/api/guild/${app.guildId}/forget-user`, body)).status).toBe(200)
  expect((await casesOf({ moderator: idOf('moderator') })).total).toBe(0)
  expect((await casesOf()).total).toBeGreaterThanOrEqual(before.total)
  expect((await owner.call('POST', `/api/guild/${app.guildId}/forget-user`, { userId: idOf('member4') })).status).toBe(
    200,
  )
  expect((await casesOf({ target: idOf('member4') })).total).toBe(0)
})
