import { AuditLogEvent } from 'discord-api-types/v10'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { permission } from '../permissions.ts'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { createRole, deleteRole, editRole } from './edit.ts'
import { memberCounts, orderRoles, reordered } from './order.ts'

function stage() {
  const play = rehearse()
  const state = play.guildCalled('Tidewater Makers')
  const as = (login: string) => ({ userId: play.idOf(login) })
  return { ...play, state, guildId: state.guild.id, as }
}

const order = (state: ReturnType<typeof stage>['state']) =>
  [...state.roles.values()].toSorted((a, b) => b.position - a.position).map(role => role.name)

test('a new role may do what everyone may, and stands at the foot of the list', () => {
  const play = stage()
  const role = createRole(play.sandbox, play.as('palisade'), play.guildId, { name: 'Weavers', color: 0x11_22_33 })
  expect(role).toMatchObject({ name: 'Weavers', position: 1, colors: { primary_color: 0x11_22_33 } })
  expect(role.permissions).toBe(play.state.roles.get(play.guildId)?.permissions)
  play.pass()
  expect(play.heard()).toEqual(['GUILD_ROLE_CREATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE'])
})

test('nobody puts a permission into a role that they lack themselves', () => {
  const play = stage()
  const admin = String(permission.Administrator)
  expect(() => createRole(play.sandbox, play.as('palisade'), play.guildId, { permissions: admin })).toThrow(
    'Missing Permissions',
  )
  const regular = play.roleCalled('Regular')
  expect(() => editRole(play.sandbox, play.as('palisade'), play.guildId, regular, { permissions: admin })).toThrow(
    'Missing Permissions',
  )
  expect(editRole(play.sandbox, play.as('rogue'), play.guildId, regular, { permissions: admin }).permissions).toBe(
    admin,
  )
})

test('a role above the bot, a managed role and the role of everyone stay', () => {
  const play = stage()
  const remove = (roleId: string) => deleteRole(play.sandbox, play.as('palisade'), play.guildId, roleId)
  expect(() => remove(play.roleCalled('Keeper'))).toThrow('Missing Permissions')
  expect(() => remove(play.roleCalled('Palisade'))).toThrow('Missing Permissions')
  expect(() => remove(play.roleCalled('Tally'))).toThrow('Invalid Role')
  expect(() => remove(play.guildId)).toThrow('Invalid Role')
  expect(() => remove('1')).toThrow('Unknown Role')
})

test('a deleted role leaves the channels and members that had it', () => {
  const play = stage()
  const moderator = play.roleCalled('Moderator')
  deleteRole(play.sandbox, play.as('rogue'), play.guildId, moderator)
  const heard = play.heard()
  expect(heard[0]).toBe('GUILD_ROLE_DELETE')
  expect(heard.filter(type => type === 'CHANNEL_UPDATE')).toHaveLength(7)
  expect(heard.at(-1)).toBe('GUILD_MEMBER_UPDATE')
  play.pass()
  expect(play.state.auditLog).toMatchObject([
    {
      action_type: AuditLogEvent.RoleDelete,
      target_id: moderator,
      changes: expect.arrayContaining([{ key: 'name', old_value: 'Moderator' }]),
    },
  ])
})

test('an edit that changes nothing is told to nobody', () => {
  const play = stage()
  editRole(play.sandbox, play.as('palisade'), play.guildId, play.roleCalled('Regular'), { name: 'Regular' })
  play.pass()
  expect(play.heard()).toEqual([])
})

test('moving roles tells each role that moves, and the audit log nothing', () => {
  const play = stage()
  orderRoles(play.sandbox, play.as('palisade'), play.guildId, [{ id: play.roleCalled('Potter'), position: 4 }])
  play.pass()
  expect(order(play.state).slice(-5)).toEqual(['Potter', 'Tally', 'Regular', 'Woodworker', '@everyone'])
  expect(play.heard()).toEqual(['GUILD_ROLE_UPDATE', 'GUILD_ROLE_UPDATE', 'GUILD_ROLE_UPDATE'])
  expect(play.state.auditLog).toEqual([])
})

test('nobody lifts a role to their own height or moves what stands above', () => {
  const play = stage()
  const move = (name: string, position: number) =>
    orderRoles(play.sandbox, play.as('palisade'), play.guildId, [{ id: play.roleCalled(name), position }])
  expect(() => move('Potter', 9)).toThrow('Missing Permissions')
  expect(() => move('Keeper', 1)).toThrow('Missing Permissions')
  expect(play.heard()).toEqual([])
})

test('a server has at most 250 roles', () => {
  const play = stage()
  const create = () => createRole(play.sandbox, play.as('owner'), play.guildId, {})
  while (play.state.roles.size < 250) create()
  expect(create).toThrow('Maximum number of server roles reached (250)')
})

test('members are counted by role', () => {
  const play = stage()
  const counts = memberCounts(play.state)
  expect(counts[play.roleCalled('Admin')]).toBe(2)
  expect(counts).not.toHaveProperty(play.guildId)
})

test('whatever is wished, positions end up counted from one without gaps', () => {
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
