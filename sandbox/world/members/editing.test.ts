import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { permission } from '../permissions.ts'
import { connectVoice } from '../voice.ts'
import { editMember, editSelf } from './edit.ts'
import { giveRole, takeRole } from './roles.ts'

function stage() {
  const demo = createDemoWorld()
  const state = demo.guildByName('Tidewater Makers')
  const guildId = state.guild.id
  const edit = (by: string, target: string, body: unknown) =>
    editMember(demo.sandbox, { userId: demo.idOf(by) }, guildId, demo.idOf(target), body)
  return { ...demo, state, guildId, edit }
}

const hour = (now: number) => new Date(now + 3_600_000).toISOString()

test('a timeout is sent with its end, and logged in the format of the audit log', () => {
  const demo = stage()
  const member = demo.edit('moderator', 'member1', { communication_disabled_until: hour(demo.sandbox.now()) })
  expect(member.communication_disabled_until).toBe('2026-04-01T13:00:00.000000+00:00')
  expect(demo.takeTypes()).toEqual(['GUILD_MEMBER_UPDATE'])
  demo.advance()
  expect(demo.state.auditLog).toMatchObject([
    {
      action_type: AuditLogEvent.MemberUpdate,
      changes: [{ key: 'communication_disabled_until', new_value: '2026-04-01T13:00:00.000000+00:00' }],
    },
  ])
})

test('of the flags only the one that lets a member past verification is edited, and that is logged', () => {
  const demo = stage()
  const [did, bypasses] = [1, 4]
  const member = demo.state.members.get(demo.idOf('member1'))
  if (member) member.flags = did
  expect(demo.edit('palisade', 'member1', { flags: bypasses }).flags).toBe(did | bypasses)
  demo.advance()
  expect(demo.state.auditLog).toMatchObject([
    { action_type: AuditLogEvent.MemberUpdate, changes: [{ key: 'flags', old_value: did, new_value: did | bypasses }] },
  ])
  expect(demo.edit('palisade', 'member1', { flags: 2 }).flags).toBe(did)
})

test('flags are edited by those who manage the server or its roles, or may time out, kick and ban', () => {
  const demo = stage()
  const edit = (...rights: bigint[]) => {
    const everyone = demo.state.roles.get(demo.guildId)
    if (everyone) everyone.permissions = String(rights.reduce((sum, right) => sum | right, 0n))
    return demo.edit('member2', 'member1', { flags: 4 }).flags
  }
  const { ManageGuild, ManageRoles, ModerateMembers, KickMembers, BanMembers } = permission
  expect(() => edit(ModerateMembers, KickMembers)).toThrow('Missing Permissions')
  expect(() => edit(ModerateMembers, BanMembers)).toThrow('Missing Permissions')
  expect([edit(ManageGuild), edit(ManageRoles), edit(ModerateMembers, KickMembers, BanMembers)]).toEqual([4, 4, 4])
})

test('administrators and the owner cannot be timed out, and nobody for more than 28 days', () => {
  const demo = stage()
  const until = hour(demo.sandbox.now())
  for (const target of ['owner', 'admin', 'rogue'])
    expect(() => demo.edit('palisade', target, { communication_disabled_until: until })).toThrow('Missing Permissions')
  const far = new Date(demo.sandbox.now() + 29 * 86_400_000).toISOString()
  expect(() => demo.edit('palisade', 'member1', { communication_disabled_until: far })).toThrow('Invalid Form Body')
  expect(demo.takeTypes()).toEqual([])
})

test('replacing the roles strips an administrator in one call', () => {
  const demo = stage()
  demo.edit('palisade', 'rogue', { roles: [] })
  demo.advance()
  expect(demo.state.members.get(demo.idOf('rogue'))?.roles).toEqual([])
  expect(demo.state.auditLog).toMatchObject([
    { action_type: AuditLogEvent.MemberRoleUpdate, changes: [{ key: '$remove', new_value: [{ name: 'Admin' }] }] },
  ])
})

test('a managed role stays with the bot that has it', () => {
  const demo = stage()
  expect(() => demo.edit('palisade', 'tally', { roles: [] })).toThrow('Missing Permissions')
  const kept = demo.roleIdByName('Tally')
  expect(demo.edit('palisade', 'tally', { roles: [kept, demo.roleIdByName('Regular')] }).roles).toHaveLength(2)
})

test('nobody gives or takes a role that is not below their own highest', () => {
  const demo = stage()
  const bot = { userId: demo.idOf('palisade') }
  const member = demo.idOf('member1')
  const give = (role: string) => giveRole(demo.sandbox, bot, demo.guildId, member, demo.roleIdByName(role))
  expect(() => give('Keeper')).toThrow('Missing Permissions')
  expect(() => give('Jukebox')).toThrow('Invalid Role')
  expect(() => takeRole(demo.sandbox, bot, demo.guildId, demo.idOf('owner'), demo.roleIdByName('Keeper'))).toThrow(
    'Missing Permissions',
  )
  give('Admin')
  expect(demo.takeTypes()).toEqual(['GUILD_MEMBER_UPDATE'])
})

test('giving a role that a member has already sends nothing', () => {
  const demo = stage()
  const bot = { userId: demo.idOf('palisade') }
  giveRole(demo.sandbox, bot, demo.guildId, demo.idOf('member1'), demo.roleIdByName('Regular'))
  demo.advance()
  expect(demo.takeTypes()).toEqual([])
  expect(demo.state.auditLog).toEqual([])
})

test('a request that fails in one part changes nothing at all', () => {
  const demo = stage()
  expect(() => demo.edit('palisade', 'member1', { nick: 'Jun', mute: true })).toThrow('not connected to voice')
  expect(demo.state.members.get(demo.idOf('member1'))?.nick).toBeNull()
  expect(demo.takeTypes()).toEqual([])
})

test('members move between voice channels, and the audit log counts without naming them', () => {
  const demo = stage()
  const room = demo.channelIdByName('Bench talk')
  expect(connectVoice(demo.sandbox, demo.idOf('member1'), demo.guildId, { channelId: room })).toBe(true)
  demo.edit('palisade', 'member1', { channel_id: demo.channelIdByName('Quiet corner') })
  demo.edit('palisade', 'member1', { channel_id: null })
  expect(demo.takeTypes().filter(type => type !== 'VOICE_CHANNEL_START_TIME_UPDATE')).toEqual([
    'VOICE_STATE_UPDATE',
    'VOICE_STATE_UPDATE',
    'VOICE_STATE_UPDATE',
  ])
  demo.advance()
  expect(demo.state.voiceStates.size).toBe(0)
  expect(demo.state.auditLog.map(entry => [entry.action_type, entry.target_id, entry.options?.count])).toEqual([
    [AuditLogEvent.MemberMove, null, '1'],
    [AuditLogEvent.MemberDisconnect, null, '1'],
  ])
})

test('a full voice channel lets in only those who may move members', () => {
  const demo = stage()
  const room = demo.channelIdByName('Bench talk')
  Object.assign(demo.sandbox.world.channels.get(room)?.channel ?? {}, { user_limit: 1 })
  const connect = (login: string) => connectVoice(demo.sandbox, demo.idOf(login), demo.guildId, { channelId: room })
  expect([connect('member1'), connect('member2'), connect('admin')]).toEqual([true, false, true])
})

test('everyone may change their own nickname; only those who manage nicknames may change others below them', () => {
  const demo = stage()
  editSelf(demo.sandbox, { userId: demo.idOf('member1') }, demo.guildId, { nick: 'Jun of the kiln' })
  expect(demo.edit('moderator', 'member1', { nick: '' }).nick).toBeNull()
  expect(() => demo.edit('member1', 'member2', { nick: 'x' })).toThrow('Missing Permissions')
  expect(() => demo.edit('moderator', 'admin', { nick: 'x' })).toThrow('Missing Permissions')
  expect(() =>
    editSelf(demo.sandbox, { userId: demo.idOf('member1') }, demo.guildId, { nick: 'x'.repeat(33) }),
  ).toThrow('Invalid Form Body')
})

test('a server can keep its members from changing their nickname', () => {
  const demo = stage()
  const everyone = demo.state.roles.get(demo.guildId)
  if (everyone) everyone.permissions = '0'
  const rename = (login: string) => editSelf(demo.sandbox, { userId: demo.idOf(login) }, demo.guildId, { nick: 'New' })
  expect(() => rename('member4')).toThrow('Missing Permissions')
  expect(rename('palisade').nick).toBe('New')
})
