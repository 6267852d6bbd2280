import { GuildFeature } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { setIncidentActions } from '../guild/incident-actions.ts'
import { addBot } from '../guild/integrations.ts'
import { blankGuild, blankMember } from '../blank.ts'
import { createInvite, deleteInvite } from '../invites/edit.ts'
import { listGuildInvites } from '../invites/list.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { ban } from './bans.ts'
import { joinGuild } from './join.ts'
import { passScreening } from './screening.ts'

function stage() {
  const demo = createDemoWorld()
  const state = demo.guildByName('Tidewater Makers')
  const guildId = state.guild.id
  const invite = (by: string, body: unknown) =>
    createInvite(demo.sandbox, { userId: demo.idOf(by) }, demo.channelIdByName('arrivals'), body)
  const join = (login: string, code?: string) => joinGuild(demo.sandbox, demo.idOf(login), guildId, code)
  return { ...demo, state, guildId, invite, join }
}

test('a single-use invite is deleted after the join', () => {
  const demo = stage()
  const { code } = demo.invite('owner', { max_uses: 1 })
  expect(demo.takeTypes()).toEqual(['INVITE_CREATE'])
  demo.join('stranger', code)
  expect(demo.takeTypes()).toEqual(['GUILD_MEMBER_ADD', 'GUILD_CREATE', 'MESSAGE_CREATE', 'INVITE_DELETE'])
  expect(() => demo.join('stranger')).not.toThrow()
  expect(demo.takeTypes()).toEqual([])
})

test('an invite counts its uses, and only those who manage the server see them', () => {
  const demo = stage()
  demo.join('stranger', 'kiln24')
  expect(listGuildInvites(demo.sandbox, demo.idOf('owner'), demo.guildId)).toMatchObject([{ code: 'kiln24', uses: 10 }])
  expect(listGuildInvites(demo.sandbox, demo.idOf('moderator'), demo.guildId)[0]).not.toHaveProperty('uses')
  expect(() => listGuildInvites(demo.sandbox, demo.idOf('member1'), demo.guildId)).toThrow('Missing Permissions')
})

test('the vanity code lets people in and is counted separately from the invites', () => {
  const demo = stage()
  demo.join('stranger', 'tidewater')
  expect(demo.state.vanityUses).toBe(42)
  expect(demo.state.invites.get('kiln24')?.uses).toBe(9)
})

test('an invite that has expired is unknown', () => {
  const demo = stage()
  const { code } = demo.invite('owner', { max_age: 60 })
  demo.advance(60_001)
  expect(() => demo.join('stranger', code)).toThrow('Unknown Invite')
})

test('the banned cannot come back, and nobody comes in while invites are paused', () => {
  const demo = stage()
  ban(demo.sandbox, { userId: demo.idOf('owner') }, demo.guildId, demo.idOf('member4'), {})
  expect(() => demo.join('member4', 'kiln24')).toThrow('banned')
  const until = new Date(demo.sandbox.now() + 60_000).toISOString()
  setIncidentActions(demo.sandbox, { userId: demo.idOf('owner') }, demo.guildId, { invites_disabled_until: until })
  expect(() => demo.join('stranger', 'kiln24')).toThrow('paused')
  demo.advance(60_001)
  expect(demo.join('stranger', 'kiln24').user.username).toBe('driftwood')
})

test('the same invite comes back unless a unique one is asked for', () => {
  const demo = stage()
  const [first, second, unique] = [{}, {}, { unique: true }].map(body => demo.invite('member1', body).code)
  expect(second).toBe(first)
  expect(unique).not.toBe(first)
})

test('a bot is added with its own role, limited to the permissions of whoever adds it', () => {
  const demo = stage()
  const room = demo.guildByName('Lantern Reading Room')
  addBot(demo.sandbox, { userId: demo.idOf('owner') }, room.guild.id, demo.idOf('palisade'), (1n << 3n) | (1n << 10n))
  expect(demo.takeTypes()).toEqual([
    'GUILD_INTEGRATIONS_UPDATE',
    'INTEGRATION_CREATE',
    'GUILD_ROLE_CREATE',
    'GUILD_MEMBER_ADD',
    'GUILD_CREATE',
    'MESSAGE_CREATE',
  ])
  const role = [...room.roles.values()].find(one => one.tags?.bot_id === demo.idOf('palisade'))
  expect(role).toMatchObject({ name: 'Palisade', managed: true, permissions: String(1n << 10n) })
  demo.advance()
  expect(room.auditLog.map(entry => entry.action_type)).toEqual([28, 80])
})

test('someone without Manage Server cannot add a bot', () => {
  const demo = stage()
  const room = demo.guildByName('Lantern Reading Room')
  expect(() =>
    addBot(demo.sandbox, { userId: demo.idOf('member1') }, room.guild.id, demo.idOf('palisade'), 0n),
  ).toThrow('Missing Permissions')
})

test('an invite gives only roles that its creator may give, to everyone who uses it', () => {
  const demo = stage()
  expect(() => demo.invite('palisade', { role_ids: [demo.roleIdByName('Keeper')] })).toThrow('Missing Permissions')
  expect(() => demo.invite('member1', { role_ids: [demo.roleIdByName('Potter')] })).toThrow('Missing Permissions')
  const { code } = demo.invite('palisade', { role_ids: [demo.roleIdByName('Potter')] })
  expect(demo.join('stranger', code).roles).toEqual([demo.roleIdByName('Potter')])
})

test('an invite is deleted only by those who manage its channel or the server', () => {
  const demo = stage()
  const remove = (login: string) => deleteInvite(demo.sandbox, { userId: demo.idOf(login) }, 'kiln24')
  expect(() => remove('moderator')).toThrow('Missing Permissions')
  expect(remove('palisade').code).toBe('kiln24')
  expect(() => remove('palisade')).toThrow('Unknown Invite')
})

test('nobody is in more than a hundred servers', () => {
  const demo = stage()
  const { guilds } = demo.sandbox.world
  const stranger = demo.idOf('stranger')
  for (let count = 1; count <= 100; count++) {
    const crowd = blankGuild({ id: String(count), name: 'Crowd', owner_id: stranger })
    guilds.set(crowd.guild.id, crowd)
    crowd.members.set(stranger, blankMember('2024-01-01T00:00:00Z'))
  }
  expect(() => demo.join('stranger')).toThrow('Maximum number of guilds reached (100)')
})

test('where a server screens members, people are pending until they agree to the rules; bots are not', () => {
  const demo = stage()
  demo.state.guild.features.push(GuildFeature.MemberVerificationGateEnabled)
  expect(demo.join('stranger').pending).toBe(true)
  const room = demo.guildByName('Lantern Reading Room')
  room.guild.features.push(GuildFeature.MemberVerificationGateEnabled)
  addBot(demo.sandbox, { userId: demo.idOf('owner') }, room.guild.id, demo.idOf('palisade'), 0n)
  expect(room.members.get(demo.idOf('palisade'))?.pending).toBe(false)
  demo.takeTypes()
  passScreening(demo.sandbox, demo.idOf('stranger'), demo.guildId)
  passScreening(demo.sandbox, demo.idOf('stranger'), demo.guildId)
  expect(demo.takeTypes()).toEqual(['GUILD_MEMBER_UPDATE'])
  expect(demo.state.members.get(demo.idOf('stranger'))?.pending).toBe(false)
  expect(() => passScreening(demo.sandbox, demo.idOf('palisade'), '1')).toThrow('Unknown Guild')
})
