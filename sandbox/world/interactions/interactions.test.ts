import { GatewayDispatchEvents, InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { editMessage } from '../messages/edit.ts'
import { listMessages } from '../messages/list.ts'
import { sendMessage } from '../messages/send.ts'
import { interactionOfToken } from './lifetime.ts'
import { deleteResponse, editResponse, followUp } from './responses.ts'

import { codeOf, createInteractionWorld } from '#test/sandbox/interactions.ts'

test('a slash command reaches its bot alone, with its full context', () => {
  const demo = createInteractionWorld()
  const role = demo.roleIdByName('Potter')
  demo.note(
    'member1',
    { type: 6, name: 'who', value: demo.idOf('member2') },
    { type: 8, name: 'role', value: role },
    { type: 7, name: 'where', value: demo.channel_id },
  )
  expect(demo.dispatches.at(-1)?.audience).toEqual({ userIds: [demo.idOf('palisade')] })
  expect(demo.received()).toMatchObject({
    type: InteractionType.ApplicationCommand,
    application_id: demo.application_id,
    channel_id: demo.channel_id,
    context: 0,
    entitlements: [],
    member: { user: { id: demo.idOf('member1') }, permissions: expect.any(String) },
    app_permissions: expect.any(String),
    data: {
      name: 'note',
      resolved: {
        users: { [demo.idOf('member2')]: { username: 'ines.k' } },
        members: { [demo.idOf('member2')]: { permissions: expect.any(String) } },
        roles: { [role]: { name: 'Potter' } },
        channels: { [demo.channel_id]: { name: 'general', app_permissions: expect.any(String) } },
      },
    },
  })
  expect(demo.received()).not.toHaveProperty('user')
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
  const demo = createInteractionWorld()
  expect(codeOf(() => demo.run('member1', { name: 'note', options }))).toBe(50_035)
  expect(demo.received()).toBeUndefined()
})

test('a command is run by those who may use it, in channels they can see', () => {
  const demo = createInteractionWorld()
  expect(codeOf(() => demo.run('member1', { name: 'staff' }))).toBe(50_013)
  expect(codeOf(() => demo.run('moderator', { name: 'staff' }))).toBeUndefined()
  expect(codeOf(() => demo.run('member1', { name: 'nothing' }))).toBe(10_063)
  const hidden = { channel_id: demo.channelIdByName('mod-log') }
  expect(codeOf(() => demo.run('member1', { name: 'note' }, hidden))).toBe(50_001)
})

test('context commands carry their target', () => {
  const demo = createInteractionWorld()
  demo.run('member1', { name: 'Who is this', type: 2, target_id: demo.idOf('member2') })
  expect(demo.received()).toMatchObject({ data: { target_id: demo.idOf('member2'), resolved: { users: {} } } })
  const message = sendMessage(demo.sandbox, demo.idOf('member2'), demo.channel_id, { content: 'bad' })
  demo.run('member1', { name: 'Report', type: 3, target_id: message.id })
  expect(demo.received()).toMatchObject({ data: { resolved: { messages: { [message.id]: { content: 'bad' } } } } })
})

test('an answer is a message of the bot that names the caller, whose client is notified of success', () => {
  const demo = createInteractionWorld()
  const asked = demo.note('member1')
  const message = demo.reply(asked, { content: 'done <@1>' })
  expect(message).toMatchObject({
    type: MessageType.ChatInputCommand,
    author: { id: demo.idOf('palisade') },
    interaction_metadata: { id: asked.id, type: 2, user: { id: demo.idOf('member1') } },
    interaction: { name: 'note' },
  })
  expect(demo.dispatches.at(-1)).toMatchObject({
    type: 'INTERACTION_SUCCESS',
    data: { nonce: 'n' },
    audience: { userIds: [demo.idOf('member1')] },
  })
})

test('an interaction is answered once, in time, with its own token', () => {
  const demo = createInteractionWorld()
  const once = demo.note('member1')
  demo.reply(once, { content: 'a' })
  expect(codeOf(() => demo.reply(once, { content: 'b' }))).toBe(40_060)
  expect(codeOf(() => demo.reply({ ...once, token: 'guess' }, { content: 'b' }))).toBe(10_062)
  const late = demo.note('member1')
  demo.advance(2999)
  expect(demo.takeTypes()).not.toContain('INTERACTION_FAILURE')
  demo.advance(1)
  expect(demo.dispatches.at(-1)).toMatchObject({ type: 'INTERACTION_FAILURE', data: { nonce: 'n' } })
  expect(codeOf(() => demo.reply(late, { content: 'x' }))).toBe(10_062)
  demo.sandbox.conditions.interactionAnswerMs = 60_000
  const slow = demo.note('member1')
  demo.advance(59_999)
  expect(codeOf(() => demo.reply(slow, { content: 'x' }))).toBeUndefined()
})

test('a refused answer acknowledges nothing', () => {
  const demo = createInteractionWorld()
  const asked = demo.note('member1')
  expect(codeOf(() => demo.reply(asked, { content: '' }))).toBe(50_006)
  expect(codeOf(() => demo.reply(asked, {}, 7))).toBe(50_035)
  expect(demo.reply(asked, { content: 'now' })?.content).toBe('now')
})

test('a deferred answer shows as thinking until an edit or the first follow-up fills it in', () => {
  const demo = createInteractionWorld()
  for (const fill of ['edit', 'follow-up']) {
    const asked = demo.note('member1')
    const thinking = demo.reply(asked, {}, 5)
    expect(thinking?.flags).toBe(MessageFlags.Loading)
    const body = { content: 'done' }
    const filled =
      fill === 'edit'
        ? editResponse(demo.sandbox, asked, thinking?.id ?? '', body, [])
        : followUp(demo.sandbox, asked, body, [])
    expect(filled).toMatchObject({ id: thinking?.id, content: 'done', flags: 0, edited_timestamp: null })
  }
})

test('follow-ups go on for a quarter of an hour', () => {
  const demo = createInteractionWorld()
  const asked = demo.note('member1')
  const find = () => interactionOfToken(demo.sandbox, demo.application_id, asked.token)
  expect(codeOf(find)).toBe(10_015)
  const original = demo.reply(asked, { content: 'first' })
  demo.advance(14 * 60_000)
  expect(followUp(demo.sandbox, find(), { content: 'more' }, [])).toMatchObject({
    type: MessageType.Reply,
    message_reference: { message_id: original?.id },
  })
  demo.advance(60_000)
  expect(codeOf(find)).toBe(50_027)
})

test('an ephemeral answer is seen by one person, and is in no list', () => {
  const demo = createInteractionWorld()
  const asked = demo.note('member1')
  const message = demo.reply(asked, { content: 'psst', flags: MessageFlags.Ephemeral })
  const create = demo.dispatches.find(dispatch => dispatch.type === GatewayDispatchEvents.MessageCreate)
  expect(create?.audience).toEqual({ userIds: [demo.idOf('member1'), demo.idOf('palisade')], direct: true })
  expect(create?.data).not.toHaveProperty('guild_id')
  const page = listMessages(demo.sandbox, demo.idOf('member1'), demo.channel_id, { limit: 5 })
  expect(page.map(one => one.id)).not.toContain(message?.id)
  deleteResponse(demo.sandbox, asked, message?.id ?? '')
  expect(demo.dispatches.at(-1)).toMatchObject({ type: 'MESSAGE_DELETE', audience: { direct: true } })
})

test('an interaction changes its own messages only', () => {
  const demo = createInteractionWorld()
  const asked = demo.note('member1')
  demo.reply(asked, { content: 'mine' })
  const other = sendMessage(demo.sandbox, demo.idOf('palisade'), demo.channel_id, { content: 'elsewhere' })
  expect(codeOf(() => editResponse(demo.sandbox, asked, other.id, { content: 'x' }, []))).toBe(10_008)
})

test('a bot may change its answer like any message of its own', () => {
  const demo = createInteractionWorld()
  const message = demo.reply(demo.note('member1'), { content: 'first' })
  editMessage(demo.sandbox, demo.idOf('palisade'), demo.channel_id, message?.id ?? '', { content: 'second' })
  expect(message?.content).toBe('second')
})

test('an answer pings users, and @everyone only with allowed mentions and the permission', () => {
  const demo = createInteractionWorld()
  const content = `@everyone <@${demo.idOf('member2')}>`
  expect(demo.reply(demo.note('member1'), { content })).toMatchObject({ mention_everyone: false, mentions: [{}] })
})

test('suggestions reach whoever is typing, with options that are half filled in', () => {
  const demo = createInteractionWorld()
  const asked = demo.run(
    'member1',
    { name: 'note', options: [{ type: 3, name: 'text', value: 'something long', focused: true }] },
    { type: 4 },
  )
  expect(demo.received()).toMatchObject({ type: 4, data: { options: [{ name: 'text', focused: true }] } })
  expect(codeOf(() => demo.reply(asked, { content: 'x' }))).toBe(50_035)
  const choices = [{ name: 'A', value: 'a' }]
  demo.reply(asked, { choices }, 8)
  expect(demo.dispatches.at(-1)).toMatchObject({
    type: 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE',
    data: { choices, nonce: 'n' },
    audience: { userIds: [demo.idOf('member1')] },
  })
})
