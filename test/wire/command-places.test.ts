import { GatewayDispatchEvents, PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { createProbeFeature } from '../probe-feature.ts'
import { until } from '../until.ts'

/** Where commands may be typed, and where there must be no answer, no refused request and no error in the log. */
let app: Harness
let general: string
beforeAll(async () => {
  app = await createHarness({ features: [createProbeFeature([])] })
  general = app.channel('general')
})
afterAll(() => app.close())

const guild = () => {
  const found = app.product.services.client.guilds.cache.get(app.guildId)
  if (!found?.members.me) throw new Error('the bot is not there')
  return { guild: found, me: found.members.me }
}
const answerIn = (channelId: string, content = '.echo yes', login = 'member1') => app.answer(login, content, channelId)

const faults = () =>
  app.logged.filter(line => /"level":(?:50|60)/.test(line) || line.includes('could not be delivered'))
const refused = () => app.sandbox.requests().filter(({ caller, status }) => caller === 'bot' && status >= 400)
const own = () =>
  [...app.sandbox.context.world.channels.keys()]
    .flatMap(id => app.messages(id))
    .filter(({ author }) => author.id === app.botId).length

/**
 * The bot's messages, refused requests and logged errors after `act`, up to its answer to a later command in #general.
 */
async function consequences(act: () => Promise<unknown>) {
  const before = { said: own(), refused: refused().length, faults: faults().length }
  await act()
  await answerIn(general, '.echo control', 'owner')
  return {
    said: own() - before.said - 1,
    refused: refused().length - before.refused,
    faults: faults().length - before.faults,
  }
}
const nothing = { said: 0, refused: 0, faults: 0 }

async function thread(): Promise<string> {
  const { id } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/channels/${general}/threads`, { name: 'aside', type: 11 })
  return id
}

test('a command in a thread, a forum post, a voice channel and an announcement channel is answered there', async () => {
  const owner = app.as('owner')
  const post = await owner.rest<{ id: string }>('POST', `/channels/${app.channel('show-and-tell')}/threads`, {
    name: 'A bowl',
    message: { content: 'Look.' },
  })
  for (const place of [await thread(), post.id, app.channel('Bench talk'), app.channel('announcements')])
    expect(await answerIn(place, '.echo yes', 'owner')).toBe('yes')
})

test('the first message of a forum post may be a command', async () => {
  const post = await app.as('owner').rest<{ id: string }>('POST', `/channels/${app.channel('show-and-tell')}/threads`, {
    name: 'A cup',
    message: { content: '.echo first' },
  })
  const answer = await until('an answer', () => app.messages(post.id).find(({ author }) => author.id === app.botId))
  expect(textOf(answer)).toBe('first')
})

test.each([
  ['a channel', 'SendMessages', () => Promise.resolve(app.channel('woodwork'))],
  ['a thread', 'SendMessagesInThreads', thread],
] as const)('where the bot may not write, in %s, it does not try', async (_where, permission, open) => {
  const place = await open()
  const ruled = _where === 'a thread' ? general : place
  const rule = `/channels/${ruled}/permissions/${app.botId}`
  await app.as('owner').rest('PUT', rule, { type: 1, allow: '0', deny: String(PermissionFlagsBits[permission]) })
  await until(
    'the bot to know',
    () => guild().guild.channels.cache.get(ruled)?.permissionsFor(guild().me).has(permission) === false,
  )
  expect(await consequences(() => app.as('member1').say(place, '.echo no'))).toEqual(nothing)
  expect(await consequences(() => app.as('member1').say(place, `<@${app.botId}>`))).toEqual(nothing)
  await app.as('owner').rest('DELETE', rule)
})

test('while the bot is timed out it does not try to answer', async () => {
  const me = `/guilds/${app.guildId}/members/${app.botId}`
  const soon = new Date(Date.now() + 60_000).toISOString()
  await app.as('owner').rest('PATCH', me, { communication_disabled_until: soon })
  await until('the bot to know', () => guild().me.isCommunicationDisabled())
  const before = { said: own(), refused: refused().length, faults: faults().length }
  const asked = await app.as('member1').say(general, '.echo no')
  await app.as('owner').rest('PATCH', me, { communication_disabled_until: null })
  await until('the bot to know', () => !guild().me.isCommunicationDisabled())
  await answerIn(general, '.echo control', 'owner')
  expect(app.messages(general).filter(each => each.message_reference?.message_id === asked.id)).toEqual([])
  expect({ refused: refused().length, faults: faults().length }).toEqual({
    refused: before.refused,
    faults: before.faults,
  })
})

test('direct messages and webhooks cannot call commands', async () => {
  const member = app.as('member1')
  const direct = await member.rest<{ id: string }>('POST', '/users/@me/channels', {
    recipient_id: app.botId,
  })
  expect(await consequences(() => member.say(direct.id, '.echo no'))).toEqual(nothing)
  const hook = await app
    .as('owner')
    .rest<{ id: string; token: string }>('POST', `/channels/${general}/webhooks`, { name: 'Relay' })
  const speak = () => app.as('owner').rest('POST', `/webhooks/${hook.id}/${hook.token}`, { content: '.echo no' })
  expect(await consequences(speak)).toEqual(nothing)
})

test('an event that arrives twice is answered once', async () => {
  const asked = await app.as('member1').say(general, '.echo once')
  await app.answerTo(asked)
  const data = { ...asked, guild_id: app.guildId }
  const again = () => {
    app.sandbox.context.emit({ type: GatewayDispatchEvents.MessageCreate, data, audience: { guildId: app.guildId } })
    return Promise.resolve()
  }
  expect(await consequences(again)).toEqual(nothing)
})

test('a command whose caller leaves meanwhile still ends without an error', async () => {
  const leave = async () => {
    await app.as('member4').say(general, '.echo bye')
    await app.as('member4').rest('DELETE', `/users/@me/guilds/${app.guildId}`)
  }
  const { refused: no, faults: none } = await consequences(leave)
  expect({ no, none }).toEqual({ no: 0, none: 0 })
})

test('a channel that is deleted while a command runs causes no error', async () => {
  const { id } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, { name: 'brief', type: 0 })
  await answerIn(id)
  const vanish = async () => {
    await app.as('member1').say(id, '.gone')
    await app.as('owner').rest('DELETE', `/channels/${id}`)
  }
  const before = app.logged.length
  await consequences(vanish)
  expect(app.logged.slice(before).filter(line => /"level":(?:50|60)/.test(line))).toEqual([])
})
