import { AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { errorOf } from '#test/sandbox/error-of.ts'
import { commandPermissionsOf, listCommandPermissions, overrideFor, setCommandPermissions } from './permissions.ts'
import { editCommand, replaceCommands } from './registry.ts'
import { channelCommandIndex, guildCommandIndex } from './usable.ts'

function stage() {
  const demo = createDemoWorld()
  const { sandbox, idOf } = demo
  const applicationId = [...sandbox.world.applications.values()].find(one => one.name === 'Palisade')?.id ?? ''
  const guildId = demo.guildByName('Tidewater Makers').guild.id
  const ping = { name: 'ping', description: 'Says pong' }
  const staff = { name: 'staff', description: 'd', default_member_permissions: '4' }
  const [first, second] = replaceCommands(sandbox, applicationId, 'global', [ping, staff])
  const idOfCommand = { ping: first?.id ?? '', staff: second?.id ?? '', all: applicationId }
  const set = (command: keyof typeof idOfCommand, permissions: unknown, login = 'owner') =>
    setCommandPermissions(sandbox, idOf(login), applicationId, guildId, idOfCommand[command], { permissions })
  const offered = (login: string) =>
    guildCommandIndex(sandbox, idOf(login), guildId).application_commands.map(one => one.name)
  return { ...demo, applicationId, guildId, idOfCommand, set, offered }
}

test('permissions that administrators set are stored, sent to the bot, and logged', () => {
  const { sandbox, dispatches, advance, idOf, set, applicationId, guildId, idOfCommand } = stage()
  const permissions = [{ id: idOf('member1'), type: 2, permission: false }]
  set('ping', permissions)
  const kept = { id: idOfCommand.ping, application_id: applicationId, guild_id: guildId, permissions }
  expect(listCommandPermissions(sandbox, applicationId, guildId)).toEqual([kept])
  expect(commandPermissionsOf(sandbox, applicationId, guildId, idOfCommand.ping)).toEqual(kept)
  const event = dispatches.find(({ type }) => type === GatewayDispatchEvents.ApplicationCommandPermissionsUpdate)
  expect(event).toMatchObject({ data: kept, audience: { userIds: [idOf('palisade')] } })
  advance()
  const audited = sandbox.world.guilds.get(guildId)?.auditLog ?? []
  expect(audited.map(entry => entry.action_type)).toContain(AuditLogEvent.ApplicationCommandPermissionUpdate)
})

test('overrides decide what is offered, before the permissions that a command asks for', () => {
  const { idOf, set, offered } = stage()
  set('ping', [{ id: idOf('member1'), type: 2, permission: false }])
  set('staff', [{ id: idOf('member2'), type: 2, permission: true }])
  expect(offered('member1')).toEqual([])
  expect(offered('member2')).toEqual(['ping', 'staff'])
  expect(offered('admin')).toEqual(['ping', 'staff'])
})

test('a command can be denied in one channel, or in all but one', () => {
  const { sandbox, idOf, channelIdByName, guildId, set } = stage()
  const general = channelIdByName('general')
  const inGeneral = () =>
    channelCommandIndex(sandbox, idOf('member1'), general).application_commands.map(one => one.name)
  set('ping', [{ id: general, type: 3, permission: false }])
  expect(inGeneral()).toEqual([])
  set('ping', [
    { id: String(BigInt(guildId) - 1n), type: 3, permission: false },
    { id: general, type: 3, permission: true },
  ])
  expect(inGeneral()).toEqual(['ping'])
})

test('what is set for the application applies where the command sets nothing', () => {
  const { sandbox, idOf, guildId, set, idOfCommand, applicationId } = stage()
  set('all', [{ id: guildId, type: 1, permission: false }])
  set('ping', [{ id: guildId, type: 1, permission: true }])
  const said = (id: string) =>
    overrideFor(sandbox, { id, application_id: applicationId }, { guildId, userId: idOf('member1') }).member
  expect(said(idOfCommand.ping)).toBe(true)
  expect(said(idOfCommand.staff)).toBe(false)
})

test('missing permissions and invalid bodies are refused as Discord refuses them', () => {
  const { sandbox, applicationId, guildId, idOfCommand, idOf, set } = stage()
  const code = (act: () => unknown) => errorOf(act)?.code
  expect(code(() => set('ping', [], 'member1'))).toBe(50_013)
  expect(code(() => set('ping', [{ id: '1', type: 9, permission: true }]))).toBe(50_035)
  const many = Array.from({ length: 101 }, () => ({ id: guildId, type: 1, permission: true }))
  expect(code(() => set('ping', many))).toBe(50_035)
  expect(
    code(() => setCommandPermissions(sandbox, idOf('owner'), applicationId, guildId, '12345678901234567', {})),
  ).toBe(10_063)
  expect(code(() => commandPermissionsOf(sandbox, applicationId, guildId, idOfCommand.staff))).toBe(10_066)
  expect(code(() => listCommandPermissions(sandbox, applicationId, '12345678901234567'))).toBe(50_001)
})

test('a command that is renamed loses its permissions', () => {
  const { sandbox, applicationId, guildId, idOf, idOfCommand, set } = stage()
  set('ping', [{ id: idOf('member1'), type: 2, permission: false }])
  editCommand(sandbox, applicationId, 'global', idOfCommand.ping, { name: 'pong' })
  expect(listCommandPermissions(sandbox, applicationId, guildId)).toEqual([])
})
