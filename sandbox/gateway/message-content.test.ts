import { GatewayDispatchEvents as Event, GatewayIntentBits as Intent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { eventWithoutContent } from './message-content.ts'
import { intentsAllow } from './intents.ts'

const written = {
  guild_id: '9',
  author: { id: '5' },
  mentions: [],
  content: 'secret',
  embeds: [{}],
  attachments: [{}],
  components: [{}],
  poll: {},
}
const asSeen = (message: Record<string, unknown>) => eventWithoutContent('MESSAGE_CREATE', message, '1')

test('the text of other messages arrives empty', () => {
  const { poll: _poll, ...rest } = written
  expect(asSeen(written)).toEqual({ ...rest, content: '', embeds: [], attachments: [], components: [] })
})

test("a bot's own messages, direct messages and messages that mention it are complete", () => {
  const { guild_id: _guild, ...direct } = written
  for (const message of [{ ...written, author: { id: '1' } }, direct, { ...written, mentions: [{ id: '1' }] }])
    expect(asSeen(message)).toEqual(message)
})

test('the message that is replied to is filtered separately', () => {
  const { guild_id: _guild, ...referenced } = written
  const answer = { ...written, author: { id: '1' }, referenced_message: referenced }
  expect(asSeen(answer)).toMatchObject({ content: 'secret', referenced_message: { content: '' } })
})

test('an edit without content has none in its event', () => {
  expect(eventWithoutContent('MESSAGE_UPDATE', { guild_id: '9', id: '3' }, '1')).toEqual({ guild_id: '9', id: '3' })
})

test('intents decide which events a bot gets, except for those that are always sent', () => {
  const guild = { direct: false, self: false }
  expect(intentsAllow(Intent.Guilds, Event.ChannelDelete, guild)).toBe(true)
  expect(intentsAllow(Intent.Guilds, Event.MessageCreate, guild)).toBe(false)
  expect(intentsAllow(Intent.GuildMessages, Event.MessageCreate, { ...guild, direct: true })).toBe(false)
  expect(intentsAllow(Intent.DirectMessages, Event.MessageCreate, { ...guild, direct: true })).toBe(true)
  expect(intentsAllow(Intent.GuildModeration, Event.GuildAuditLogEntryCreate, guild)).toBe(true)
  expect(intentsAllow(0, Event.InteractionCreate, guild)).toBe(true)
  expect(intentsAllow(0, Event.GuildMemberUpdate, { ...guild, self: true })).toBe(true)
  expect(intentsAllow(0, Event.GuildMemberUpdate, guild)).toBe(false)
  expect(intentsAllow(-1 >>> 1, 'INTERACTION_SUCCESS', guild)).toBe(false)
})
