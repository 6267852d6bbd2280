import { GuildFeature } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { connectVoice } from '../voice.ts'
import { editGuild, setIncidentActions, setVanity } from './edit.ts'
import { guildCreatePayload } from './view.ts'

function stage() {
  const play = rehearse()
  const state = play.guildCalled('Tidewater Makers')
  const as = (login: string) => ({ userId: play.idOf(login) })
  return { ...play, state, guildId: state.guild.id, as }
}

test('a new name is told, with the old one in the audit log', () => {
  const play = stage()
  editGuild(play.sandbox, play.as('rogue'), play.guildId, { name: 'Owned' })
  play.pass()
  expect(play.heard()).toEqual(['GUILD_UPDATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE'])
  expect(play.state.auditLog[0]?.changes).toEqual([{ key: 'name', old_value: 'Tidewater Makers', new_value: 'Owned' }])
})

test('a new picture is known by its hash, in the audit log under its own name', () => {
  const play = stage()
  editGuild(play.sandbox, play.as('owner'), play.guildId, { icon: 'data:image/png;base64,iVBORw0KGgo=' })
  play.pass()
  expect(play.state.guild.icon).toMatch(/^[0-9a-f]{32}$/)
  expect(play.state.auditLog[0]?.changes).toMatchObject([{ key: 'icon_hash', new_value: play.state.guild.icon }])
})

test('only an administrator turns a server into a Community, and nobody grants it paid features', () => {
  const play = stage()
  const features = play.state.guild.features.filter(feature => feature !== GuildFeature.Community)
  const change = (login: string, wanted: readonly string[]) =>
    editGuild(play.sandbox, play.as(login), play.guildId, { features: wanted })
  expect(() => change('palisade', features)).toThrow('Missing Permissions')
  expect(() => change('owner', [...play.state.guild.features, 'PARTNERED'])).toThrow('Invalid Form Body')
  expect(change('palisade', [...play.state.guild.features, 'INVITES_DISABLED']).guild.features).toContain(
    'INVITES_DISABLED',
  )
})

test('invites are shut for a day at most', () => {
  const play = stage()
  const until = (hours: number) => ({
    invites_disabled_until: new Date(play.sandbox.now() + hours * 3_600_000).toISOString(),
  })
  expect(() => setIncidentActions(play.sandbox, play.as('palisade'), play.guildId, until(30))).toThrow(
    'Invalid Form Body',
  )
  expect(setIncidentActions(play.sandbox, play.as('palisade'), play.guildId, until(24)).dms_disabled_until).toBeNull()
})

test('a stolen vanity code shows in the audit log', () => {
  const play = stage()
  setVanity(play.sandbox, play.as('rogue'), play.guildId, { code: 'stolen' })
  play.pass()
  expect(play.state.auditLog[0]).toMatchObject({
    user_id: play.idOf('rogue'),
    changes: [{ key: 'vanity_url_code', old_value: 'tidewater', new_value: 'stolen' }],
  })
  expect(() => setVanity(play.sandbox, play.as('rogue'), play.guildId, { code: 'kiln24' })).toThrow('taken')
})

test('what a bot gets of a server names only itself and those in voice', () => {
  const play = stage()
  connectVoice(play.sandbox, play.idOf('member1'), play.guildId, { channelId: play.channelCalled('Bench talk') })
  const userId = play.idOf('palisade')
  const payload = guildCreatePayload(play.sandbox, play.guildId, { members: 'self-and-voice', userId })
  expect(payload.members.map(member => member.user.id)).toEqual([userId, play.idOf('member1')])
  expect(payload.member_count).toBe(15)
  expect(payload.threads.map(thread => thread.name)).toEqual(['A stool from one ash plank'])
  expect(payload.channels.some(channel => channel.name === 'mod-log')).toBe(true)
  const everyone = guildCreatePayload(play.sandbox, play.guildId, { members: 'all', userId })
  expect(everyone.members).toHaveLength(15)
})
