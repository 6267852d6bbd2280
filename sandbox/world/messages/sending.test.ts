import { GatewayDispatchEvents, MessageFlags, MessageType, PermissionFlagsBits } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { openDirectMessages } from '../direct-messages.ts'
import { errorOf } from '#test/sandbox/error-of.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { editMessage } from './edit.ts'
import type { MessageInput } from './form.ts'
import { listMessages, pick } from './list.ts'
import { messagePayload } from './payload.ts'
import { sendMessage } from './send.ts'
import { startTyping } from './typing.ts'

function stage() {
  const demo = createDemoWorld()
  const general = demo.channelIdByName('general')
  const say = (login: string, input: MessageInput, channelId = general) =>
    sendMessage(demo.sandbox, demo.idOf(login), channelId, input)
  return { ...demo, general, say, guild: demo.guildByName('Tidewater Makers') }
}

test('a message is sent to those who see the channel, with the guild and a member without its user', () => {
  const { say, dispatches, general, guild } = stage()
  const message = say('member1', { content: '  hello  ', nonce: 'n1' })
  expect(message).toMatchObject({ content: 'hello', type: MessageType.Default, pinned: false, tts: false })
  const event = dispatches.at(-1)
  expect(event).toMatchObject({
    type: 'MESSAGE_CREATE',
    data: { id: message.id, content: 'hello', guild_id: guild.guild.id, nonce: 'n1', member: { deaf: false } },
    audience: { guildId: guild.guild.id, channelId: general },
  })
  expect(event?.data['member']).not.toHaveProperty('user')
})

test.each([
  ['nothing', {}, 50_006],
  ['blanks', { content: ' \n ' }, 50_006],
  ['too much', { content: 'x'.repeat(2001) }, 50_035],
  ['a reply to nothing', { content: 'x', message_reference: { message_id: '1' } }, 50_035],
  ['a nonce that is too long', { content: 'x', nonce: 'x'.repeat(26) }, 50_035],
])('%s is refused, and no message is sent', (_, input, code) => {
  const { say, dispatches } = stage()
  expect(errorOf(() => say('palisade', input))?.code).toBe(code)
  expect(dispatches).toEqual([])
})

test('a reply to a deleted message becomes an ordinary message when the sender allows that', () => {
  const { say } = stage()
  const message = say('palisade', { content: 'x', message_reference: { message_id: '1', fail_if_not_exists: false } })
  expect(message).toMatchObject({ type: MessageType.Default })
  expect(message.message_reference).toBeUndefined()
})

test('writing needs its permission and, before that, access to the channel', () => {
  const { say, channelIdByName } = stage()
  expect(errorOf(() => say('member1', { content: 'x' }, channelIdByName('rules')))?.code).toBe(50_013)
  expect(errorOf(() => say('member1', { content: 'x' }, channelIdByName('mod-log')))?.code).toBe(50_001)
  expect(errorOf(() => say('owner', { content: 'x' }, channelIdByName('show-and-tell')))?.code).toBe(50_008)
  expect(errorOf(() => say('stranger', { content: 'x' }))?.code).toBe(50_001)
})

test('someone who is timed out cannot write until it ends', () => {
  const demo = stage()
  const member = demo.guild.members.get(demo.idOf('member1'))
  if (member) member.communication_disabled_until = new Date(demo.sandbox.now() + 60_000).toISOString()
  expect(errorOf(() => demo.say('member1', { content: 'x' }))?.code).toBe(50_013)
  demo.advance(60_001)
  expect(demo.say('member1', { content: 'x' }).content).toBe('x')
})

test('slow mode makes people wait, but not bots and not those who may bypass it', () => {
  const demo = stage()
  Object.assign(demo.sandbox.world.channels.get(demo.general)?.channel ?? {}, { rate_limit_per_user: 10 })
  demo.say('member1', { content: 'one' })
  demo.advance(4000)
  const error = errorOf(() => demo.say('member1', { content: 'two' }))
  expect(error).toMatchObject({ status: 429, code: 20_016, extra: { retry_after: 6 } })
  demo.advance(6000)
  demo.say('member1', { content: 'two' })
  startTyping(demo.sandbox, demo.idOf('member1'), demo.general)
  expect(demo.dispatches.at(-1)).toMatchObject({ type: 'TYPING_START', data: { user_id: demo.idOf('member1') } })
  // Managing messages does not count as bypassing since 2026-02-23.
  demo.say('moderator', { content: 'one' })
  expect(errorOf(() => demo.say('moderator', { content: 'two' }))?.code).toBe(20_016)
  for (const login of ['palisade', 'admin']) {
    demo.say(login, { content: 'one' })
    demo.say(login, { content: 'two' })
  }
})

test('only those with the right ping everyone, and roles that are not mentionable', () => {
  const { say, roleIdByName } = stage()
  const content = `@everyone <@&${roleIdByName('Moderator')}> <@&${roleIdByName('Potter')}>`
  const quiet = say('member1', { content })
  expect(quiet).toMatchObject({ mention_everyone: false, mention_roles: [roleIdByName('Potter')] })
  const loud = say('admin', { content })
  expect(loud).toMatchObject({ mention_everyone: true })
  expect(loud.mention_roles).toHaveLength(2)
})

test('allowed mentions decide who is pinged', () => {
  const { say, idOf } = stage()
  const content = `@everyone <@${idOf('member1')}> <@${idOf('member2')}>`
  expect(say('admin', { content, allowed_mentions: { parse: [] } })).toMatchObject({
    mentions: [],
    mention_everyone: false,
  })
  const one = say('admin', { content, allowed_mentions: { users: [idOf('member2')] } })
  expect(one.mentions.map(user => user.id)).toEqual([idOf('member2')])
})

test('a reply pings its author by default, and shows what it answers', () => {
  const { sandbox, say, idOf } = stage()
  const first = say('member1', { content: 'question' })
  const reference = { message_id: first.id }
  const reply = say('member2', { content: 'answer', message_reference: reference })
  expect(reply).toMatchObject({ type: MessageType.Reply, mentions: [{ id: idOf('member1') }] })
  expect(messagePayload(sandbox, reply, '').referenced_message?.content).toBe('question')
  const quiet = say('member2', { content: 'x', message_reference: reference, allowed_mentions: { parse: [] } })
  expect(quiet.mentions).toEqual([])
})

test('a forward carries a copy of the words without their author', () => {
  const { say, general, channelIdByName } = stage()
  const first = say('member1', { content: 'worth repeating' })
  const reference = { type: 1 as const, message_id: first.id, channel_id: general }
  const forward = say('member2', { message_reference: reference }, channelIdByName('woodwork'))
  expect(forward).toMatchObject({ content: '', message_snapshots: [{ message: { content: 'worth repeating' } }] })
  expect(forward.message_snapshots?.[0]?.message).not.toHaveProperty('author')
  expect((forward.flags ?? 0) & MessageFlags.HasSnapshot).not.toBe(0)
})

test('a message that the sender cannot read cannot be forwarded', () => {
  const { say, channelIdByName } = stage()
  const secret = say('moderator', { content: 'for staff' }, channelIdByName('mod-log'))
  const reference = { type: 1 as const, message_id: secret.id, channel_id: channelIdByName('mod-log') }
  expect(errorOf(() => say('member1', { message_reference: reference }))?.code).toBe(50_035)
})

test('embeds and components sent by people are ignored, as their clients cannot send any', () => {
  const { say } = stage()
  expect(say('member1', { content: 'x', embeds: [{ title: 'no' }], components: [] }).embeds).toEqual([])
  expect(errorOf(() => say('member1', { embeds: [{ title: 'no' }] }))?.code).toBe(50_006)
})

test('a bot without the right to embed is refused', () => {
  const demo = stage()
  const overwrite = { id: demo.idOf('palisade'), type: 1, allow: '0', deny: String(PermissionFlagsBits.EmbedLinks) }
  Object.assign(demo.sandbox.world.channels.get(demo.general)?.channel ?? {}, { permission_overwrites: [overwrite] })
  const bot = demo.guild.members.get(demo.idOf('palisade'))
  if (bot) bot.roles = []
  expect(errorOf(() => demo.say('palisade', { embeds: [{ title: 't' }] }))?.code).toBe(50_013)
})

test('a nonce that is enforced gives the same message again for a while', () => {
  const demo = stage()
  const input = { content: 'once', nonce: 'abc', enforce_nonce: true }
  const first = demo.say('palisade', input)
  expect(demo.say('palisade', input).id).toBe(first.id)
  demo.advance(10 * 60_000)
  expect(demo.say('palisade', input).id).not.toBe(first.id)
})

test('content outside the components is refused in a message of Components V2', () => {
  const { say } = stage()
  const components = [{ type: 10, content: 'hello <@1>' }]
  const flags = MessageFlags.IsComponentsV2
  expect(errorOf(() => say('palisade', { content: 'x', components, flags }))?.errors).toHaveProperty('content')
  expect(say('palisade', { components, flags })).toMatchObject({ content: '', flags })
})

test('direct messages reach whoever shares a server and accepts them', () => {
  const demo = stage()
  const channelTo = (from: string, to: string) =>
    openDirectMessages(demo.sandbox, demo.idOf(from), { recipient_id: demo.idOf(to) }).channel.id
  const line = channelTo('palisade', 'member1')
  expect(channelTo('member1', 'palisade')).toBe(line)
  const toldOf = demo.dispatches
    .filter(({ type }) => type === GatewayDispatchEvents.ChannelCreate)
    .map(({ audience }) => audience)
  expect(toldOf).toMatchObject([{ userIds: [demo.idOf('member1')] }])
  demo.say('palisade', { content: 'psst' }, line)
  expect(demo.dispatches.at(-1)).toMatchObject({
    audience: { direct: true, userIds: [demo.idOf('palisade'), demo.idOf('member1')] },
  })
  expect(demo.dispatches.at(-1)?.data).not.toHaveProperty('guild_id')

  const account = demo.sandbox.world.accounts.get(demo.idOf('member1'))
  if (account) account.directMessagesClosed = true
  expect(errorOf(() => demo.say('palisade', { content: 'psst' }, line))?.code).toBe(50_007)
  expect(errorOf(() => demo.say('palisade', { content: 'x' }, channelTo('palisade', 'stranger')))?.code).toBe(50_278)
  expect(errorOf(() => demo.say('member2', { content: 'x' }, line))?.code).toBe(50_001)
})

test('only the author changes the text; moderators may suppress embeds', () => {
  const { sandbox, say, idOf, general, dispatches } = stage()
  const message = say('member1', { content: 'first' })
  const edit = (login: string, body: Parameters<typeof editMessage>[4]) =>
    editMessage(sandbox, idOf(login), general, message.id, body)
  expect(errorOf(() => edit('moderator', { content: 'mine' }))?.code).toBe(50_005)
  expect(errorOf(() => edit('member2', { flags: 4 }))?.code).toBe(50_005)
  edit('member1', { content: 'second' })
  expect(dispatches.at(-1)).toMatchObject({ type: 'MESSAGE_UPDATE', data: { content: 'second' } })
  expect(message.edited_timestamp).not.toBeNull()
  edit('moderator', { flags: 4 })
  expect(message).toMatchObject({ content: 'second', flags: 4 })
  expect(errorOf(() => edit('member1', { content: '' }))?.code).toBe(50_006)
  edit('member1', { content: 'third', embeds: [{ title: 'no' }] })
  expect(message).toMatchObject({ content: 'third', embeds: [] })
})

test('an edit parses mentions again and leaves the fields it does not name alone', () => {
  const { sandbox, say, idOf, general } = stage()
  const message = say('palisade', { content: 'hi', embeds: [{ title: 'kept' }] })
  editMessage(sandbox, idOf('palisade'), general, message.id, { content: `<@${idOf('member1')}>` })
  expect(message).toMatchObject({ mentions: [{ id: idOf('member1') }], embeds: [{ title: 'kept' }] })
  editMessage(sandbox, idOf('palisade'), general, message.id, { embeds: null, allowed_mentions: { parse: [] } })
  expect(message).toMatchObject({ mentions: [], embeds: [] })
})

test('pages come newest first, around, before and after a message', () => {
  const list = ['1', '2', '3', '4', '5'].map(id => ({ id }))
  const ids = (page: Partial<Parameters<typeof pick>[1]>) => pick(list, { limit: 2, ...page }).map(({ id }) => id)
  expect(ids({})).toEqual(['4', '5'])
  expect(ids({ before: '3' })).toEqual(['1', '2'])
  expect(ids({ after: '3' })).toEqual(['4', '5'])
  expect(ids({ around: '3', limit: 3 })).toEqual(['2', '3', '4'])
  const { sandbox, say, idOf, general } = stage()
  say('member1', { content: 'older' })
  say('member1', { content: 'newer' })
  const page = listMessages(sandbox, idOf('member2'), general, { limit: 2 })
  expect(page.map(message => message.content)).toEqual(['newer', 'older'])
})
