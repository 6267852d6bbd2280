import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { listPins, pin, unpin } from './pins.ts'
import { messagePayload } from './payload.ts'
import { clearReactions, react, reactedBy, unreact } from './reactions.ts'
import { bulkDelete, deleteMessage } from './remove.ts'
import { sendMessage } from './send.ts'

function stage() {
  const play = rehearse()
  const general = play.channelCalled('general')
  const say = (login: string, content: string) => {
    const message = sendMessage(play.sandbox, play.idOf(login), general, { content })
    play.heard()
    return message
  }
  const as = (login: string) => ({ userId: play.idOf(login) })
  const { auditLog } = play.guildCalled('Tidewater Makers')
  return { ...play, general, say, as, auditLog }
}

test('a deleted message is told by its ids alone', () => {
  const { sandbox, say, as, general, told, guildCalled } = stage()
  const message = say('member1', 'oops')
  deleteMessage(sandbox, as('member1'), general, message.id)
  const guildId = guildCalled('Tidewater Makers').guild.id
  expect(told.map(({ data }) => data)).toEqual([{ id: message.id, channel_id: general, guild_id: guildId }])
})

test('a moderator deleting the messages of one member is one entry that counts; bots and authors leave none', () => {
  const { sandbox, say, as, idOf, general, pass, heard, auditLog } = stage()
  const before = auditLog.length
  deleteMessage(sandbox, as('member1'), general, say('member1', 'mine').id)
  deleteMessage(sandbox, as('palisade'), general, say('member1', 'botted').id)
  pass()
  expect(auditLog).toHaveLength(before)
  const ids = ['a', 'b', 'c'].map(content => say('member1', content).id)
  for (const id of ids) {
    deleteMessage(sandbox, as('moderator'), general, id)
    pass()
  }
  expect(auditLog).toHaveLength(before + 1)
  expect(auditLog.at(-1)).toMatchObject({
    action_type: AuditLogEvent.MessageDelete,
    user_id: idOf('moderator'),
    target_id: idOf('member1'),
    options: { channel_id: general, count: '3' },
  })
  expect(heard().filter(type => type === 'GUILD_AUDIT_LOG_ENTRY_CREATE')).toHaveLength(1)
})

test("nobody deletes others' messages without the right to", () => {
  const { sandbox, say, as, general } = stage()
  const message = say('member1', 'mine')
  expect(() => deleteMessage(sandbox, as('member2'), general, message.id)).toThrow('Missing Permissions')
  expect(() => deleteMessage(sandbox, as('moderator'), general, '1')).toThrow('Unknown Message')
})

test('many messages go at once, with one event and one entry; unknown ones are passed over', () => {
  const { sandbox, say, as, general, pass, told, auditLog } = stage()
  const ids = [say('member1', 'a').id, say('member2', 'b').id]
  bulkDelete(sandbox, as('palisade'), general, { messages: [...ids, sandbox.nextId()] })
  expect(told.at(-1)).toMatchObject({ type: 'MESSAGE_DELETE_BULK', data: { ids } })
  pass()
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

test('pinning tells of the pins, the message and who pinned it, and the log knows', () => {
  const { sandbox, say, as, general, heard, pass, auditLog } = stage()
  const message = say('member1', 'keep')
  expect(() => pin(sandbox, as('member1'), general, message.id)).toThrow('Missing Permissions')
  pin(sandbox, as('owner'), general, message.id)
  expect(heard()).toEqual(['CHANNEL_PINS_UPDATE', 'MESSAGE_UPDATE', 'MESSAGE_CREATE'])
  pass()
  expect(auditLog.at(-1)).toMatchObject({ action_type: AuditLogEvent.MessagePin })
  expect(listPins(sandbox, as('member2').userId, general)[0]?.message).toMatchObject({ id: message.id, pinned: true })
  unpin(sandbox, as('owner'), general, message.id)
  expect(listPins(sandbox, as('member2').userId, general)).toEqual([])
})

test('a pinned message that is deleted is told as deleted only', () => {
  const { sandbox, say, as, general, heard } = stage()
  const message = say('member1', 'keep')
  pin(sandbox, as('owner'), general, message.id)
  heard()
  deleteMessage(sandbox, as('member1'), general, message.id)
  expect(heard()).toEqual(['MESSAGE_DELETE'])
})

test('reactions are counted, and one knows which are one’s own', () => {
  const { sandbox, say, idOf, general, told } = stage()
  const message = say('member1', 'nice')
  react(sandbox, idOf('member1'), general, message.id, '👍')
  react(sandbox, idOf('member2'), general, message.id, '👍')
  react(sandbox, idOf('member2'), general, message.id, '👍')
  expect(told).toHaveLength(2)
  expect(told[0]).toMatchObject({
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

test('words are no emoji, and twenty kinds are enough', () => {
  const { sandbox, say, idOf, general } = stage()
  const message = say('member1', 'nice')
  const by = idOf('owner')
  expect(() => react(sandbox, by, general, message.id, 'smile')).toThrow('Unknown Emoji')
  expect(() => react(sandbox, by, general, message.id, 'gone:123456789012345678')).toThrow('Unknown Emoji')
  for (let kind = 0; kind < 20; kind += 1) react(sandbox, by, general, message.id, String.fromCodePoint(0x1f600 + kind))
  expect(() => react(sandbox, by, general, message.id, '👍')).toThrow('Maximum number of reactions')
})
