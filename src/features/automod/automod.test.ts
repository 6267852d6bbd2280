import { type APIMessage, EmbedType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { sanctionJob } from './sanctions/strike-limit.ts'

let app: Harness
let owner: Visitor
let general: string
let log: string
let moved = 0
const path = (rest = '') => `/api/guild/${app.guildId}${rest}`
const post = (body: Record<string, unknown>) => owner.call('POST', path('/basic'), body)
const configure = async (body: Record<string, unknown>) => {
  expect(await post({ automodUpdate: true, ...body })).toMatchObject({ status: 200 })
}
/** Everything is off, so that each test states what it is about. */
const quiet = {
  enabled: 'on',
  anti_spam: 'off',
  anti_massmention: 'off',
  anti_links: 'off',
  anti_invites: 'off',
  anti_ghostping: 'off',
  anti_attachments: 'off',
  limit_lines: 'off',
  words: [],
  wh_channels: [],
  wh_roles: [],
  automod_action: 'TIMEOUT',
  max_strikes: 100,
  debug: 'off',
  notify_channel: 'off',
  notify_member: 'off',
  mirror_native: 'off',
}

beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + moved })
  owner = await app.signIn('owner')
  general = app.channel('general')
  log = app.channel('mod-log')
  await post({ modUpdate: true, modlog_channel: 'mod-log' })
})
afterAll(() => app.close())
beforeEach(() => configure(quiet))

const idOf = (login: string) => app.as(login).userId
const exists = ({ channel_id, id }: { channel_id: string; id: string }) =>
  app.messages(channel_id).some(message => message.id === id)
const gone = (message: APIMessage) => until(`message ${message.id} to be gone`, () => !exists(message))
const logged = (text: string) =>
  until(`the log to say ${text}`, () => app.messages(log).find(message => textOf(message).includes(text)))
const answer = (login: string, text: string) => app.answer(login, text, general)
/** Everything before an answer has been judged. */
const settled = () => answer('owner', '.ping')
interface Standing {
  id: string
  strikes: number
  lastRule: string
}
const standings = async () =>
  ((await owner.call('GET', path('/automod/strikes'))).body as { members: Standing[] }).members
const strikesOf = async (login: string) => (await standings()).find(({ id }) => id === idOf(login))?.strikes ?? 0
const timeoutOf = (login: string) =>
  app.sandbox.context.world.guilds.get(app.guildId)?.members.get(idOf(login))?.communication_disabled_until ?? null
const casesOf = async (login: string) =>
  ((await owner.call('GET', path(`/moderation/cases?target=${idOf(login)}`))).body as { cases: unknown[] }).cases

test('the form takes what the specification posts, and shows an error beside the line of a pattern that cannot be used', async () => {
  await configure({
    max_strikes: 12,
    automod_action: 'timeout',
    max_lines: 7,
    anti_links: 'on',
    wh_channels: ['#safety'],
  })
  const { body } = await owner.call('GET', path('/basic'))
  expect(body).toMatchObject({
    guild: {
      automod: { enabled: true, anti_links: true, anti_spam: false, max_lines: 7, max_mentions: 3, max_duplicated: 3 },
    },
  })
  expect(body).toMatchObject({
    guild: { automod: { action: 'TIMEOUT', strikes: 12, max_strikes: 12, wh_channels: [app.channel('safety')] } },
  })
  const words = [
    { pattern: 'fine', kind: 'word' },
    { pattern: '(a', kind: 'regex' },
  ]
  expect(await post({ automodUpdate: true, words })).toMatchObject({
    status: 400,
    body: { fields: { 'words.1.pattern': expect.stringContaining('Line 2') } },
  })
  expect(await post({ automodUpdate: true, words: [{ pattern: 'a*b', kind: 'wildcard' }] })).toMatchObject({
    status: 400,
    body: { fields: { 'words.0.pattern': expect.stringContaining('Line 1') } },
  })
  expect(await post({ automodUpdate: true, max_lines: 21 })).toMatchObject({ status: 400 })
})

test('a pattern is judged wherever it is written: by a command and on the page', async () => {
  await configure({ words: [{ pattern: 'fine', kind: 'word' }] })
  const told = await answer('owner', '.anti words add /(a/')
  expect(told).toContain('“(a” cannot be used')
  expect(told).not.toContain('Line')
  expect(await answer('owner', '.anti words list')).not.toContain('(a')
  expect(await answer('owner', '.anti words add /a+b/')).toContain('are deleted')
  expect(await answer('owner', '.anti words add /a{1,2}c/')).toContain('are deleted')
  expect(await answer('owner', '.anti words add foo, bar')).toContain('one word or phrase at a time')
  await configure({ words: [] })
})

test('an invite is deleted even in a command, and when an edit adds it; the server’s own invites stay', async () => {
  await configure({ anti_invites: 'on', notify_channel: 'on', notify_member: 'on' })
  const own = await app.as('member1').say(general, 'come to discord.gg/kiln24 or discord.gg/tidewater')
  const hidden = await app.as('member1').say(general, '.ping https://discord.gg/NotHere')
  await gone(hidden)
  expect(textOf(await logged('NotHere'))).toMatch(/^Auto Moderation\n[^]*Invites[^]*1 of 100/)
  const notice = await until('a notice', () =>
    app.messages(general).find(({ content }) => content.includes('an invite to another server')),
  )
  expect(notice.mentions).toEqual([])

  expect(app.messages(general).some(message => message.message_reference?.message_id === hidden.id)).toBe(false)

  const edited = await app.as('member1').say(general, 'nothing to see')
  await app
    .as('member1')
    .rest('PATCH', `/channels/${general}/messages/${edited.id}`, { content: 'dіscord . gg/NotHere2' })
  await gone(edited)
  await logged('NotHere2')
  expect(exists(own)).toBe(true)
  expect(await strikesOf('member1')).toBe(2)
  moved += 6000
  await app.product.services.scheduler.tick()
  expect(exists(notice)).toBe(false)
})

test('forwarded messages are moderated too', async () => {
  await configure({ words: [{ pattern: 'forbidden', kind: 'word' }] })
  const original = await app.as('owner').say(general, 'a fоrbidden word')
  const forward = await app.as('member2').rest<APIMessage>('POST', `/channels/${general}/messages`, {
    message_reference: { type: 1, channel_id: general, message_id: original.id },
  })
  await gone(forward)
  expect(exists(original)).toBe(true)

  // The fields of an embed by a bot, forwarded to another channel.
  const status = await app.answerTo(await app.as('owner').say(general, '.automod status'))
  await configure({ words: [{ pattern: 'members with strikes', kind: 'word' }] })
  const carried = await app.as('member2').rest<APIMessage>('POST', `/channels/${general}/messages`, {
    message_reference: { type: 1, channel_id: general, message_id: status.id },
  })
  await gone(carried)
})

test('names of threads and forum posts are moderated too', async () => {
  await configure({ anti_invites: 'on' })
  const before = await strikesOf('member3')
  const make = (channel: string, body: Record<string, unknown>) =>
    app.as('member3').rest<{ id: string }>('POST', `/channels/${channel}/threads`, body)
  const name = 'join discord.gg/NotHere3'
  const threads = [
    await make(general, { name, type: 11 }),
    await make(app.channel('show-and-tell'), { name, message: { content: 'Look.' } }),
  ]
  const { channels } = app.sandbox.context.world
  await until('the threads to go', () => threads.every(({ id }) => !channels.has(id)))
  await until('the notice to go', () => !app.messages(general).some(({ content }) => content === name))
  await until('the strikes', async () => (await strikesOf('member3')) === before + 2)
  const fine = await make(general, { name: 'A kiln', type: 11 })
  await settled()
  expect(channels.has(fine.id)).toBe(true)
})

test('link previews that Discord adds to a message are moderated when they arrive', async () => {
  await configure({ words: [{ pattern: 'forbidden', kind: 'word' }] })
  const link = await app.as('member2').say(general, 'look https://pages.example.test/1')
  await settled()
  expect(exists(link)).toBe(true)
  app.sandbox.context.emit({
    type: GatewayDispatchEvents.MessageUpdate,
    data: { ...link, guild_id: app.guildId, embeds: [{ type: EmbedType.Link, title: 'The forbidden page' }] },
    audience: { guildId: app.guildId, channelId: general },
  })
  await gone(link)
})

test('exempt members are left alone and the log says why; debug moderates them too', async () => {
  await configure({ anti_links: 'on' })
  expect(await answer('moderator', '.automod')).toBe('You need Manage Server for that.')
  expect(await answer('owner', '.automod status')).toMatch(/Your own messages here are not moderated: Members with/)
  const kept = await app.as('moderator').say(general, 'https://example.com')
  await answer('owner', '.automod whitelistadd #woodwork')
  const elsewhere = await app.as('member2').say(app.channel('woodwork'), 'https://example.com')
  await settled()
  expect([exists(kept), exists(elsewhere)]).toEqual([true, true])
  expect(await answer('owner', '.automod debug on')).toContain('Moderators are moderated too')
  await gone(await app.as('moderator').say(general, 'https://example.com/again'))
  await answer('owner', '.automod debug off')
  expect(await answer('owner', '.automod test look at example.com')).toContain('It links to example.com.')
})

test('a burst leads to one case and one timeout, whatever it contains; a deleted mention is logged', async () => {
  await configure({ anti_spam: 'on', spam_messages: 3, spam_seconds: 60, max_strikes: 4 })
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      app
        .as('member5')
        .say(general, `wave ${index}`)
        .catch(() => undefined),
    ),
  )
  await until('the timeout', () => timeoutOf('member5') !== null)
  for (const message of sent) if (message) await gone(message)
  await settled()
  expect(await casesOf('member5')).toEqual([
    expect.objectContaining({ kind: 'timeout', source: 'automod', reason: 'Reached 4 of 4 automod strikes' }),
  ])
  expect(await strikesOf('member5')).toBe(0)
  const requests = app.sandbox.requests().filter(({ caller, status }) => caller === 'bot' && status >= 400)
  expect(requests.filter(({ path: address }) => address.includes('/messages'))).toEqual([])
})

test('a punishment that a killed process left behind is carried out, once', async () => {
  const { scheduler, now } = app.product.services
  const payload = { userId: idOf('member7'), kind: 'timeout' as const, limit: 4, key: 'automod/1/2' }
  for (const key of ['first', 'second']) scheduler.at(sanctionJob, { at: now(), guildId: app.guildId, key, payload })
  await scheduler.tick()
  expect(timeoutOf('member7')).not.toBeNull()
  expect(await casesOf('member7')).toHaveLength(1)
})

test('strikes outlive a restart, decay with time and can be forgiven', async () => {
  await configure({ anti_links: 'on', strike_decay_hours: 24 })
  for (const number of [1, 2]) await gone(await app.as('member8').say(general, `https://example.com/${number}`))
  await until('two strikes', async () => (await strikesOf('member8')) === 2)
  await app.restart()
  owner = await app.signIn('owner')
  expect(await strikesOf('member8')).toBe(2)
  moved += 25 * 3_600_000
  owner = await app.signIn('owner')
  expect(await strikesOf('member8')).toBe(0)
  await gone(await app.as('member8').say(general, 'https://example.com/3'))
  await until('one strike', async () => (await strikesOf('member8')) === 1)
  expect(await owner.call('DELETE', path(`/automod/strikes/${idOf('member8')}`))).toMatchObject({
    body: { success: true, forgiven: 3 },
  })
  expect(await strikesOf('member8')).toBe(0)
})

test('strikes that expired because they were made to expire earlier by mistake count again if that is taken back at once', async () => {
  await configure({ anti_links: 'on', strike_decay_hours: 24 })
  await gone(await app.as('member8').say(general, 'https://example.com/6'))
  await until('a strike', async () => (await strikesOf('member8')) === 1)
  moved += 5 * 3_600_000
  const lower = async () => {
    await configure({ strike_decay_hours: 2 })
    expect(await strikesOf('member8')).toBe(0)
  }
  await lower()
  // Many other changes come before it is noticed.
  for (let count = 0; count < 25; count += 1) await configure({ max_lines: 6 + (count % 2) })
  moved += 10 * 60_000
  const draft = { text: 'hello', memberId: idOf('member8'), settings: { strike_decay_hours: 24 } }
  expect((await owner.call('POST', path('/automod/test'), draft)).body).toMatchObject({ strikes: { before: 1 } })
  await configure({ strike_decay_hours: 24 })
  expect(await strikesOf('member8')).toBe(1)
  await lower()
  moved += 2 * 3_600_000
  await configure({ strike_decay_hours: 24 })
  expect(await strikesOf('member8')).toBe(0)
})

test('strikes that have expired do not count again when strikes are kept for longer', async () => {
  await configure({ anti_links: 'on', strike_decay_hours: 24 })
  await gone(await app.as('member8').say(general, 'https://example.com/4'))
  await until('a strike', async () => (await strikesOf('member8')) === 1)
  moved += 25 * 3_600_000
  owner = await app.signIn('owner')
  const draft = { text: 'hello', memberId: idOf('member8'), settings: { strike_decay_hours: 0 } }
  expect((await owner.call('POST', path('/automod/test'), draft)).body).toMatchObject({ strikes: { before: 0 } })
  await configure({ strike_decay_hours: 0 })
  expect(await strikesOf('member8')).toBe(0)
  await gone(await app.as('member8').say(general, 'https://example.com/5'))
  await until('only the new strike', async () => (await strikesOf('member8')) === 1)
  await configure({ strike_decay_hours: 24 })
  expect(await strikesOf('member8')).toBe(1)
  await owner.call('DELETE', path(`/automod/strikes/${idOf('member8')}`))
})
