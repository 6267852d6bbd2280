import { AuditLogEvent, ChannelType, MessageType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { editMessage } from '../messages/edit.ts'
import { sendMessage } from '../messages/send.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { startPost, startThread, startThreadOn } from './create.ts'
import { deleteThread } from './delete.ts'
import { editThread } from './edit.ts'
import { activeThreads, archivedThreads } from './list.ts'
import { addToThread, joinThread, leaveThread, removeFromThread } from './membership.ts'

function stage() {
  const demo = createDemoWorld()
  const general = demo.channelIdByName('general')
  const guild = demo.guildByName('Tidewater Makers')
  const as = (login: string) => ({ userId: demo.idOf(login) })
  const open = (login: string, body: object = {}) =>
    startThread(demo.sandbox, as(login), general, { name: 'talk', type: ChannelType.PublicThread, ...body })
  const write = (login: string, channelId: string, content = 'hi') =>
    sendMessage(demo.sandbox, demo.idOf(login), channelId, { content })
  return { ...demo, general, guild, guildId: guild.guild.id, as, open, write }
}

test('a thread on a message has its id, marks it and starts with it', () => {
  const { sandbox, as, general, write, takeTypes, advance, guild } = stage()
  const message = write('member1', general, 'let us talk')
  takeTypes()
  const thread = startThreadOn(sandbox, as('member2'), general, message.id, { name: 'talk' })
  expect(thread.channel.id).toBe(message.id)
  expect(takeTypes()).toEqual(['THREAD_CREATE', 'THREAD_MEMBERS_UPDATE', 'MESSAGE_UPDATE', 'MESSAGE_CREATE'])
  expect([...thread.messages.values()].map(one => one.type)).toEqual([MessageType.ThreadStarterMessage])
  advance()
  expect(guild.auditLog.at(-1)).toMatchObject({ action_type: AuditLogEvent.ThreadCreate, target_id: message.id })
  expect(() => startThreadOn(sandbox, as('member1'), general, message.id, { name: 'again' })).toThrow('already')
})

test('a forum takes posts, whose first message has the id of the thread', () => {
  const { sandbox, as, channelIdByName } = stage()
  const forum = channelIdByName('show-and-tell')
  const body = { name: 'A bowl', message: { content: 'Thrown today' } }
  const { thread, message } = startPost(sandbox, as('member1'), forum, body, [])
  expect(message).toMatchObject({ id: thread.channel.id, channel_id: thread.channel.id, content: 'Thrown today' })
  expect(thread.channel).toMatchObject({ message_count: 0, parent_id: forum })
  expect(sandbox.world.channels.get(forum)?.channel).toMatchObject({ last_message_id: thread.channel.id })
  expect(() => startPost(sandbox, as('member1'), forum, { name: 'Empty', message: {} }, [])).toThrow('empty message')
  expect(() => startThread(sandbox, as('member1'), forum, { name: 'x', type: 11 })).toThrow('channel type')
})

test('writing in a thread adds the author to it and increases its message count', () => {
  const { open, write, idOf } = stage()
  const thread = open('member1')
  write('member2', thread.channel.id)
  expect([...thread.threadMembers.keys()]).toEqual([idOf('member1'), idOf('member2')])
  expect(thread.channel).toMatchObject({ message_count: 1, total_message_sent: 1, member_count: 2 })
})

test('a mention adds somebody to a thread, unless its author may invite nobody', () => {
  const { open, write, idOf } = stage()
  const thread = open('member1', { type: ChannelType.PrivateThread })
  write('member1', thread.channel.id, `<@${idOf('member2')}>`)
  expect([...thread.threadMembers.keys()]).toEqual(['member1', 'member2'].map(idOf))
  const shut = open('moderator', { type: ChannelType.PrivateThread, invitable: false })
  write('moderator', shut.channel.id, `<@${idOf('member1')}>`)
  write('member1', shut.channel.id, `<@${idOf('member2')}>`)
  expect([...shut.threadMembers.keys()]).toEqual(['moderator', 'member1'].map(idOf))
})

test('a private thread is seen by those in it and those who manage threads', () => {
  const { sandbox, open, write, idOf, guildId } = stage()
  const thread = open('member1', { type: ChannelType.PrivateThread })
  const id = thread.channel.id
  const seenBy = (login: string) =>
    activeThreads(sandbox, idOf(login), guildId).threads.some(({ id: other }) => other === id)
  expect(seenBy('member2')).toBe(false)
  expect(seenBy('admin')).toBe(true)
  expect(() => write('member2', id)).toThrow('Missing Access')
  addToThread(sandbox, idOf('member1'), id, idOf('member2'))
  expect(seenBy('member2')).toBe(true)
  write('member2', id)
})

test('members join and leave; the thread’s owner and managers remove others', () => {
  const { sandbox, open, idOf, dispatches } = stage()
  const thread = open('member1', { type: ChannelType.PublicThread })
  const id = thread.channel.id
  joinThread(sandbox, idOf('member2'), id)
  expect(dispatches.at(-1)).toMatchObject({ type: 'THREAD_MEMBERS_UPDATE', data: { member_count: 2 } })
  expect(() => removeFromThread(sandbox, idOf('member3'), id, idOf('member2'))).toThrow('Missing Permissions')
  removeFromThread(sandbox, idOf('member1'), id, idOf('member2'))
  expect(dispatches.at(-1)).toMatchObject({ data: { removed_member_ids: [idOf('member2')] } })
  leaveThread(sandbox, idOf('member1'), id)
  expect(thread.threadMembers.size).toBe(0)
})

test('an archived thread opens again when someone writes, a locked one does not', () => {
  const { sandbox, open, write, as, general, idOf } = stage()
  const thread = open('member1')
  const id = thread.channel.id
  write('member1', id)
  editThread(sandbox, as('member1'), id, { archived: true })
  const page = { kind: 'public' as const, limit: 10 }
  expect(archivedThreads(sandbox, idOf('member2'), general, page).threads.map(one => one.id)).toEqual([id])
  expect(() => editThread(sandbox, as('admin'), id, { name: 'renamed' })).toThrow('Thread is archived')
  const [first] = thread.messages.keys()
  expect(() => editMessage(sandbox, idOf('member1'), id, first ?? '', { content: 'x' })).toThrow('Thread is archived')
  write('member2', id)
  expect(thread.channel).toMatchObject({ thread_metadata: { archived: false } })
  expect(() => editThread(sandbox, as('member1'), id, { locked: true })).toThrow('Missing Permissions')
  editThread(sandbox, as('admin'), id, { locked: true, archived: true })
  expect(() => write('member1', id)).toThrow('Thread is archived')
  write('admin', id)
})

test('deleting a thread needs the right to manage threads and sends nothing but ids', () => {
  const { sandbox, open, as, dispatches, guildId, general } = stage()
  const { channel } = open('member1')
  expect(() => deleteThread(sandbox, as('member1'), channel.id)).toThrow('Missing Permissions')
  deleteThread(sandbox, as('admin'), channel.id)
  const data = { id: channel.id, guild_id: guildId, parent_id: general, type: ChannelType.PublicThread }
  expect(dispatches.at(-1)).toMatchObject({ type: 'THREAD_DELETE', data })
  expect(Object.keys(dispatches.at(-1)?.data ?? {})).toHaveLength(4)
})

test.each([
  ['a name of blanks', { name: '  ' }],
  ['a name that is too long', { name: 'x'.repeat(101) }],
  ['an unknown duration', { auto_archive_duration: 61 }],
  ['an unknown kind', { type: 0 }],
])('%s starts no thread', (_, body) => {
  const { open, dispatches } = stage()
  expect(() => open('member1', body)).toThrow('Invalid Form Body')
  expect(dispatches).toEqual([])
})
