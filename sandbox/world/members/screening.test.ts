import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createInvite } from '../invites/edit.ts'
import { sendMessage } from '../messages/send.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { joinGuild } from './join.ts'
import { giveRole, takeRole } from './roles.ts'
import { passScreening, setScreening } from './screening.ts'
import { createAccount } from './new-account.ts'

function stage() {
  const demo = createDemoWorld()
  const { guild } = demo.guildByName('Tidewater Makers')
  const owner = { userId: demo.idOf('owner') }
  const general = demo.channelIdByName('general')
  setScreening(demo.sandbox, owner, guild.id, { enabled: true })
  const join = (code?: string) => {
    const id = createAccount(demo.sandbox, 'newcomer')
    return { id, member: joinGuild(demo.sandbox, id, guild.id, code) }
  }
  const say = (userId: string) => sendMessage(demo.sandbox, userId, general, { content: 'hello' })
  const lastTold = (type: GatewayDispatchEvents) => demo.dispatches.findLast(dispatch => dispatch.type === type)?.data
  return { ...demo, guild, owner, general, join, say, lastTold }
}

test('a new member is pending and silent until the rules are accepted, which is sent as a member update', () => {
  const demo = stage()
  expect(demo.lastTold(GatewayDispatchEvents.GuildUpdate)?.['features']).toContain('MEMBER_VERIFICATION_GATE_ENABLED')
  const { id } = demo.join()
  expect(demo.lastTold(GatewayDispatchEvents.GuildMemberAdd)).toMatchObject({ user: { id }, pending: true })
  expect(() => demo.say(id)).toThrow('Missing Permissions')
  expect(passScreening(demo.sandbox, id, demo.guild.id)).toMatchObject({ application_status: 'APPROVED' })
  expect(demo.lastTold(GatewayDispatchEvents.GuildMemberUpdate)).toMatchObject({ user: { id }, pending: false })
  demo.say(id)
  demo.takeTypes()
  passScreening(demo.sandbox, id, demo.guild.id)
  expect(demo.takeTypes()).toEqual([])
})

test('a role exempts its holder from the rules, on joining or later, unless the conditions say otherwise', () => {
  const demo = stage()
  const roleId = demo.roleIdByName('Regular')
  const { code } = createInvite(demo.sandbox, demo.owner, demo.general, { role_ids: [roleId] })
  expect(demo.join(code).member.pending).toBe(false)
  const { id } = demo.join()
  giveRole(demo.sandbox, demo.owner, demo.guild.id, id, roleId)
  expect(demo.lastTold(GatewayDispatchEvents.GuildMemberUpdate)).toMatchObject({ pending: false, roles: [roleId] })
  demo.sandbox.conditions.rolesPassScreening = false
  expect(demo.join(code).member.pending).toBe(true)
  const { id: other } = demo.join()
  giveRole(demo.sandbox, demo.owner, demo.guild.id, other, roleId)
  takeRole(demo.sandbox, demo.owner, demo.guild.id, other, roleId)
  expect(demo.lastTold(GatewayDispatchEvents.GuildMemberUpdate)).toMatchObject({ pending: true })
})

test('bots are not screened, and pending members are let in when screening is switched off', () => {
  const demo = stage()
  const { id } = demo.join()
  expect(() => setScreening(demo.sandbox, { userId: id }, demo.guild.id, { enabled: false })).toThrow(
    'Missing Permissions',
  )
  setScreening(demo.sandbox, demo.owner, demo.guild.id, { enabled: false })
  demo.say(id)
  expect(demo.join().member.pending).toBe(false)
})
