import { AuditLogEvent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { connectVoice } from '../voice.ts'
import { editMember, editSelf } from './edit.ts'
import { giveRole, takeRole } from './roles.ts'

function stage() {
  const play = rehearse()
  const state = play.guildCalled('Tidewater Makers')
  const guildId = state.guild.id
  const edit = (by: string, target: string, body: unknown) =>
    editMember(play.sandbox, { userId: play.idOf(by) }, guildId, play.idOf(target), body)
  return { ...play, state, guildId, edit }
}

const hour = (now: number) => new Date(now + 3_600_000).toISOString()

test('a timeout is told with its end, and read as the audit log reads it', () => {
  const play = stage()
  const member = play.edit('moderator', 'member1', { communication_disabled_until: hour(play.sandbox.now()) })
  expect(member.communication_disabled_until).toBe('2026-04-01T13:00:00.000000+00:00')
  expect(play.heard()).toEqual(['GUILD_MEMBER_UPDATE'])
  play.pass()
  expect(play.state.auditLog).toMatchObject([
    {
      action_type: AuditLogEvent.MemberUpdate,
      changes: [{ key: 'communication_disabled_until', new_value: '2026-04-01T13:00:00.000000+00:00' }],
    },
  ])
})

test('administrators and the owner cannot be timed out, and nobody for more than 28 days', () => {
  const play = stage()
  const until = hour(play.sandbox.now())
  for (const target of ['owner', 'admin', 'rogue'])
    expect(() => play.edit('palisade', target, { communication_disabled_until: until })).toThrow('Missing Permissions')
  const far = new Date(play.sandbox.now() + 29 * 86_400_000).toISOString()
  expect(() => play.edit('palisade', 'member1', { communication_disabled_until: far })).toThrow('Invalid Form Body')
  expect(play.heard()).toEqual([])
})

test('replacing the roles strips an administrator in one call', () => {
  const play = stage()
  play.edit('palisade', 'rogue', { roles: [] })
  play.pass()
  expect(play.state.members.get(play.idOf('rogue'))?.roles).toEqual([])
  expect(play.state.auditLog).toMatchObject([
    { action_type: AuditLogEvent.MemberRoleUpdate, changes: [{ key: '$remove', new_value: [{ name: 'Admin' }] }] },
  ])
})

test('a managed role stays with the bot that has it', () => {
  const play = stage()
  expect(() => play.edit('palisade', 'tally', { roles: [] })).toThrow('Missing Permissions')
  const kept = play.roleCalled('Tally')
  expect(play.edit('palisade', 'tally', { roles: [kept, play.roleCalled('Regular')] }).roles).toHaveLength(2)
})

test('nobody gives or takes a role that is not below their own highest', () => {
  const play = stage()
  const bot = { userId: play.idOf('palisade') }
  const member = play.idOf('member1')
  const give = (role: string) => giveRole(play.sandbox, bot, play.guildId, member, play.roleCalled(role))
  expect(() => give('Keeper')).toThrow('Missing Permissions')
  expect(() => give('Jukebox')).toThrow('Invalid Role')
  expect(() => takeRole(play.sandbox, bot, play.guildId, play.idOf('owner'), play.roleCalled('Keeper'))).toThrow(
    'Missing Permissions',
  )
  give('Admin')
  expect(play.heard()).toEqual(['GUILD_MEMBER_UPDATE'])
})

test('giving a role that a member has already is told to nobody', () => {
  const play = stage()
  const bot = { userId: play.idOf('palisade') }
  giveRole(play.sandbox, bot, play.guildId, play.idOf('member1'), play.roleCalled('Regular'))
  play.pass()
  expect(play.heard()).toEqual([])
  expect(play.state.auditLog).toEqual([])
})

test('a request that fails in one part changes nothing at all', () => {
  const play = stage()
  expect(() => play.edit('palisade', 'member1', { nick: 'Jun', mute: true })).toThrow('not connected to voice')
  expect(play.state.members.get(play.idOf('member1'))?.nick).toBeNull()
  expect(play.heard()).toEqual([])
})

test('members move between voice channels, and the audit log counts without naming them', () => {
  const play = stage()
  const room = play.channelCalled('Bench talk')
  expect(connectVoice(play.sandbox, play.idOf('member1'), play.guildId, { channelId: room })).toBe(true)
  play.edit('palisade', 'member1', { channel_id: play.channelCalled('Quiet corner') })
  play.edit('palisade', 'member1', { channel_id: null })
  expect(play.heard()).toEqual(['VOICE_STATE_UPDATE', 'VOICE_STATE_UPDATE', 'VOICE_STATE_UPDATE'])
  play.pass()
  expect(play.state.voiceStates.size).toBe(0)
  expect(play.state.auditLog.map(entry => [entry.action_type, entry.target_id, entry.options?.count])).toEqual([
    [AuditLogEvent.MemberMove, null, '1'],
    [AuditLogEvent.MemberDisconnect, null, '1'],
  ])
})

test('a full voice channel lets in only those who may move members', () => {
  const play = stage()
  const room = play.channelCalled('Bench talk')
  Object.assign(play.sandbox.world.channels.get(room)?.channel ?? {}, { user_limit: 1 })
  const connect = (login: string) => connectVoice(play.sandbox, play.idOf(login), play.guildId, { channelId: room })
  expect([connect('member1'), connect('member2'), connect('admin')]).toEqual([true, false, true])
})

test('everyone may rename themselves, and only those who manage nicknames others below them', () => {
  const play = stage()
  editSelf(play.sandbox, { userId: play.idOf('member1') }, play.guildId, { nick: 'Jun of the kiln' })
  expect(play.edit('moderator', 'member1', { nick: '' }).nick).toBeNull()
  expect(() => play.edit('member1', 'member2', { nick: 'x' })).toThrow('Missing Permissions')
  expect(() => play.edit('moderator', 'admin', { nick: 'x' })).toThrow('Missing Permissions')
  expect(() =>
    editSelf(play.sandbox, { userId: play.idOf('member1') }, play.guildId, { nick: 'x'.repeat(33) }),
  ).toThrow('Invalid Form Body')
})

test('a server can keep its members from renaming themselves', () => {
  const play = stage()
  const everyone = play.state.roles.get(play.guildId)
  if (everyone) everyone.permissions = '0'
  const rename = (login: string) => editSelf(play.sandbox, { userId: play.idOf(login) }, play.guildId, { nick: 'New' })
  expect(() => rename('member4')).toThrow('Missing Permissions')
  expect(rename('palisade').nick).toBe('New')
})
