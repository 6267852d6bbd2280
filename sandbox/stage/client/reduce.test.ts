import type { APIMessage } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { empty, type LiveState } from './model.ts'
import { lookupIn, ownPicture } from './people.ts'
import { readAddress, writeAddress } from './address.ts'
import { addOlder, addRefused, dropMessage, markRead } from './reduce-messages.ts'
import { reduce } from './reduce.ts'

const message = (id: string, content: string): APIMessage =>
  JSON.parse(
    JSON.stringify({
      id,
      content,
      channel_id: 'c',
      author: { id: 'u2', username: 'wren' },
      timestamp: '2026-01-01T00:00:00Z',
    }),
  )
const after = (live: LiveState, ...events: [string, unknown][]): LiveState =>
  events.reduce((each, [type, data]) => reduce(each, { type, data: data as Record<string, unknown> }), live)
const contents = (live: LiveState) => live.history['c']?.messages.map(each => each.content)
const me: LiveState = { ...empty, me: JSON.parse('{"id":"u1","username":"mara"}') }

test('messages stay in the order they were made, however they arrive', () => {
  const live = after(me, ['MESSAGE_CREATE', message('30', 'c')], ['MESSAGE_CREATE', message('4', 'a')])
  expect(contents(addOlder(live, 'c', [message('20', 'b')], true))).toEqual(['a', 'b', 'c'])
})

test('a message that Discord rejects is shown last, to its author alone, until dismissed', () => {
  const live = after(me, ['MESSAGE_CREATE', message('30', 'a')])
  const refused = addRefused(live, 'c', { content: 'coins', sentence: 'No coins.', now: 0 })
  expect(refused.history['c']?.messages.at(-1)).toMatchObject({ id: '31', flags: 64, refused: 'No coins.' })
  expect(contents(after(refused, ['MESSAGE_CREATE', message('90', 'b')]))).toEqual(['a', 'coins', 'b'])
  expect(contents(dropMessage(refused, 'c', '31'))).toEqual(['a'])
})

test('an event that comes twice counts once', () => {
  const live = after(me, ['MESSAGE_CREATE', message('1', 'a')], ['MESSAGE_CREATE', message('1', 'a')])
  expect(contents(live)).toEqual(['a'])
})

test('a page of messages that loads late does not undo an edit received meanwhile', () => {
  const live = after(
    me,
    ['MESSAGE_CREATE', message('1', 'a')],
    ['MESSAGE_UPDATE', { id: '1', channel_id: 'c', content: 'new' }],
  )
  expect(contents(addOlder(live, 'c', [message('1', 'a')], true))).toEqual(['new'])
})

test('an update of an unknown message changes nothing shown, and is kept for pages that are loading', () => {
  const live = after(me, ['MESSAGE_UPDATE', { id: '9', channel_id: 'c', content: 'x' }])
  expect(live).toEqual({ ...me, unseen: { c: 1 } })
})

test('reactions are counted, and the viewer’s own is marked', () => {
  const reaction = (user: string) => ({
    channel_id: 'c',
    message_id: '1',
    user_id: user,
    emoji: { id: null, name: '🎉' },
  })
  const live = after(
    me,
    ['MESSAGE_CREATE', message('1', 'a')],
    ['MESSAGE_REACTION_ADD', reaction('u1')],
    ['MESSAGE_REACTION_ADD', reaction('u2')],
  )
  expect(live.history['c']?.messages[0]?.reactions?.[0]).toMatchObject({ count: 2, me: true })
  const less = after(live, ['MESSAGE_REACTION_REMOVE', reaction('u1')], ['MESSAGE_REACTION_REMOVE', reaction('u2')])
  expect(less.history['c']?.messages[0]?.reactions).toEqual([])
})

test('a message deleted by others leaves a placeholder, a dismissed one none', () => {
  const live = after(me, ['MESSAGE_CREATE', message('1', 'a')], ['MESSAGE_CREATE', message('2', 'b')])
  const marked = after(live, ['MESSAGE_DELETE', { id: '1', channel_id: 'c' }])
  expect(marked.history['c']?.messages[0]?.removed).toBe('Message deleted')
  expect(contents(dropMessage(live, 'c', '1'))).toEqual(['b'])
})

test('others’ messages are unread until they are read', () => {
  const live = after(me, ['MESSAGE_CREATE', message('1', 'a')])
  expect(live.unread['c']).toBe(1)
  expect(markRead(live, 'c').unread['c']).toBeUndefined()
})

test('the page waits for every announced server, including one in an outage', () => {
  const live = after(me, ['READY', { user: me.me, guilds: [{ id: 'g' }, { id: 'h' }] }])
  expect(live.awaited).toEqual(['g', 'h'])
  expect(after(live, ['GUILD_CREATE', { id: 'h', unavailable: true }]).awaited).toEqual(['g'])
})

test('a server stays during an outage; being removed from it drops it with its channels', () => {
  const guild = {
    id: 'g',
    name: 'Makers',
    owner_id: 'u1',
    icon: null,
    member_count: 1,
    roles: [],
    features: [],
    emojis: [],
    channels: [{ id: 'c', type: 0, name: 'general' }],
    threads: [],
    members: [{ user: { id: 'u1', username: 'mara' }, roles: [] }],
    voice_states: [],
    presences: [],
  }
  const live = after(me, ['GUILD_CREATE', guild])
  expect(live.channels['c']?.guild_id).toBe('g')
  expect(after(live, ['GUILD_DELETE', { id: 'g', unavailable: true }]).guilds['g']?.unavailable).toBe(true)
  const gone = after(live, ['GUILD_DELETE', { id: 'g' }])
  expect(gone.guilds).toEqual({})
  expect(gone.channels).toEqual({})
})

test("somebody's server avatar is shown instead of their own in that server", () => {
  const member = { roles: [], avatar: 'b'.repeat(32) }
  const there = { ...me, guilds: { '1': { id: '1', members: { '2': member } } } } as unknown as LiveState
  const user = { id: '2', username: 'wren', avatar: 'a'.repeat(32) }
  expect(lookupIn(there, '1', '').avatar(user)).toContain(`/guilds/1/users/2/avatars/${member.avatar}`)
  expect(lookupIn(there, undefined, '').avatar(user)).toContain(`/avatars/2/${user.avatar}`)
})

test('irrelevant events change nothing', () => {
  expect(after(me, ['SOMETHING_NEW', {}])).toBe(me)
})

test('only pictures from the sandbox’s own CDN are loaded', () => {
  const origin = 'http://localhost:3100'
  expect(ownPicture('http://127.0.0.1:3100/cdn/avatars/1/a.png?size=64', origin)).toBe('/cdn/avatars/1/a.png?size=64')
  expect(ownPicture('https://tracker.example/cdn/a.png', origin)).toBeUndefined()
  expect(ownPicture('http://localhost:3100/api/v10/users', origin)).toBeUndefined()
  expect(ownPicture('javascript:alert(1)', origin)).toBeUndefined()
  expect(lookupIn(me, undefined, origin).user('nobody')).toBeUndefined()
})

test('the address names the account, the server and the channel, and nothing else', () => {
  expect(readAddress('?as=owner&guild=1&channel=2&evil=3')).toEqual({ as: 'owner', guild: '1', channel: '2' })
  expect(writeAddress({ as: 'owner', guild: '@me', channel: '' })).toBe('/?as=owner&guild=%40me')
  expect(writeAddress({})).toBe('/')
})
