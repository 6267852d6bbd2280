import { GatewayDispatchEvents, InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { editMessage } from '../messages/edit.ts'
import { listMessages } from '../messages/list.ts'
import { sendMessage } from '../messages/send.ts'
import { interactionOfToken } from './lifetime.ts'
import { deleteResponse, editResponse, followUp } from './responses.ts'

import { codeOf, stage } from '#test/sandbox/interactions.ts'

test('a slash command reaches its bot alone, with everything that is known of the situation', () => {
  const play = stage()
  const role = play.roleCalled('Potter')
  play.note(
    'member1',
    { type: 6, name: 'who', value: play.idOf('member2') },
    { type: 8, name: 'role', value: role },
    { type: 7, name: 'where', value: play.channel_id },
  )
  expect(play.told.at(-1)?.audience).toEqual({ userIds: [play.idOf('palisade')] })
  expect(play.received()).toMatchObject({
    type: InteractionType.ApplicationCommand,
    application_id: play.application_id,
    channel_id: play.channel_id,
    context: 0,
    entitlements: [],
    member: { user: { id: play.idOf('member1') }, permissions: expect.any(String) },
    app_permissions: expect.any(String),
    data: {
      name: 'note',
      resolved: {
        users: { [play.idOf('member2')]: { username: 'ines.k' } },
        members: { [play.idOf('member2')]: { permissions: expect.any(String) } },
        roles: { [role]: { name: 'Potter' } },
        channels: { [play.channel_id]: { name: 'general', app_permissions: expect.any(String) } },
      },
    },
  })
  expect(play.received()).not.toHaveProperty('user')
})

test.each([
  ['an option that is too long', [{ type: 3, name: 'text', value: 'far too long' }]],
  ['a missing one', []],
  [
    'an unknown one',
    [
      { type: 3, name: 'text', value: 'a' },
      { type: 3, name: 'more', value: 'a' },
    ],
  ],
  [
    'a user who does not exist',
    [
      { type: 3, name: 'text', value: 'a' },
      { type: 6, name: 'who', value: '1' },
    ],
  ],
  [
    'a number that is no choice',
    [
      { type: 3, name: 'text', value: 'a' },
      { type: 4, name: 'times', value: 2 },
    ],
  ],
  ['a number for a text', [{ type: 3, name: 'text', value: 7 }]],
])('%s is refused, and the bot hears nothing', (_, options) => {
  const play = stage()
  expect(codeOf(() => play.run('member1', { name: 'note', options }))).toBe(50_035)
  expect(play.received()).toBeUndefined()
})

test('a command is run by those it is for, where they can see', () => {
  const play = stage()
  expect(codeOf(() => play.run('member1', { name: 'staff' }))).toBe(50_013)
  expect(codeOf(() => play.run('moderator', { name: 'staff' }))).toBeUndefined()
  expect(codeOf(() => play.run('member1', { name: 'nothing' }))).toBe(10_063)
  const hidden = { channel_id: play.channelCalled('mod-log') }
  expect(codeOf(() => play.run('member1', { name: 'note' }, hidden))).toBe(50_001)
})

test('context commands carry their target', () => {
  const play = stage()
  play.run('member1', { name: 'Who is this', type: 2, target_id: play.idOf('member2') })
  expect(play.received()).toMatchObject({ data: { target_id: play.idOf('member2'), resolved: { users: {} } } })
  const message = sendMessage(play.sandbox, play.idOf('member2'), play.channel_id, { content: 'bad' })
  play.run('member1', { name: 'Report', type: 3, target_id: message.id })
  expect(play.received()).toMatchObject({ data: { resolved: { messages: { [message.id]: { content: 'bad' } } } } })
})

test('an answer is a message of the bot that says who asked, and the asker hears of success', () => {
  const play = stage()
  const asked = play.note('member1')
  const message = play.reply(asked, { content: 'done <@1>' })
  expect(message).toMatchObject({
    type: MessageType.ChatInputCommand,
    author: { id: play.idOf('palisade') },
    interaction_metadata: { id: asked.id, type: 2, user: { id: play.idOf('member1') } },
    interaction: { name: 'note' },
  })
  expect(play.told.at(-1)).toMatchObject({
    type: 'INTERACTION_SUCCESS',
    data: { nonce: 'n' },
    audience: { userIds: [play.idOf('member1')] },
  })
})

test('an interaction is answered once, in time, and with its own token', () => {
  const play = stage()
  const once = play.note('member1')
  play.reply(once, { content: 'a' })
  expect(codeOf(() => play.reply(once, { content: 'b' }))).toBe(40_060)
  expect(codeOf(() => play.reply({ ...once, token: 'guess' }, { content: 'b' }))).toBe(10_062)
  const late = play.note('member1')
  play.pass(2999)
  expect(play.heard()).not.toContain('INTERACTION_FAILURE')
  play.pass(1)
  expect(play.told.at(-1)).toMatchObject({ type: 'INTERACTION_FAILURE', data: { nonce: 'n' } })
  expect(codeOf(() => play.reply(late, { content: 'x' }))).toBe(10_062)
})

test('a refused answer acknowledges nothing', () => {
  const play = stage()
  const asked = play.note('member1')
  expect(codeOf(() => play.reply(asked, { content: '' }))).toBe(50_006)
  expect(codeOf(() => play.reply(asked, {}, 7))).toBe(50_035)
  expect(play.reply(asked, { content: 'now' })?.content).toBe('now')
})

test('a deferred answer thinks until it is filled in, by an edit or by the first follow-up', () => {
  const play = stage()
  for (const fill of ['edit', 'follow-up']) {
    const asked = play.note('member1')
    const thinking = play.reply(asked, {}, 5)
    expect(thinking?.flags).toBe(MessageFlags.Loading)
    const body = { content: 'done' }
    const filled =
      fill === 'edit'
        ? editResponse(play.sandbox, asked, thinking?.id ?? '', body, [])
        : followUp(play.sandbox, asked, body, [])
    expect(filled).toMatchObject({ id: thinking?.id, content: 'done', flags: 0, edited_timestamp: null })
  }
})

test('follow-ups go on for a quarter of an hour', () => {
  const play = stage()
  const asked = play.note('member1')
  const find = () => interactionOfToken(play.sandbox, play.application_id, asked.token)
  expect(codeOf(find)).toBe(10_015)
  const original = play.reply(asked, { content: 'first' })
  play.pass(14 * 60_000)
  expect(followUp(play.sandbox, find(), { content: 'more' }, [])).toMatchObject({
    type: MessageType.Reply,
    message_reference: { message_id: original?.id },
  })
  play.pass(60_000)
  expect(codeOf(find)).toBe(50_027)
})

test('an ephemeral answer is seen by one person, and is in no list', () => {
  const play = stage()
  const asked = play.note('member1')
  const message = play.reply(asked, { content: 'psst', flags: MessageFlags.Ephemeral })
  const create = play.told.find(dispatch => dispatch.type === GatewayDispatchEvents.MessageCreate)
  expect(create?.audience).toEqual({ userIds: [play.idOf('member1'), play.idOf('palisade')], direct: true })
  expect(create?.data).not.toHaveProperty('guild_id')
  const page = listMessages(play.sandbox, play.idOf('member1'), play.channel_id, { limit: 5 })
  expect(page.map(one => one.id)).not.toContain(message?.id)
  deleteResponse(play.sandbox, asked, message?.id ?? '')
  expect(play.told.at(-1)).toMatchObject({ type: 'MESSAGE_DELETE', audience: { direct: true } })
})

test('an interaction changes its own messages only', () => {
  const play = stage()
  const asked = play.note('member1')
  play.reply(asked, { content: 'mine' })
  const other = sendMessage(play.sandbox, play.idOf('palisade'), play.channel_id, { content: 'elsewhere' })
  expect(codeOf(() => editResponse(play.sandbox, asked, other.id, { content: 'x' }, []))).toBe(10_008)
})

test('a bot may change its answer like any message of its own', () => {
  const play = stage()
  const message = play.reply(play.note('member1'), { content: 'first' })
  editMessage(play.sandbox, play.idOf('palisade'), play.channel_id, message?.id ?? '', { content: 'second' })
  expect(message?.content).toBe('second')
})

test('an answer pings users, and everyone only if the sender says so and may', () => {
  const play = stage()
  const content = `@everyone <@${play.idOf('member2')}>`
  expect(play.reply(play.note('member1'), { content })).toMatchObject({ mention_everyone: false, mentions: [{}] })
})

test('suggestions reach the one who types, half-filled options and all', () => {
  const play = stage()
  const asked = play.run(
    'member1',
    { name: 'note', options: [{ type: 3, name: 'text', value: 'something long', focused: true }] },
    { type: 4 },
  )
  expect(play.received()).toMatchObject({ type: 4, data: { options: [{ name: 'text', focused: true }] } })
  expect(codeOf(() => play.reply(asked, { content: 'x' }))).toBe(50_035)
  const choices = [{ name: 'A', value: 'a' }]
  play.reply(asked, { choices }, 8)
  expect(play.told.at(-1)).toMatchObject({
    type: 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE',
    data: { choices, nonce: 'n' },
    audience: { userIds: [play.idOf('member1')] },
  })
})
