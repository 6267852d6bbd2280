// @module-tag long
import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

/** Members who must be left alone, and similar cases that must be caught, through the gateway and over HTTP. */
let app: Harness
let owner: Visitor
let general: string
const path = (rest: string) => `/api/guild/${app.guildId}${rest}`
const post = (body: Record<string, unknown>) => owner.call('POST', path('/basic'), { automodUpdate: true, ...body })
const configure = async (body: Record<string, unknown>) => expect(await post(body)).toMatchObject({ status: 200 })
const off = {
  anti_attachments: 'off',
  anti_invites: 'off',
  anti_links: 'off',
  anti_spam: 'off',
  anti_ghostping: 'off',
  anti_massmention: 'off',
}

beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  general = app.channel('general')
  await owner.call('POST', path('/basic'), { modUpdate: true, modlog_channel: 'mod-log' })
})
afterAll(() => app.close())
beforeEach(() =>
  configure({ ...off, enabled: 'on', max_strikes: 100, limit_lines: 'off', notify_channel: 'off', words: [] }),
)

const idOf = (login: string) => app.as(login).userId
const say = (text: string, login = 'member2') => app.as(login).say(general, text)
const exists = ({ channel_id, id }: APIMessage) => app.messages(channel_id).some(message => message.id === id)
const gone = (message: APIMessage) => until(`“${message.content}” to be gone`, () => !exists(message))
const answer = async (text: string) => textOf(await app.answerTo(await say(text, 'owner')))
/** Everything before an answer has been judged. */
const settled = () => answer('.ping')
const tried = async (text: string) =>
  ((await owner.call('POST', path('/automod/test'), { text })).body as { deleted: boolean }).deleted
const logged = (text: string) =>
  until(`the log to say ${text}`, () =>
    app.messages(app.channel('mod-log')).find(message => textOf(message).includes(text)),
  )
const strikes = async () => {
  const { body } = await owner.call('GET', path('/automod/strikes'))
  return (body as { members: unknown[] }).members
}

/** Cases that were once judged wrongly: as a message, in the tester or in a replay. */
async function misjudged(innocent: readonly string[], guilty: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  const kept: APIMessage[] = []
  for (const text of innocent) {
    kept.push(await say(text))
    if (await tried(text)) wrong.push(`tested: ${text}`)
  }
  await settled()
  wrong.push(...kept.filter(message => !exists(message)).map(({ content }) => `deleted: ${content}`))
  const { body } = await owner.call('POST', path('/automod/replay'), { channelId: general, limit: innocent.length + 2 })
  wrong.push(...(body as { hits: { content: string }[] }).hits.map(({ content }) => `replayed: ${content}`))
  for (const text of guilty) {
    if (!(await tried(text))) wrong.push(`not found: ${text}`)
    await gone(await say(text))
  }
  await owner.call('DELETE', path(`/automod/strikes/${idOf('member2')}`))
  return wrong
}
const none: string[] = []

test('the documented form, posted whole with all six rules off, deletes nothing', async () => {
  await configure({ max_strikes: 10, automod_action: 'TIMEOUT', max_lines: 1, ...off })
  const messages = [
    await say(`1\n2\n3\n4\n5\n6\nhttps://evil.example discord.gg/NotHere`),
    await say(
      `@everyone @here <@${idOf('member3')}> <@${idOf('member4')}> <@${idOf('member5')}> <@${idOf('member6')}>`,
    ),
    ...(await Promise.all(Array.from({ length: 8 }, () => say('the same')))),
  ]
  await settled()
  expect(messages.every(exists)).toBe(true)
  expect(await strikes()).toEqual([])
})

test('lines are a rule of their own', async () => {
  expect(await post({ max_lines: 0 })).toMatchObject({ status: 400 })
  expect(await post({ max_lines: 21 })).toMatchObject({ status: 400 })
  expect(await answer('.autodelete maxlines 2')).toContain('more than 2 lines')
  expect(await misjudged(['1\n2'], ['1\n2\n3'])).toEqual(none)
  // From the log, a reader can get to the member and the channel.
  const told = textOf(await logged('Auto Moderation'))
  expect(told).toContain(`<@${idOf('member2')}>`)
  expect(told).toContain(`<#${general}>`)
  expect(await answer('.autodelete maxlines 0')).toContain('as many lines')
  expect(await misjudged(['1\n2\n3'], [])).toEqual(none)
})

test('words of other languages, numbers and code are not listed words', async () => {
  const words = ['ass', 'anal', 'ano', 'cop'].map(pattern => ({ pattern, kind: 'word' }))
  await configure({ words })
  const wrong = await misjudged(
    ['it took 45s', 'C L A S S I C', 'a n a l y s i s', 'feliz año', 'вынеси сор'],
    ['a s s', 'a$$', 'an\u200bal'],
  )
  expect(wrong).toEqual(none)
})

test('a mention counts only where Discord recognizes one', async () => {
  await configure({ anti_massmention: 'on', max_mentions: 1 })
  const named = `<@${idOf('member3')}> <@${idOf('member4')}>`
  const wrong = await misjudged(
    ['mail team@everyone.net or info@here.com', '`@everyone` is a keyword', `in code: \`${named}\``],
    ['hey @everyone!', named],
  )
  expect(wrong).toEqual(none)
})

test('every URL is a link, and Discord’s own are allowed until that is switched off', async () => {
  await configure({ anti_links: 'on', allowed_links: ['good.org'] })
  const gif = 'https://tenor.com/view/cat-gif-123'
  const wrong = await misjudged(
    [
      `${gif} 「https://discord.com/channels/1/2/3」`,
      '[https://good.org](https://good.org/x) https://good.org👍',
      'http://127.0.0.1:3000, ok.de nada',
    ],
    ['http://evil.example', 'evil.xyz/nitro', 'https://a.onion/x', '[https://good.org](https://evil.example)'],
  )
  expect(wrong).toEqual(none)
  await configure({ allow_discord_links: 'off' })
  expect(await misjudged([], [gif])).toEqual(none)
  await configure({ allow_discord_links: 'on', allowed_links: [] })
})

test('an address without https:// is no reason to delete a thread or change a nickname', async () => {
  await configure({ anti_links: 'on', judge_nicknames: 'on', words: [{ pattern: 'forbidden', kind: 'word' }] })
  const { channels, guilds } = app.sandbox.context.world
  const thread = (name: string) =>
    app.as('member3').rest<{ id: string }>('POST', `/channels/${general}/threads`, { name, type: 11 })
  const rename = (login: string, nick: string) =>
    app.as(login).rest('PATCH', `/guilds/${app.guildId}/members/@me`, { nick })
  const nickOf = (login: string) => guilds.get(app.guildId)?.members.get(idOf(login))?.nick
  const innocent = []
  for (const name of ['Help with main.tf', 'ASP.NET questions', 'socket.io help', 'evil.com/nitro'])
    innocent.push((await thread(name)).id)
  await rename('member5', 'socket.io')
  await rename('member6', 'Frank.de https://evil.example')
  await rename('member4', 'forbidden')
  await until('the nickname to be gone', () => nickOf('member4') !== 'forbidden')
  const guilty = await thread('see https://evil.example')
  await until('the thread to be gone', () => !channels.has(guilty.id))
  expect(innocent.filter(id => !channels.has(id))).toEqual([])
  expect([nickOf('member5'), nickOf('member6')]).toEqual(['socket.io', 'Frank.de https://evil.example'])
  await owner.call('DELETE', path(`/automod/strikes/${idOf('member3')}`))
  await configure({ judge_nicknames: 'off' })
})

test('file names are judged if that is switched on', async () => {
  await configure({ words: [{ pattern: 'free nitro', kind: 'word' }] })
  const tester = async () =>
    (await owner.call('POST', path('/automod/test'), { text: 'look', attachments: ['free_nitro.exe'] })).body
  expect(await tester()).toMatchObject({ deleted: false })
  await configure({ judge_file_names: 'on' })
  expect(await tester()).toMatchObject({ deleted: true })
  const send = (name: string) => app.as('member2').say(general, 'look', {}, [new File(['x'], name)])
  const innocent = await send('free-time.png')
  await gone(await send('free_nitro.exe'))
  expect(exists(innocent)).toBe(true)
  await owner.call('DELETE', path(`/automod/strikes/${idOf('member2')}`))
  await configure({ judge_file_names: 'off' })
})

test('a thread gets its previous name back, and nobody gets a strike', async () => {
  await configure({ words: [{ pattern: 'forbidden', kind: 'word' }] })
  const { channels } = app.sandbox.context.world
  const nameOf = (id: string) => channels.get(id)?.channel.name
  const lookUps = () => app.sandbox.requests().filter(request => request.path.includes('/audit-logs')).length
  const rename = (login: string, id: string, name: string) => app.as(login).rest('PATCH', `/channels/${id}`, { name })
  const { id } = await app
    .as('member3')
    .rest<{ id: string }>('POST', `/channels/${general}/threads`, { name: 'A kiln', type: 11 })
  await rename('member3', id, 'A fоrbidden kiln')
  await until('the name to be back', () => nameOf(id) === 'A kiln')
  expect(textOf(await logged('I changed it back to A kiln'))).toContain('fоrbidden')
  const before = lookUps()
  await rename('owner', id, 'A forbidden kiln, says the owner')
  await until('who did it to be asked', () => lookUps() > before)
  await settled()
  expect(nameOf(id)).toBe('A forbidden kiln, says the owner')
  expect(await strikes()).toEqual([])
})

test('moderators may rename a thread as they like even if the audit log is late, but its owner may not', async () => {
  await configure({ words: [{ pattern: 'forbidden', kind: 'word' }] })
  const { conditions, world } = app.sandbox.context
  const nameOf = (id: string) => world.channels.get(id)?.channel.name
  const start = (name: string) =>
    app.as('member3').rest<{ id: string }>('POST', `/channels/${general}/threads`, { name, type: 11 })
  const [theirs, staffs] = [await start('A glaze'), await start('A wheel')]
  // Later than the second lookup.
  conditions.auditLagMs = 2500
  try {
    await app.as('owner').rest('PATCH', `/channels/${staffs.id}`, { name: 'A forbidden wheel, says the owner' })
    await app.as('member3').rest('PATCH', `/channels/${theirs.id}`, { name: 'A forbidden glaze' })
    await until('the name to be back', () => nameOf(theirs.id) === 'A glaze')
    await settled()
    expect(nameOf(staffs.id)).toBe('A forbidden wheel, says the owner')
  } finally {
    conditions.auditLagMs = 0
  }
})

test('a nickname is changed back if that is switched on, and nobody gets a strike', async () => {
  await configure({ words: [{ pattern: 'forbidden', kind: 'word' }] })
  const nickOf = (login: string) => app.sandbox.context.world.guilds.get(app.guildId)?.members.get(idOf(login))?.nick
  const rename = (login: string, nick: string) =>
    app.as(login).rest('PATCH', `/guilds/${app.guildId}/members/@me`, { nick })
  await rename('member4', 'a forbidden name')
  await settled()
  expect(nickOf('member4')).toBe('a forbidden name')
  await configure({ judge_nicknames: 'on' })
  await rename('member4', 'a good name')
  await rename('member4', 'f0rbidden')
  await until('the nickname to be back', () => nickOf('member4') === 'a good name')
  await logged('I changed the nickname back to a good name')
  expect(await strikes()).toEqual([])
  app.sandbox.context.conditions.failNext = {
    count: 100,
    status: 503,
    route: 'PATCH /guilds/:guild_id/members/:user_id',
  }
  // Members rename themselves by another route.
  await rename('member4', 'forbidden again')
  await logged('Nothing: Discord did not answer')
  app.sandbox.context.conditions.failNext = undefined
  await configure({ judge_nicknames: 'off' })
})
