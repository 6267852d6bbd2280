import { GuildFeature } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { setIncidentActions } from '../guild/edit.ts'
import { addBot } from '../guild/integrations.ts'
import { blankGuild, blankMember } from '../blank.ts'
import { createInvite, deleteInvite } from '../invites/edit.ts'
import { listGuildInvites } from '../invites/list.ts'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { ban } from './bans.ts'
import { joinGuild } from './join.ts'
import { passScreening } from './screening.ts'

function stage() {
  const play = rehearse()
  const state = play.guildCalled('Tidewater Makers')
  const guildId = state.guild.id
  const invite = (by: string, body: unknown) =>
    createInvite(play.sandbox, { userId: play.idOf(by) }, play.channelCalled('arrivals'), body)
  const join = (login: string, code?: string) => joinGuild(play.sandbox, play.idOf(login), guildId, code)
  return { ...play, state, guildId, invite, join }
}

test('a join by a single-use invite ends with the invite going, after the join', () => {
  const play = stage()
  const { code } = play.invite('owner', { max_uses: 1 })
  expect(play.heard()).toEqual(['INVITE_CREATE'])
  play.join('stranger', code)
  expect(play.heard()).toEqual(['GUILD_MEMBER_ADD', 'GUILD_CREATE', 'MESSAGE_CREATE', 'INVITE_DELETE'])
  expect(() => play.join('stranger')).not.toThrow()
  expect(play.heard()).toEqual([])
})

test('an invite counts its uses, and only those who manage the server see them', () => {
  const play = stage()
  play.join('stranger', 'kiln24')
  expect(listGuildInvites(play.sandbox, play.idOf('owner'), play.guildId)).toMatchObject([{ code: 'kiln24', uses: 10 }])
  expect(listGuildInvites(play.sandbox, play.idOf('moderator'), play.guildId)[0]).not.toHaveProperty('uses')
  expect(() => listGuildInvites(play.sandbox, play.idOf('member1'), play.guildId)).toThrow('Missing Permissions')
})

test('the vanity code lets people in and counts apart from the invites', () => {
  const play = stage()
  play.join('stranger', 'tidewater')
  expect(play.state.vanityUses).toBe(42)
  expect(play.state.invites.get('kiln24')?.uses).toBe(9)
})

test('an invite that has expired is unknown', () => {
  const play = stage()
  const { code } = play.invite('owner', { max_age: 60 })
  play.pass(60_001)
  expect(() => play.join('stranger', code)).toThrow('Unknown Invite')
})

test('the banned cannot come back, and nobody comes in while invites are paused', () => {
  const play = stage()
  ban(play.sandbox, { userId: play.idOf('owner') }, play.guildId, play.idOf('member4'), {})
  expect(() => play.join('member4', 'kiln24')).toThrow('banned')
  const until = new Date(play.sandbox.now() + 60_000).toISOString()
  setIncidentActions(play.sandbox, { userId: play.idOf('owner') }, play.guildId, { invites_disabled_until: until })
  expect(() => play.join('stranger', 'kiln24')).toThrow('paused')
  play.pass(60_001)
  expect(play.join('stranger', 'kiln24').user.username).toBe('driftwood')
})

test('the same invite comes back unless a unique one is asked for', () => {
  const play = stage()
  const [first, second, unique] = [{}, {}, { unique: true }].map(body => play.invite('member1', body).code)
  expect(second).toBe(first)
  expect(unique).not.toBe(first)
})

test('a bot is added with its own role, limited to what the one who adds it may do', () => {
  const play = stage()
  const room = play.guildCalled('Lantern Reading Room')
  addBot(play.sandbox, { userId: play.idOf('owner') }, room.guild.id, play.idOf('palisade'), (1n << 3n) | (1n << 10n))
  expect(play.heard()).toEqual([
    'GUILD_INTEGRATIONS_UPDATE',
    'INTEGRATION_CREATE',
    'GUILD_ROLE_CREATE',
    'GUILD_MEMBER_ADD',
    'GUILD_CREATE',
    'MESSAGE_CREATE',
  ])
  const role = [...room.roles.values()].find(one => one.tags?.bot_id === play.idOf('palisade'))
  expect(role).toMatchObject({ name: 'Palisade', managed: true, permissions: String(1n << 10n) })
  play.pass()
  expect(room.auditLog.map(entry => entry.action_type)).toEqual([28, 80])
})

test('someone without Manage Server cannot add a bot', () => {
  const play = stage()
  const room = play.guildCalled('Lantern Reading Room')
  expect(() =>
    addBot(play.sandbox, { userId: play.idOf('member1') }, room.guild.id, play.idOf('palisade'), 0n),
  ).toThrow('Missing Permissions')
})

test('an invite gives only roles that its maker may give, to everyone who follows it', () => {
  const play = stage()
  expect(() => play.invite('palisade', { role_ids: [play.roleCalled('Keeper')] })).toThrow('Missing Permissions')
  expect(() => play.invite('member1', { role_ids: [play.roleCalled('Potter')] })).toThrow('Missing Permissions')
  const { code } = play.invite('palisade', { role_ids: [play.roleCalled('Potter')] })
  expect(play.join('stranger', code).roles).toEqual([play.roleCalled('Potter')])
})

test('an invite is deleted only by those who manage its channel or the server', () => {
  const play = stage()
  const remove = (login: string) => deleteInvite(play.sandbox, { userId: play.idOf(login) }, 'kiln24')
  expect(() => remove('moderator')).toThrow('Missing Permissions')
  expect(remove('palisade').code).toBe('kiln24')
  expect(() => remove('palisade')).toThrow('Unknown Invite')
})

test('nobody is in more than a hundred servers', () => {
  const play = stage()
  const { guilds } = play.sandbox.world
  const stranger = play.idOf('stranger')
  for (let count = 1; count <= 100; count++) {
    const crowd = blankGuild({ id: String(count), name: 'Crowd', owner_id: stranger })
    guilds.set(crowd.guild.id, crowd)
    crowd.members.set(stranger, blankMember('2024-01-01T00:00:00Z'))
  }
  expect(() => play.join('stranger')).toThrow('Maximum number of guilds reached (100)')
})

test('where a server screens, people are pending until they agree to the rules, bots are not', () => {
  const play = stage()
  play.state.guild.features.push(GuildFeature.MemberVerificationGateEnabled)
  expect(play.join('stranger').pending).toBe(true)
  const room = play.guildCalled('Lantern Reading Room')
  room.guild.features.push(GuildFeature.MemberVerificationGateEnabled)
  addBot(play.sandbox, { userId: play.idOf('owner') }, room.guild.id, play.idOf('palisade'), 0n)
  expect(room.members.get(play.idOf('palisade'))?.pending).toBe(false)
  play.heard()
  passScreening(play.sandbox, play.idOf('stranger'), play.guildId)
  passScreening(play.sandbox, play.idOf('stranger'), play.guildId)
  expect(play.heard()).toEqual(['GUILD_MEMBER_UPDATE'])
  expect(play.state.members.get(play.idOf('stranger'))?.pending).toBe(false)
  expect(() => passScreening(play.sandbox, play.idOf('palisade'), '1')).toThrow('Unknown Guild')
})
