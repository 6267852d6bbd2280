import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { listPins, pin, unpin } from './pins.ts'
import { messagePayload } from './payload.ts'
import { clearReactions, react, reactedBy, unreact } from './reactions.ts'
import { bulkDelete, deleteMessage } from './remove.ts'
import { sendMessage } from './send.ts'

function stage() {
  const demo = createDemoWorld()
  const general = demo.channelIdByName('general')
  const say = (login: string, content: string) => {
    const message = sendMessage(demo.sandbox, demo.idOf(login), general, { content })
    demo.takeTypes()
    return message
  }
  const as = (login: string) => ({ userId: demo.idOf(login) })
  const { auditLog } = demo.guildByName('Tidewater Makers')
  return { ...demo, general, say, as, auditLog }
}

test('a deletion event contains only ids', () => {
  const { sandbox, say, as, general, dispatches, guildByName } = stage()
  const message = say('member1', 'oops')
  deleteMessage(sandbox, as('member1'), general, message.id)
  const guildId = guildByName('Tidewater Makers').guild.id
  expect(dispatches.map(({ data }) => data)).toEqual([{ id: message.id, channel_id: general, guild_id: guildId }])
})

test('a moderator deleting the messages of one member is one entry that counts; bots and authors leave none', () => {
  const { sandbox, say, as, idOf, general, advance, takeTypes, auditLog } = stage()
  const before = auditLog.length
  deleteMessage(sandbox, as('member1'), general, say('member1', 'mine').id)
  deleteMessage(sandbox, as('palisade'), general, say('member1', 'botted').id)
  advance()
  expect(auditLog).toHaveLength(before)
  const ids = ['a', 'b', 'c'].map(content => say('member1', content).id)
  for (const id of ids) {
    deleteMessage(sandbox, as('moderator'), general, id)
    advance()
  }
  expect(auditLog).toHaveLength(before + 1)
  expect(auditLog.at(-1)).toMatchObject({
    action_type: AuditLogEvent.MessageDelete,
    user_id: idOf('moderator'),
    target_id: idOf('member1'),
    options: { channel_id: general, count: '3' },
  })
  expect(takeTypes().filter(type => type === 'GUILD_AUDIT_LOG_ENTRY_CREATE')).toHaveLength(1)
})

test("nobody deletes others' messages without the permission", () => {
  const { sandbox, say, as, general } = stage()
  const message = say('member1', 'mine')
  expect(() => deleteMessage(sandbox, as('member2'), general, message.id)).toThrow('Missing Permissions')
  expect(() => deleteMessage(sandbox, as('moderator'), general, '1')).toThrow('Unknown Message')
})

test('many messages are deleted at once, with one event and one entry; unknown ones are skipped', () => {
  const { sandbox, say, as, general, advance, dispatches, auditLog } = stage()
  const ids = [say('member1', 'a').id, say('member2', 'b').id]
  bulkDelete(sandbox, as('palisade'), general, { messages: [...ids, sandbox.nextId()] })
  expect(dispatches.at(-1)).toMatchObject({ type: 'MESSAGE_DELETE_BULK', data: { ids } })
  advance()
  expect(auditLog.at(-1)).toMatchObject({ action_type: 73, target_id: general, options: { count: '2' } })
})

test.each([
  ['one message', (ids: string[]) => ids.slice(0, 1), 50_035],
  ['the same twice', (ids: string[]) => [ids[0], ids[0]], 50_035],
  [
    'more than a hundred',
    (ids: string[]) => Array.from({ length: 101 }, (_, i) => `${BigInt(ids[0] ?? 0) + BigInt(i)}`),
    50_035,
  ],
  ['something older than two weeks', (ids: string[]) => [...ids, '1098556165328947450'], 50_034],
])('%s cannot be deleted in bulk, and all stay', (_, choose, code) => {
  const { sandbox, say, as, general } = stage()
  const ids = [say('member1', 'a').id, say('member2', 'b').id]
  expect(() => bulkDelete(sandbox, as('palisade'), general, { messages: choose(ids) })).toThrow(
    expect.objectContaining({ code }),
  )
  expect(sandbox.world.channels.get(general)?.messages.has(ids[0] ?? '')).toBe(true)
})

test('pinning updates the pins and the message, says who pinned it, and is logged', () => {
  const { sandbox, say, as, general, takeTypes, advance, auditLog } = stage()
  const message = say('member1', 'keep')
  expect(() => pin(sandbox, as('member1'), general, message.id)).toThrow('Missing Permissions')
  pin(sandbox, as('owner'), general, message.id)
  expect(takeTypes()).toEqual(['CHANNEL_PINS_UPDATE', 'MESSAGE_UPDATE', 'MESSAGE_CREATE'])
  advance()
  expect(auditLog.at(-1)).toMatchObject({ action_type: AuditLogEvent.MessagePin })
  expect(listPins(sandbox, as('member2').userId, general)[0]?.message).toMatchObject({ id: message.id, pinned: true })
  unpin(sandbox, as('owner'), general, message.id)
  expect(listPins(sandbox, as('member2').userId, general)).toEqual([])
})

test('deleting a pinned message sends its deletion only', () => {
  const { sandbox, say, as, general, takeTypes } = stage()
  const message = say('member1', 'keep')
  pin(sandbox, as('owner'), general, message.id)
  takeTypes()
  deleteMessage(sandbox, as('member1'), general, message.id)
  expect(takeTypes()).toEqual(['MESSAGE_DELETE'])
})

test('reactions are counted, and the viewer’s own are marked', () => {
  const { sandbox, say, idOf, general, dispatches } = stage()
  const message = say('member1', 'nice')
  react(sandbox, idOf('member1'), general, message.id, '👍')
  react(sandbox, idOf('member2'), general, message.id, '👍')
  react(sandbox, idOf('member2'), general, message.id, '👍')
  expect(dispatches).toHaveLength(2)
  expect(dispatches[0]).toMatchObject({
    type: 'MESSAGE_REACTION_ADD',
    data: { emoji: { id: null, name: '👍' }, user_id: idOf('member1'), message_author_id: idOf('member1') },
  })
  expect(messagePayload(sandbox, message, idOf('member3')).reactions).toMatchObject([{ count: 2, me: false }])
  unreact(sandbox, idOf('member1'), general, message.id, '👍')
  expect(messagePayload(sandbox, message, idOf('member2')).reactions).toMatchObject([{ count: 1, me: true }])
  const page = { limit: 10 }
  expect(reactedBy(sandbox, idOf('member3'), general, message.id, '👍', page).map(({ id }) => id)).toEqual([
    idOf('member2'),
  ])
  expect(() => clearReactions(sandbox, idOf('member2'), general, message.id)).toThrow('Missing Permissions')
  clearReactions(sandbox, idOf('moderator'), general, message.id)
  expect(messagePayload(sandbox, message, idOf('member2')).reactions).toBeUndefined()
})

test('a word is no emoji, and a message has at most twenty different reactions', () => {
  const { sandbox, say, idOf, general } = stage()
  const message = say('member1', 'nice')
  const by = idOf('owner')
  expect(() => react(sandbox, by, general, message.id, 'smile')).toThrow('Unknown Emoji')
  expect(() => react(sandbox, by, general, message.id, 'gone:123456789012345678')).toThrow('Unknown Emoji')
  for (let kind = 0; kind < 20; kind += 1) react(sandbox, by, general, message.id, String.fromCodePoint(0x1f600 + kind))
  expect(() => react(sandbox, by, general, message.id, '👍')).toThrow('Maximum number of reactions')
})
