import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createInvite } from '../invites/edit.ts'
import { sendMessage } from '../messages/send.ts'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { joinGuild } from './join.ts'
import { giveRole, takeRole } from './roles.ts'
import { passScreening, setScreening } from './screening.ts'
import { createStranger } from './new-account.ts'

function stage() {
  const play = rehearse()
  const { guild } = play.guildCalled('Tidewater Makers')
  const owner = { userId: play.idOf('owner') }
  const general = play.channelCalled('general')
  setScreening(play.sandbox, owner, guild.id, { enabled: true })
  const join = (code?: string) => {
    const id = createStranger(play.sandbox, 'newcomer')
    return { id, member: joinGuild(play.sandbox, id, guild.id, code) }
  }
  const say = (userId: string) => sendMessage(play.sandbox, userId, general, { content: 'hello' })
  const lastTold = (type: GatewayDispatchEvents) => play.told.findLast(dispatch => dispatch.type === type)?.data
  return { ...play, guild, owner, general, join, say, lastTold }
}

test('who joins is pending and silent until the rules are accepted, which is told as a change of the member', () => {
  const play = stage()
  expect(play.lastTold(GatewayDispatchEvents.GuildUpdate)?.['features']).toContain('MEMBER_VERIFICATION_GATE_ENABLED')
  const { id } = play.join()
  expect(play.lastTold(GatewayDispatchEvents.GuildMemberAdd)).toMatchObject({ user: { id }, pending: true })
  expect(() => play.say(id)).toThrow('Missing Permissions')
  expect(passScreening(play.sandbox, id, play.guild.id)).toMatchObject({ application_status: 'APPROVED' })
  expect(play.lastTold(GatewayDispatchEvents.GuildMemberUpdate)).toMatchObject({ user: { id }, pending: false })
  play.say(id)
  play.heard()
  passScreening(play.sandbox, id, play.guild.id)
  expect(play.heard()).toEqual([])
})

test('a role lets its holder past the rules, on joining or later, unless the conditions say otherwise', () => {
  const play = stage()
  const roleId = play.roleCalled('Regular')
  const { code } = createInvite(play.sandbox, play.owner, play.general, { role_ids: [roleId] })
  expect(play.join(code).member.pending).toBe(false)
  const { id } = play.join()
  giveRole(play.sandbox, play.owner, play.guild.id, id, roleId)
  expect(play.lastTold(GatewayDispatchEvents.GuildMemberUpdate)).toMatchObject({ pending: false, roles: [roleId] })
  play.sandbox.conditions.rolesPassScreening = false
  expect(play.join(code).member.pending).toBe(true)
  const { id: other } = play.join()
  giveRole(play.sandbox, play.owner, play.guild.id, other, roleId)
  takeRole(play.sandbox, play.owner, play.guild.id, other, roleId)
  expect(play.lastTold(GatewayDispatchEvents.GuildMemberUpdate)).toMatchObject({ pending: true })
})

test('bots are not asked, and whoever waits is let in when screening ends', () => {
  const play = stage()
  const { id } = play.join()
  expect(() => setScreening(play.sandbox, { userId: id }, play.guild.id, { enabled: false })).toThrow(
    'Missing Permissions',
  )
  setScreening(play.sandbox, play.owner, play.guild.id, { enabled: false })
  play.say(id)
  expect(play.join().member.pending).toBe(false)
})
