import { GuildFeature } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { connectVoice } from '../voice.ts'
import { editGuild, setVanity } from './edit.ts'
import { setIncidentActions } from './incident-actions.ts'
import { guildCreatePayload } from './view.ts'

function stage() {
  const demo = createDemoWorld()
  const state = demo.guildByName('Tidewater Makers')
  const as = (login: string) => ({ userId: demo.idOf(login) })
  return { ...demo, state, guildId: state.guild.id, as }
}

test('a new name is announced, with the old one in the audit log', () => {
  const demo = stage()
  editGuild(demo.sandbox, demo.as('rogue'), demo.guildId, { name: 'Owned' })
  demo.advance()
  expect(demo.takeTypes()).toEqual(['GUILD_UPDATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE'])
  expect(demo.state.auditLog[0]?.changes).toEqual([{ key: 'name', old_value: 'Tidewater Makers', new_value: 'Owned' }])
})

test('a new picture is known by its hash, in the audit log under its own name', () => {
  const demo = stage()
  editGuild(demo.sandbox, demo.as('owner'), demo.guildId, { icon: 'data:image/png;base64,iVBORw0KGgo=' })
  demo.advance()
  expect(demo.state.guild.icon).toMatch(/^[0-9a-f]{32}$/)
  expect(demo.state.auditLog[0]?.changes).toMatchObject([{ key: 'icon_hash', new_value: demo.state.guild.icon }])
})

test('a banner needs a server with the feature', () => {
  const demo = stage()
  const edit = () =>
    editGuild(demo.sandbox, demo.as('owner'), demo.guildId, { banner: 'data:image/png;base64,iVBORw0KGgo=' })
  expect(edit).toThrow('needs more boosts')
  demo.state.guild.features.push(GuildFeature.Banner)
  expect(edit().guild.banner).toMatch(/^[0-9a-f]{32}$/)
})

test('the AFK channel must be a voice channel', () => {
  const demo = stage()
  const edit = (name: string) =>
    editGuild(demo.sandbox, demo.as('owner'), demo.guildId, { afk_channel_id: demo.channelIdByName(name) })
  for (const name of ['general', 'Workshop', 'show-and-tell']) expect(() => edit(name)).toThrow('Invalid Form Body')
  expect(edit('Bench talk').guild.afk_channel_id).toBe(demo.channelIdByName('Bench talk'))
})

test('only an administrator turns a server into a Community, and nobody grants it paid features', () => {
  const demo = stage()
  const features = demo.state.guild.features.filter(feature => feature !== GuildFeature.Community)
  const change = (login: string, wanted: readonly string[]) =>
    editGuild(demo.sandbox, demo.as(login), demo.guildId, { features: wanted })
  expect(() => change('palisade', features)).toThrow('Missing Permissions')
  expect(change('owner', [...demo.state.guild.features, 'PARTNERED']).guild.features).not.toContain('PARTNERED')
  expect(change('palisade', [...demo.state.guild.features, 'INVITES_DISABLED']).guild.features).toContain(
    'INVITES_DISABLED',
  )
})

test('invites are paused for a day at most', () => {
  const demo = stage()
  const until = (hours: number) => ({
    invites_disabled_until: new Date(demo.sandbox.now() + hours * 3_600_000).toISOString(),
  })
  expect(() => setIncidentActions(demo.sandbox, demo.as('palisade'), demo.guildId, until(30))).toThrow(
    'Invalid Form Body',
  )
  expect(setIncidentActions(demo.sandbox, demo.as('palisade'), demo.guildId, until(24)).dms_disabled_until).toBeNull()
})

test('a change of the vanity code is in the audit log', () => {
  const demo = stage()
  setVanity(demo.sandbox, demo.as('rogue'), demo.guildId, { code: 'stolen' })
  demo.advance()
  expect(demo.state.auditLog[0]).toMatchObject({
    user_id: demo.idOf('rogue'),
    changes: [{ key: 'vanity_url_code', old_value: 'tidewater', new_value: 'stolen' }],
  })
  expect(() => setVanity(demo.sandbox, demo.as('rogue'), demo.guildId, { code: 'kiln24' })).toThrow('taken')
})

test.each([false, true])('incident actions are in the audit log as the condition says: %s', incidentActionsLogged => {
  const demo = stage()
  demo.sandbox.conditions.incidentActionsLogged = incidentActionsLogged
  const until = new Date(demo.sandbox.now() + 3_600_000).toISOString()
  setIncidentActions(demo.sandbox, demo.as('owner'), demo.guildId, { dms_disabled_until: until })
  demo.advance()
  expect(demo.takeTypes()).toEqual(['GUILD_UPDATE', ...(incidentActionsLogged ? ['GUILD_AUDIT_LOG_ENTRY_CREATE'] : [])])
})

test('the server that a bot receives lists only itself and members in voice', () => {
  const demo = stage()
  connectVoice(demo.sandbox, demo.idOf('member1'), demo.guildId, { channelId: demo.channelIdByName('Bench talk') })
  const userId = demo.idOf('palisade')
  const payload = guildCreatePayload(demo.sandbox, demo.guildId, { members: 'self-and-voice', userId })
  expect(payload.members.map(member => member.user.id)).toEqual([userId, demo.idOf('member1')])
  expect(payload.member_count).toBe(15)
  expect(payload.threads.map(thread => thread.name)).toEqual(['A stool from one ash plank'])
  expect(payload.channels.some(channel => channel.name === 'mod-log')).toBe(true)
  const everyone = guildCreatePayload(demo.sandbox, demo.guildId, { members: 'all', userId })
  expect(everyone.members).toHaveLength(15)
})
