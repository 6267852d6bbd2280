import { type APIChannel, AuditLogEvent, ChannelType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { permission } from '../permissions.ts'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { connectVoice } from '../voice.ts'
import { createChannel } from './create.ts'
import { deleteChannel } from './delete.ts'
import { editChannel } from './edit.ts'
import { orderChannels } from './order.ts'
import { deleteOverwrite, putOverwrite } from './overwrites.ts'

function stage() {
  const play = rehearse()
  const state = play.guildCalled('Tidewater Makers')
  const as = (login: string) => ({ userId: play.idOf(login) })
  const channel = (name: string): APIChannel | undefined =>
    play.sandbox.world.channels.get(play.channelCalled(name))?.channel
  return { ...play, state, guildId: state.guild.id, as, channel }
}

test('deleting a channel names nobody; the audit log does, with what was lost', () => {
  const play = stage()
  deleteChannel(play.sandbox, { ...play.as('rogue'), reason: 'bye' }, play.channelCalled('woodwork'))
  play.pass()
  const [event, entry] = play.told
  expect(event?.type).toBe('CHANNEL_DELETE')
  expect(JSON.stringify(event?.data)).not.toContain(play.idOf('rogue'))
  expect(entry?.data).toMatchObject({
    action_type: AuditLogEvent.ChannelDelete,
    user_id: play.idOf('rogue'),
    reason: 'bye',
    changes: expect.arrayContaining([{ key: 'topic', old_value: 'Mind the bandsaw' }]),
  })
})

test('the channels of a deleted category stay, each told by an update', () => {
  const play = stage()
  deleteChannel(play.sandbox, play.as('rogue'), play.channelCalled('Workshop'))
  expect(play.heard()).toEqual([...Array<string>(5).fill('CHANNEL_UPDATE'), 'CHANNEL_DELETE'])
  expect(play.channel('general')).toMatchObject({ parent_id: null })
})

test('threads go with their channel', () => {
  const play = stage()
  const post = play.channelCalled('A stool from one ash plank')
  deleteChannel(play.sandbox, play.as('owner'), play.channelCalled('show-and-tell'))
  expect(play.heard()).toEqual(['CHANNEL_DELETE'])
  expect(play.sandbox.world.channels.has(post)).toBe(false)
  expect(play.state.channelIds.has(post)).toBe(false)
})

test('people in a deleted voice channel are disconnected first', () => {
  const play = stage()
  const room = play.channelCalled('Bench talk')
  connectVoice(play.sandbox, play.idOf('member1'), play.guildId, { channelId: room })
  deleteChannel(play.sandbox, play.as('owner'), room)
  expect(play.heard()).toEqual(['VOICE_STATE_UPDATE', 'VOICE_STATE_UPDATE', 'CHANNEL_DELETE'])
})

test('the channels that a Community server needs cannot be deleted', () => {
  const play = stage()
  expect(() => deleteChannel(play.sandbox, play.as('owner'), play.channelCalled('rules'))).toThrow('Community')
  expect(() => deleteChannel(play.sandbox, play.as('owner'), play.channelCalled('safety'))).toThrow('Community')
})

test('a member who cannot see a channel is told so before anything else', () => {
  const play = stage()
  const log = play.channelCalled('mod-log')
  expect(() => editChannel(play.sandbox, play.as('member1'), log, { name: 'x' })).toThrow('Missing Access')
  expect(() => editChannel(play.sandbox, play.as('moderator'), log, { name: 'x' })).toThrow('Missing Permissions')
})

test('a new channel takes the overwrites of its category, unless it has its own', () => {
  const play = stage()
  const parent_id = play.channelCalled('Staff')
  const heir = createChannel(play.sandbox, play.as('owner'), play.guildId, { name: 'Night Watch', parent_id })
  expect(heir).toMatchObject({
    name: 'night-watch',
    permission_overwrites: [{ id: play.guildId, deny: '1024' }, {}, {}],
  })
  const own = createChannel(play.sandbox, play.as('owner'), play.guildId, {
    name: 'x',
    parent_id,
    permission_overwrites: [],
  })
  expect(own.permission_overwrites).toEqual([])
})

test('a bot hands out in overwrites only what it may do, and never the management of roles', () => {
  const play = stage()
  const create = (bit: bigint) =>
    createChannel(play.sandbox, play.as('palisade'), play.guildId, {
      name: 'x',
      permission_overwrites: [{ id: play.guildId, type: 0, allow: String(bit) }],
    })
  expect(() => create(permission.ManageEvents)).toThrow('Missing Permissions')
  expect(() => create(permission.ManageRoles)).toThrow('Missing Permissions')
  expect(create(permission.SendMessages).permission_overwrites).toHaveLength(1)
})

test('each overwrite that changes has its own audit entry, with strings in its options', () => {
  const play = stage()
  const general = play.channelCalled('general')
  const role = play.roleCalled('Potter')
  putOverwrite(play.sandbox, play.as('owner'), general, role, { type: 0, allow: '2048' })
  putOverwrite(play.sandbox, play.as('owner'), general, role, { type: 0, deny: '2048' })
  deleteOverwrite(play.sandbox, play.as('owner'), general, role)
  play.pass()
  expect(play.heard().filter(type => type === 'CHANNEL_UPDATE')).toHaveLength(3)
  const options = { id: role, type: '0', role_name: 'Potter' }
  expect(play.state.auditLog).toMatchObject([
    { action_type: AuditLogEvent.ChannelOverwriteCreate, target_id: general, options },
    {
      action_type: AuditLogEvent.ChannelOverwriteUpdate,
      options,
      changes: [
        { key: 'allow', old_value: '2048', new_value: '0' },
        { key: 'deny', old_value: '0', new_value: '2048' },
      ],
    },
    { action_type: AuditLogEvent.ChannelOverwriteDelete, options },
  ])
  expect(() => deleteOverwrite(play.sandbox, play.as('owner'), general, role)).toThrow('Unknown Overwrite')
})

test('moving channels tells each that moves, and the audit log nothing', () => {
  const play = stage()
  const [one, two] = [play.channelCalled('general'), play.channelCalled('woodwork')]
  const voice = play.channelCalled('Voice')
  orderChannels(play.sandbox, play.as('owner'), play.guildId, [
    { id: one, position: 40 },
    { id: two, position: 41, parent_id: voice },
  ])
  play.pass()
  expect(play.heard()).toEqual(['CHANNEL_UPDATE', 'CHANNEL_UPDATE'])
  expect(() =>
    orderChannels(play.sandbox, play.as('owner'), play.guildId, [
      { id: one, parent_id: voice },
      { id: two, parent_id: null },
    ]),
  ).toThrow('Only one channel')
})

test('a server has at most 500 channels, a category at most 50', () => {
  const play = stage()
  const create = (body: object) => createChannel(play.sandbox, play.as('owner'), play.guildId, { name: 'x', ...body })
  const parent_id = create({ type: ChannelType.GuildCategory }).id
  for (let count = 0; count < 50; count++) create({ parent_id })
  expect(() => create({ parent_id })).toThrow('Invalid Form Body')
  const full = () => create({})
  expect(() => {
    for (let count = 0; count < 500; count++) full()
  }).toThrow('Maximum number of server channels reached (500)')
  expect(full).toThrow('Maximum number of server channels reached (500)')
})

test('a text channel becomes an announcement channel, but never a voice channel', () => {
  const play = stage()
  const general = play.channelCalled('general')
  const retype = (type: ChannelType) => editChannel(play.sandbox, play.as('owner'), general, { type })
  expect(retype(ChannelType.GuildAnnouncement).type).toBe(ChannelType.GuildAnnouncement)
  expect(() => retype(ChannelType.GuildVoice)).toThrow('Cannot execute action on this channel type')
})

test('bad input gets an error that names the field and changes nothing', () => {
  const play = stage()
  const before = structuredClone(play.channel('general'))
  for (const body of [
    { name: '' },
    { name: 'x'.repeat(101) },
    { rate_limit_per_user: -1 },
    { parent_id: '1' },
    { name: 7 },
  ])
    expect(() => editChannel(play.sandbox, play.as('owner'), play.channelCalled('general'), body)).toThrow(
      'Invalid Form Body',
    )
  expect(play.channel('general')).toEqual(before)
  expect(play.heard()).toEqual([])
})

test('a deleted channel takes its invites along, and the server no longer points at it', () => {
  const play = stage()
  deleteChannel(play.sandbox, play.as('owner'), play.channelCalled('general'))
  expect(play.state.invites.has('kiln24')).toBe(false)
  deleteChannel(play.sandbox, play.as('owner'), play.channelCalled('arrivals'))
  expect(play.heard()).toEqual(['CHANNEL_DELETE', 'CHANNEL_DELETE', 'GUILD_UPDATE'])
  expect(play.state.guild.system_channel_id).toBeNull()
})

test('an existing channel gets no overwrite that its author could not give, unless the channel lets them', () => {
  const play = stage()
  const general = play.channelCalled('general')
  const put = (login: string, target: string, bit: bigint) =>
    putOverwrite(play.sandbox, play.as(login), general, target, { type: 0, allow: String(bit) })
  const regular = play.roleCalled('Regular')
  expect(() => put('member2', play.guildId, permission.ViewChannel)).toThrow('Missing Permissions')
  expect(() => put('palisade', play.guildId, permission.ManageEvents)).toThrow('Missing Permissions')
  put('palisade', play.guildId, permission.ManageMessages)
  put('owner', regular, permission.ManageRoles)
  put('member2', play.guildId, permission.ManageEvents)
  expect(() => put('owner', '1', 0n)).toThrow('Unknown Role')
})
