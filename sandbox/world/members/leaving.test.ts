import { AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { type DemoWorld, createDemoWorld } from '#test/sandbox/demo-world.ts'
import { react } from '../messages/reactions.ts'
import { sendMessage } from '../messages/send.ts'
import { startThread } from '../threads/create.ts'
import { connectVoice } from '../voice.ts'
import { ban, bulkBan, listBans, unban } from './bans.ts'
import { kick, leaveGuild, removeApplication } from './departure.ts'
import { blankMember } from '../blank.ts'
import { joinGuild } from './join.ts'
import { createAccount } from './new-account.ts'
import { prune, pruneCount } from './prune.ts'

function stage(conditions = {}) {
  const demo = createDemoWorld(conditions)
  const state = demo.guildByName('Tidewater Makers')
  return { ...demo, state, guildId: state.guild.id }
}

const lastEntry = (demo: DemoWorld) => demo.guildByName('Tidewater Makers').auditLog.at(-1)
const as = (userId: string, reason?: string) => ({ userId, reason })

test('a kick looks like a leave; only the audit log tells them apart', () => {
  const demo = stage()
  kick(demo.sandbox, as(demo.idOf('moderator'), 'spam'), demo.guildId, demo.idOf('member4'))
  expect(demo.takeTypes()).toEqual(['GUILD_MEMBER_REMOVE', 'GUILD_DELETE'])
  demo.advance()
  expect(demo.takeTypes()).toEqual(['GUILD_AUDIT_LOG_ENTRY_CREATE'])
  expect(lastEntry(demo)).toEqual({
    id: expect.any(String),
    action_type: AuditLogEvent.MemberKick,
    user_id: demo.idOf('moderator'),
    target_id: demo.idOf('member4'),
    reason: 'spam',
  })
})

test('a removed member receives GUILD_DELETE without unavailable, and nobody else does', () => {
  const demo = stage()
  leaveGuild(demo.sandbox, demo.idOf('member4'), demo.guildId)
  const gone = demo.dispatches.find(dispatch => dispatch.type === GatewayDispatchEvents.GuildDelete)
  expect(gone).toMatchObject({ data: { id: demo.guildId }, audience: { userIds: [demo.idOf('member4')] } })
  expect(gone?.data).not.toHaveProperty('unavailable')
})

test('the owner can be neither kicked nor banned, and cannot leave', () => {
  const demo = stage()
  const bot = as(demo.idOf('palisade'))
  const owner = demo.idOf('owner')
  expect(() => kick(demo.sandbox, bot, demo.guildId, owner)).toThrow('Missing Permissions')
  expect(() => ban(demo.sandbox, bot, demo.guildId, owner, {})).toThrow('Missing Permissions')
  expect(() => leaveGuild(demo.sandbox, owner, demo.guildId)).toThrow('Invalid Guild')
  expect(demo.takeTypes()).toEqual([])
})

test('nobody kicks someone who ranks as high or higher', () => {
  const demo = stage()
  const wren = as(demo.idOf('moderator'))
  expect(() => kick(demo.sandbox, wren, demo.guildId, demo.idOf('admin'))).toThrow('Missing Permissions')
  expect(() => kick(demo.sandbox, as(demo.idOf('admin')), demo.guildId, demo.idOf('rogue'))).toThrow(
    'Missing Permissions',
  )
  expect(() => kick(demo.sandbox, as(demo.idOf('member1')), demo.guildId, demo.idOf('member2'))).toThrow(
    'Missing Permissions',
  )
})

test('a ban sends the leave first, then the ban, then the deletion of what they wrote', () => {
  const demo = stage()
  const week = 7 * 86_400
  demo.sandbox.now = () => Date.parse('2026-03-15T00:00:00Z')
  ban(demo.sandbox, as(demo.idOf('moderator')), demo.guildId, demo.idOf('member1'), { delete_message_seconds: week })
  expect(demo.takeTypes()).toEqual([
    'GUILD_MEMBER_REMOVE',
    'GUILD_DELETE',
    'GUILD_BAN_ADD',
    'MESSAGE_DELETE_BULK',
    'MESSAGE_DELETE_BULK',
  ])
  const left = [...demo.sandbox.world.channels.values()].flatMap(channel => [...channel.messages.values()])
  expect(left.filter(message => message.author.id === demo.idOf('member1'))).toEqual([])
})

test('somebody who is not a member can be banned, and not twice', () => {
  const demo = stage()
  const stranger = demo.idOf('stranger')
  ban(demo.sandbox, as(demo.idOf('moderator'), 'raid'), demo.guildId, stranger, {})
  ban(demo.sandbox, as(demo.idOf('moderator'), 'again'), demo.guildId, stranger, {})
  expect(demo.takeTypes()).toEqual(['GUILD_BAN_ADD'])
  expect(listBans(demo.state, { before: undefined, after: undefined, limit: 10 })).toMatchObject([
    { user: { id: stranger }, reason: 'raid' },
  ])
  unban(demo.sandbox, as(demo.idOf('moderator')), demo.guildId, stranger)
  expect(demo.takeTypes()).toEqual(['GUILD_BAN_REMOVE'])
  expect(() => unban(demo.sandbox, as(demo.idOf('moderator')), demo.guildId, stranger)).toThrow('Unknown Ban')
})

test('a bulk ban lists the users whom it could not ban', () => {
  const demo = stage()
  const [one, owner] = [demo.idOf('member4'), demo.idOf('owner')]
  const result = bulkBan(demo.sandbox, as(demo.idOf('palisade')), demo.guildId, { user_ids: [one, owner] })
  expect(result).toEqual({ banned_users: [one], failed_users: [owner] })
  expect(() => bulkBan(demo.sandbox, as(demo.idOf('palisade')), demo.guildId, { user_ids: [owner] })).toThrow(
    'Failed to ban users',
  )
})

test('in a bulk ban, banned users fail, the caller is in neither list, and the audit log does not name who did it', () => {
  for (const bulkBanExecutors of ['null', 'shown'] as const) {
    const demo = stage({ bulkBanExecutors })
    const bot = demo.idOf('palisade')
    const [banned, fresh] = [demo.idOf('stranger'), demo.idOf('member4')]
    ban(demo.sandbox, as(bot), demo.guildId, banned, {})
    const result = bulkBan(demo.sandbox, as(bot), demo.guildId, { user_ids: [banned, bot, fresh] })
    expect(result).toEqual({ banned_users: [fresh], failed_users: [banned] })
    demo.advance()
    expect(lastEntry(demo)).toMatchObject({ target_id: fresh, user_id: bulkBanExecutors === 'null' ? null : bot })
  }
})

test('bans of people outside of the server are rate-limited', () => {
  const demo = stage({ bansOfStrangers: { limit: 1, windowMs: 1000 } })
  const by = as(demo.idOf('palisade'))
  const [stranger, other] = [demo.idOf('stranger'), createAccount(demo.sandbox, 'passer')]
  ban(demo.sandbox, by, demo.guildId, stranger, {})
  expect(() => ban(demo.sandbox, by, demo.guildId, other, {})).toThrow('have been exceeded')
  ban(demo.sandbox, by, demo.guildId, demo.idOf('member4'), {})
  demo.advance(1001)
  ban(demo.sandbox, by, demo.guildId, other, {})
  expect(demo.state.bans.has(other)).toBe(true)
})

test('a large prune writes an audit log entry per thousand members, and only the first names who did it', () => {
  for (const largePrunes of ['split', 'one-entry'] as const) {
    const demo = stage({ largePrunes })
    const joined_at = new Date(demo.sandbox.now() - 60 * 86_400_000).toISOString()
    for (let count = 0; count < 2100; count += 1) {
      const id = createAccount(demo.sandbox, `idle${count}`)
      const account = demo.sandbox.world.accounts.get(id)
      if (account) account.lastActive = 0
      demo.state.members.set(id, blankMember(joined_at, []))
    }
    const { pruned } = prune(demo.sandbox, as(demo.idOf('admin')), demo.guildId, { days: 7 })
    demo.advance()
    const entries = demo.state.auditLog.map(({ user_id, options }) => [user_id, Number(options?.members_removed)])
    expect(entries.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(pruned)
    expect(entries.map(([userId]) => userId === demo.idOf('admin'))).toEqual(
      largePrunes === 'split' ? [true, false, false] : [true],
    )
  }
})

test('a bulk ban needs Manage Server beside Ban Members', () => {
  const demo = stage()
  const body = { user_ids: [demo.idOf('member4')] }
  expect(() => bulkBan(demo.sandbox, as(demo.idOf('moderator')), demo.guildId, body)).toThrow('Missing Permissions')
})

test('a prune removes people without roles and is one entry in the audit log', () => {
  const demo = stage()
  const admin = as(demo.idOf('admin'))
  expect(pruneCount(demo.sandbox, admin, demo.guildId, { days: '7' })).toEqual({ pruned: 2 })
  expect(prune(demo.sandbox, admin, demo.guildId, { days: 7 })).toEqual({ pruned: 2 })
  demo.advance()
  expect(demo.takeTypes().filter(type => type === 'GUILD_MEMBER_REMOVE')).toHaveLength(2)
  expect(demo.state.auditLog).toHaveLength(1)
  expect(lastEntry(demo)).toMatchObject({
    action_type: AuditLogEvent.MemberPrune,
    options: { delete_member_days: '7', members_removed: '2' },
  })
  expect(lastEntry(demo)).not.toHaveProperty('changes')
})

test('someone who was active recently is not pruned', () => {
  const demo = stage()
  const account = demo.sandbox.world.accounts.get(demo.idOf('member4'))
  if (account) account.lastActive = demo.sandbox.now() - 86_400_000
  expect(pruneCount(demo.sandbox, as(demo.idOf('admin')), demo.guildId, { days: 7 })).toEqual({ pruned: 1 })
})

test.each<[string, (demo: ReturnType<typeof stage>, userId: string) => void]>([
  ['writing', (demo, id) => void sendMessage(demo.sandbox, id, demo.channelIdByName('general'), { content: 'hi' })],
  [
    'reacting',
    (demo, id) => {
      const general = demo.channelIdByName('general')
      const { id: messageId } = sendMessage(demo.sandbox, demo.idOf('owner'), general, { content: 'hi' })
      react(demo.sandbox, id, general, messageId, '👍')
    },
  ],
  [
    'going to a voice channel',
    (demo, id) => void connectVoice(demo.sandbox, id, demo.guildId, { channelId: demo.channelIdByName('Bench talk') }),
  ],
  [
    'opening a thread',
    (demo, id) =>
      void startThread(demo.sandbox, { userId: id }, demo.channelIdByName('general'), { name: 'talk', type: 11 }),
  ],
  [
    'joining anew',
    (demo, id) => {
      leaveGuild(demo.sandbox, id, demo.guildId)
      joinGuild(demo.sandbox, id, demo.guildId)
    },
  ],
])('%s counts as being there', (_, act) => {
  const demo = stage()
  const member = demo.idOf('member4')
  const idle = () => pruneCount(demo.sandbox, as(demo.idOf('admin')), demo.guildId, { days: 7 }).pruned
  const account = demo.sandbox.world.accounts.get(member)
  if (account) account.lastActive = 0
  const before = idle()
  act(demo, member)
  expect(idle()).toBe(before - 1)
  demo.advance(7 * 86_400_000 + 1)
  expect(idle()).toBeGreaterThanOrEqual(before)
})

test('nobody bans themselves', () => {
  const demo = stage()
  for (const login of ['admin', 'owner']) {
    const ownId = demo.idOf(login)
    expect(() => ban(demo.sandbox, as(ownId), demo.guildId, ownId, {})).toThrow('Missing Permissions')
    expect(demo.state.members.has(ownId)).toBe(true)
  }
  expect(demo.takeTypes()).toEqual([])
})

test('in a server with PRUNE_REQUIRES_ADMIN only administrators prune', () => {
  const demo = stage()
  const features: string[] = demo.state.guild.features
  features.push('PRUNE_REQUIRES_ADMIN')
  expect(() => prune(demo.sandbox, as(demo.idOf('palisade')), demo.guildId, {})).toThrow('Missing Permissions')
  expect(prune(demo.sandbox, as(demo.idOf('admin')), demo.guildId, {})).toEqual({ pruned: 2 })
})

test('a bot that is kicked takes its role and its integration with it', () => {
  const demo = stage()
  const role = demo.roleIdByName('Tally')
  kick(demo.sandbox, as(demo.idOf('admin')), demo.guildId, demo.idOf('tally'))
  expect(demo.takeTypes()).toEqual([
    'GUILD_MEMBER_REMOVE',
    'GUILD_DELETE',
    'GUILD_ROLE_DELETE',
    'GUILD_INTEGRATIONS_UPDATE',
    'INTEGRATION_DELETE',
  ])
  expect(demo.state.roles.has(role)).toBe(false)
})

test('removing an integration removes its bot', () => {
  const demo = stage()
  removeApplication(demo.sandbox, as(demo.idOf('owner')), demo.guildId, demo.idOf('jukebox'))
  expect(demo.state.members.has(demo.idOf('jukebox'))).toBe(false)
  demo.advance()
  expect(lastEntry(demo)).toMatchObject({ action_type: AuditLogEvent.IntegrationDelete })
})

test('whoever leaves the server leaves its voice channels first', () => {
  const demo = stage()
  connectVoice(demo.sandbox, demo.idOf('member4'), demo.guildId, { channelId: demo.channelIdByName('Bench talk') })
  leaveGuild(demo.sandbox, demo.idOf('member4'), demo.guildId)
  expect(demo.takeTypes()).toEqual([
    'VOICE_STATE_UPDATE',
    'VOICE_CHANNEL_START_TIME_UPDATE',
    'VOICE_STATE_UPDATE',
    'VOICE_CHANNEL_START_TIME_UPDATE',
    'GUILD_MEMBER_REMOVE',
    'GUILD_DELETE',
  ])
  expect(demo.state.voiceStates.size).toBe(0)
})
