import { AuditLogEvent } from 'discord-api-types/v10'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { permission } from '../permissions.ts'
import type { Conditions } from '#sandbox/conditions.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { editMember } from '../members/edit.ts'
import { createRole, deleteRole, editRole } from './edit.ts'
import { memberCounts, orderRoles, reordered } from './order.ts'

function stage(conditions: Partial<Conditions> = {}) {
  const demo = createDemoWorld(conditions)
  const state = demo.guildByName('Tidewater Makers')
  const as = (login: string) => ({ userId: demo.idOf(login) })
  return { ...demo, state, guildId: state.guild.id, as }
}

const order = (state: ReturnType<typeof stage>['state']) =>
  [...state.roles.values()].toSorted((a, b) => b.position - a.position).map(role => role.name)

test('a new role has the permissions of @everyone and is at the bottom of the list', () => {
  const demo = stage()
  const role = createRole(demo.sandbox, demo.as('palisade'), demo.guildId, { name: 'Weavers', color: 0x11_22_33 })
  expect(role).toMatchObject({ name: 'Weavers', position: 1, colors: { primary_color: 0x11_22_33 } })
  expect(role.permissions).toBe(demo.state.roles.get(demo.guildId)?.permissions)
  demo.advance()
  expect(demo.takeTypes()).toEqual(['GUILD_ROLE_CREATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE'])
})

test('nobody gives a role a permission that they lack themselves', () => {
  const demo = stage()
  const admin = String(permission.Administrator)
  expect(() => createRole(demo.sandbox, demo.as('palisade'), demo.guildId, { permissions: admin })).toThrow(
    'Missing Permissions',
  )
  const regular = demo.roleIdByName('Regular')
  expect(() => editRole(demo.sandbox, demo.as('palisade'), demo.guildId, regular, { permissions: admin })).toThrow(
    'Missing Permissions',
  )
  expect(editRole(demo.sandbox, demo.as('rogue'), demo.guildId, regular, { permissions: admin }).permissions).toBe(
    admin,
  )
})

test('an edit names no permission that one lacks, not even one the role has already', () => {
  const demo = stage()
  const regular = demo.roleIdByName('Regular')
  const [role, by] = [demo.state.roles.get(regular), demo.as('palisade')]
  if (!role) throw new Error('no role')
  const edit = (body: object) => editRole(demo.sandbox, by, demo.guildId, regular, body)
  role.permissions = String(permission.Administrator)
  expect(() => edit({ permissions: role.permissions })).toThrow('Missing Permissions')
  expect(() => edit({ permissions: '0' })).toThrow('Missing Permissions')
  expect(edit({ name: 'Often here' }).permissions).toBe(String(permission.Administrator))
})

const gradient = { colors: { primary_color: 1, secondary_color: 2 } }
const third = { colors: { primary_color: 1, secondary_color: 2, tertiary_color: 3 } }
const picture = 'data:image/png;base64,iVBORw0KGgo='
test.each<[string, object, string]>([
  ['an icon', { icon: picture }, 'ROLE_ICONS'],
  ['an emoji', { unicode_emoji: '🔥' }, 'ROLE_ICONS'],
  ['a gradient', gradient, 'ENHANCED_ROLE_COLORS'],
  ['a third colour', third, 'ENHANCED_ROLE_COLORS'],
])('%s takes a server that has the feature', (_, body, feature) => {
  const demo = stage()
  const regular = demo.roleIdByName('Regular')
  const acts = [
    () => createRole(demo.sandbox, demo.as('palisade'), demo.guildId, body),
    () => editRole(demo.sandbox, demo.as('palisade'), demo.guildId, regular, body),
  ]
  for (const act of acts) expect(act).toThrow('needs more boosts')
  const features: string[] = demo.state.guild.features
  features.push(feature)
  for (const role of acts.map(act => act())) expect(demo.state.roles.get(role.id)).toEqual(role)
})

test('a third colour makes a role holographic, whatever colours are named', () => {
  const demo = stage()
  const features: string[] = demo.state.guild.features
  features.push('ENHANCED_ROLE_COLORS')
  expect(createRole(demo.sandbox, demo.as('palisade'), demo.guildId, third).colors).toEqual({
    primary_color: 11_127_295,
    secondary_color: 16_759_788,
    tertiary_color: 16_761_760,
  })
})

test('only the permissions of @everyone can be changed, not its color or position', () => {
  const demo = stage()
  const body = { permissions: '0', color: 5, hoist: true, mentionable: true }
  const role = editRole(demo.sandbox, demo.as('owner'), demo.guildId, demo.guildId, body)
  expect(role).toMatchObject({ permissions: '0', color: 0, hoist: false, mentionable: false })
})

test('a role above the bot, a managed role and @everyone cannot be deleted', () => {
  const demo = stage()
  const remove = (roleId: string) => deleteRole(demo.sandbox, demo.as('palisade'), demo.guildId, roleId)
  expect(() => remove(demo.roleIdByName('Keeper'))).toThrow('Missing Permissions')
  expect(() => remove(demo.roleIdByName('Palisade'))).toThrow('Missing Permissions')
  expect(() => remove(demo.roleIdByName('Tally'))).toThrow('Invalid Role')
  expect(() => remove(demo.guildId)).toThrow('Invalid Role')
  expect(() => remove('1')).toThrow('Unknown Role')
})

test.each([true, false])('a deleted role is one event; channels and members still name it: %s', lingers => {
  const demo = stage()
  demo.sandbox.conditions.deletedRolesLinger = lingers
  const moderator = demo.roleIdByName('Moderator')
  deleteRole(demo.sandbox, demo.as('rogue'), demo.guildId, moderator)
  expect(demo.takeTypes()).toEqual(['GUILD_ROLE_DELETE'])
  const holder = demo.state.members.get(demo.idOf('moderator'))
  expect(holder?.roles.includes(moderator)).toBe(lingers)
  const room = demo.sandbox.world.channels.get(demo.channelIdByName('mod-log'))?.channel
  expect(JSON.stringify(room).includes(moderator)).toBe(lingers)
  const without = holder?.roles.filter(id => id !== moderator)
  editMember(demo.sandbox, demo.as('palisade'), demo.guildId, demo.idOf('moderator'), { roles: without })
  expect(demo.state.members.get(demo.idOf('moderator'))?.roles).not.toContain(moderator)
  demo.advance()
  expect(demo.state.auditLog.slice(0, 1)).toMatchObject([
    {
      action_type: AuditLogEvent.RoleDelete,
      target_id: moderator,
      changes: expect.arrayContaining([{ key: 'name', old_value: 'Moderator' }]),
    },
  ])
})

test('an edit that changes nothing sends nothing', () => {
  const demo = stage()
  editRole(demo.sandbox, demo.as('palisade'), demo.guildId, demo.roleIdByName('Regular'), { name: 'Regular' })
  demo.advance()
  expect(demo.takeTypes()).toEqual([])
})

test('moving roles sends an update for each that moves, and logs nothing', () => {
  const demo = stage()
  orderRoles(demo.sandbox, demo.as('palisade'), demo.guildId, [{ id: demo.roleIdByName('Potter'), position: 4 }])
  demo.advance()
  expect(order(demo.state).slice(-5)).toEqual(['Potter', 'Tally', 'Regular', 'Woodworker', '@everyone'])
  expect(demo.takeTypes()).toEqual(['GUILD_ROLE_UPDATE', 'GUILD_ROLE_UPDATE', 'GUILD_ROLE_UPDATE'])
  expect(demo.state.auditLog).toEqual([])
})

test('with the other condition, moved roles get exactly the requested positions, with ties ordered by id', () => {
  const demo = stage({ movedRoles: 'as-asked' })
  const [potter, regular] = [demo.roleIdByName('Potter'), demo.roleIdByName('Regular')]
  orderRoles(demo.sandbox, demo.as('palisade'), demo.guildId, [{ id: potter, position: 3 }])
  expect(demo.takeTypes()).toEqual(['GUILD_ROLE_UPDATE'])
  expect([demo.state.roles.get(potter)?.position, demo.state.roles.get(regular)?.position]).toEqual([3, 3])
  expect(() => orderRoles(demo.sandbox, demo.as('palisade'), demo.guildId, [{ id: potter, position: 900 }])).toThrow(
    'Missing Permissions',
  )
})

test('nobody raises a role to their own rank or moves those above it', () => {
  const demo = stage()
  const move = (name: string, position: number) =>
    orderRoles(demo.sandbox, demo.as('palisade'), demo.guildId, [{ id: demo.roleIdByName(name), position }])
  expect(() => move('Potter', 9)).toThrow('Missing Permissions')
  expect(() => move('Keeper', 1)).toThrow('Missing Permissions')
  expect(demo.takeTypes()).toEqual([])
})

test('a server has at most 250 roles', () => {
  const demo = stage()
  const create = () => createRole(demo.sandbox, demo.as('owner'), demo.guildId, {})
  while (demo.state.roles.size < 250) create()
  expect(create).toThrow('Maximum number of server roles reached (250)')
})

test('members are counted by role', () => {
  const demo = stage()
  const counts = memberCounts(demo.state)
  expect(counts[demo.roleIdByName('Admin')]).toBe(2)
  expect(counts).not.toHaveProperty(demo.guildId)
})

test('whatever is asked for, positions are numbered from one without gaps', () => {
  const place = fc.record({ id: fc.bigInt({ min: 1n, max: 50n }).map(String), position: fc.nat(60) })
  const places = fc.uniqueArray(place, { selector: one => one.id })
  fc.assert(
    fc.property(places, places, (roles, wishes) => {
      const after = reordered(roles, wishes, '0')
      expect(after.map(one => one.position)).toEqual(roles.map((_, index) => index + 1))
      expect(new Set(after.map(one => one.id))).toEqual(new Set(roles.map(one => one.id)))
    }),
  )
})
