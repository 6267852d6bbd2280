import { AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { type Rehearsal, rehearse } from '#test/sandbox/demo-world.ts'
import { connectVoice } from '../voice.ts'
import { ban, bulkBan, listBans, unban } from './bans.ts'
import { kick, leaveGuild, removeApplication } from './departure.ts'
import { prune, pruneCount } from './prune.ts'

function stage(conditions = {}) {
  const play = rehearse(conditions)
  const state = play.guildCalled('Tidewater Makers')
  return { ...play, state, guildId: state.guild.id }
}

const lastEntry = (play: Rehearsal) => play.guildCalled('Tidewater Makers').auditLog.at(-1)
const as = (userId: string, reason?: string) => ({ userId, reason })

test('a kick is told as a leave, and only the audit log knows that it was one', () => {
  const play = stage()
  kick(play.sandbox, as(play.idOf('moderator'), 'spam'), play.guildId, play.idOf('member4'))
  expect(play.heard()).toEqual(['GUILD_MEMBER_REMOVE', 'GUILD_DELETE'])
  play.pass()
  expect(play.heard()).toEqual(['GUILD_AUDIT_LOG_ENTRY_CREATE'])
  expect(lastEntry(play)).toEqual({
    id: expect.any(String),
    action_type: AuditLogEvent.MemberKick,
    user_id: play.idOf('moderator'),
    target_id: play.idOf('member4'),
    reason: 'spam',
  })
})

test('the one who is gone hears GUILD_DELETE without unavailable, and nobody else does', () => {
  const play = stage()
  leaveGuild(play.sandbox, play.idOf('member4'), play.guildId)
  const gone = play.told.find(dispatch => dispatch.type === GatewayDispatchEvents.GuildDelete)
  expect(gone).toMatchObject({ data: { id: play.guildId }, audience: { userIds: [play.idOf('member4')] } })
  expect(gone?.data).not.toHaveProperty('unavailable')
})

test('the owner can be neither kicked nor banned, and cannot leave', () => {
  const play = stage()
  const bot = as(play.idOf('palisade'))
  const owner = play.idOf('owner')
  expect(() => kick(play.sandbox, bot, play.guildId, owner)).toThrow('Missing Permissions')
  expect(() => ban(play.sandbox, bot, play.guildId, owner, {})).toThrow('Missing Permissions')
  expect(() => leaveGuild(play.sandbox, owner, play.guildId)).toThrow('Invalid Guild')
  expect(play.heard()).toEqual([])
})

test('nobody kicks someone who stands as high or higher', () => {
  const play = stage()
  const wren = as(play.idOf('moderator'))
  expect(() => kick(play.sandbox, wren, play.guildId, play.idOf('admin'))).toThrow('Missing Permissions')
  expect(() => kick(play.sandbox, as(play.idOf('admin')), play.guildId, play.idOf('rogue'))).toThrow(
    'Missing Permissions',
  )
  expect(() => kick(play.sandbox, as(play.idOf('member1')), play.guildId, play.idOf('member2'))).toThrow(
    'Missing Permissions',
  )
})

test('a ban lets the member go first, then tells the ban, then takes back what they wrote', () => {
  const play = stage()
  const week = 7 * 86_400
  play.sandbox.now = () => Date.parse('2026-03-15T00:00:00Z')
  ban(play.sandbox, as(play.idOf('moderator')), play.guildId, play.idOf('member1'), { delete_message_seconds: week })
  expect(play.heard()).toEqual([
    'GUILD_MEMBER_REMOVE',
    'GUILD_DELETE',
    'GUILD_BAN_ADD',
    'MESSAGE_DELETE_BULK',
    'MESSAGE_DELETE_BULK',
  ])
  const left = [...play.sandbox.world.channels.values()].flatMap(channel => [...channel.messages.values()])
  expect(left.filter(message => message.author.id === play.idOf('member1'))).toEqual([])
})

test('someone who is no member can be banned, once', () => {
  const play = stage()
  const stranger = play.idOf('stranger')
  ban(play.sandbox, as(play.idOf('moderator'), 'raid'), play.guildId, stranger, {})
  ban(play.sandbox, as(play.idOf('moderator'), 'again'), play.guildId, stranger, {})
  expect(play.heard()).toEqual(['GUILD_BAN_ADD'])
  expect(listBans(play.state, { before: undefined, after: undefined, limit: 10 })).toMatchObject([
    { user: { id: stranger }, reason: 'raid' },
  ])
  unban(play.sandbox, as(play.idOf('moderator')), play.guildId, stranger)
  expect(play.heard()).toEqual(['GUILD_BAN_REMOVE'])
  expect(() => unban(play.sandbox, as(play.idOf('moderator')), play.guildId, stranger)).toThrow('Unknown Ban')
})

test('a bulk ban names those whom it could not ban', () => {
  const play = stage()
  const [one, owner] = [play.idOf('member4'), play.idOf('owner')]
  const result = bulkBan(play.sandbox, as(play.idOf('palisade')), play.guildId, { user_ids: [one, owner] })
  expect(result).toEqual({ banned_users: [one], failed_users: [owner] })
  expect(() => bulkBan(play.sandbox, as(play.idOf('palisade')), play.guildId, { user_ids: [owner] })).toThrow(
    'Failed to ban users',
  )
})

test('a bulk ban needs Manage Server beside Ban Members', () => {
  const play = stage()
  const body = { user_ids: [play.idOf('member4')] }
  expect(() => bulkBan(play.sandbox, as(play.idOf('moderator')), play.guildId, body)).toThrow('Missing Permissions')
})

test('a prune removes people without roles and is one entry in the audit log', () => {
  const play = stage()
  const admin = as(play.idOf('admin'))
  expect(pruneCount(play.sandbox, admin, play.guildId, { days: '7' })).toEqual({ pruned: 2 })
  expect(prune(play.sandbox, admin, play.guildId, { days: 7 })).toEqual({ pruned: 2 })
  play.pass()
  expect(play.heard().filter(type => type === 'GUILD_MEMBER_REMOVE')).toHaveLength(2)
  expect(play.state.auditLog).toHaveLength(1)
  expect(lastEntry(play)).toMatchObject({
    action_type: AuditLogEvent.MemberPrune,
    options: { delete_member_days: '7', members_removed: '2' },
  })
  expect(lastEntry(play)).not.toHaveProperty('changes')
})

test('someone who was seen lately is not pruned', () => {
  const play = stage()
  const account = play.sandbox.world.accounts.get(play.idOf('member4'))
  if (account) account.lastActive = play.sandbox.now() - 86_400_000
  expect(pruneCount(play.sandbox, as(play.idOf('admin')), play.guildId, { days: 7 })).toEqual({ pruned: 1 })
})

test('a server can keep prunes to administrators', () => {
  const play = stage()
  const features: string[] = play.state.guild.features
  features.push('PRUNE_REQUIRES_ADMIN')
  expect(() => prune(play.sandbox, as(play.idOf('palisade')), play.guildId, {})).toThrow('Missing Permissions')
  expect(prune(play.sandbox, as(play.idOf('admin')), play.guildId, {})).toEqual({ pruned: 2 })
})

test('a bot that is kicked takes its role and its integration with it', () => {
  const play = stage()
  const role = play.roleCalled('Tally')
  kick(play.sandbox, as(play.idOf('admin')), play.guildId, play.idOf('tally'))
  expect(play.heard()).toEqual([
    'GUILD_MEMBER_REMOVE',
    'GUILD_DELETE',
    'GUILD_ROLE_DELETE',
    'GUILD_INTEGRATIONS_UPDATE',
    'INTEGRATION_DELETE',
  ])
  expect(play.state.roles.has(role)).toBe(false)
})

test('removing an integration removes its bot', () => {
  const play = stage()
  removeApplication(play.sandbox, as(play.idOf('palisade')), play.guildId, play.idOf('jukebox'))
  expect(play.state.members.has(play.idOf('jukebox'))).toBe(false)
  play.pass()
  expect(lastEntry(play)).toMatchObject({ action_type: AuditLogEvent.IntegrationDelete })
})

test('whoever leaves the server leaves its voice channels first', () => {
  const play = stage()
  connectVoice(play.sandbox, play.idOf('member4'), play.guildId, { channelId: play.channelCalled('Bench talk') })
  leaveGuild(play.sandbox, play.idOf('member4'), play.guildId)
  expect(play.heard()).toEqual(['VOICE_STATE_UPDATE', 'VOICE_STATE_UPDATE', 'GUILD_MEMBER_REMOVE', 'GUILD_DELETE'])
  expect(play.state.voiceStates.size).toBe(0)
})
