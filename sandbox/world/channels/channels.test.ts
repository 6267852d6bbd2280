import { type APIChannel, AuditLogEvent, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { permission } from '../permissions.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { connectVoice } from '../voice.ts'
import { createChannel } from './create.ts'
import { deleteChannel } from './delete.ts'
import { editChannel } from './edit.ts'
import { orderChannels } from './order.ts'
import { deleteOverwrite, putOverwrite } from './overwrites.ts'

function stage() {
  const demo = createDemoWorld()
  const state = demo.guildByName('Tidewater Makers')
  const as = (login: string) => ({ userId: demo.idOf(login) })
  const channel = (name: string): APIChannel | undefined =>
    demo.sandbox.world.channels.get(demo.channelIdByName(name))?.channel
  return { ...demo, state, guildId: state.guild.id, as, channel }
}

test("the deletion event names nobody; the audit log entry does, with the channel's former fields", () => {
  const demo = stage()
  deleteChannel(demo.sandbox, { ...demo.as('rogue'), reason: 'bye' }, demo.channelIdByName('woodwork'))
  demo.advance()
  const [event, entry] = demo.dispatches
  expect(event?.type).toBe('CHANNEL_DELETE')
  expect(JSON.stringify(event?.data)).not.toContain(demo.idOf('rogue'))
  expect(entry?.data).toMatchObject({
    action_type: AuditLogEvent.ChannelDelete,
    user_id: demo.idOf('rogue'),
    reason: 'bye',
    changes: expect.arrayContaining([{ key: 'topic', old_value: 'Mind the bandsaw' }]),
  })
})

test.each([
  [ChannelType.GuildText, 1024],
  [ChannelType.GuildAnnouncement, 1024],
  [ChannelType.GuildForum, 4096],
  [ChannelType.GuildMedia, 4096],
] as const)('the topic of a channel of kind %d has %d characters at most', (type, most) => {
  const demo = stage()
  const make = (length: number) =>
    createChannel(demo.sandbox, demo.as('owner'), demo.guildId, { name: 'room', type, topic: 'x'.repeat(length) })
  const { id } = make(most)
  expect(() => make(most + 1)).toThrow('Invalid Form Body')
  expect(() => editChannel(demo.sandbox, demo.as('owner'), id, { topic: 'x'.repeat(most + 1) })).toThrow(
    'Invalid Form Body',
  )
})

test('the channels of a deleted category stay, and each is updated', () => {
  const demo = stage()
  deleteChannel(demo.sandbox, demo.as('rogue'), demo.channelIdByName('Workshop'))
  expect(demo.takeTypes()).toEqual([...Array<string>(5).fill('CHANNEL_UPDATE'), 'CHANNEL_DELETE'])
  expect(demo.channel('general')).toMatchObject({ parent_id: null })
})

test('threads go with their channel', () => {
  const demo = stage()
  const post = demo.channelIdByName('A stool from one ash plank')
  deleteChannel(demo.sandbox, demo.as('owner'), demo.channelIdByName('show-and-tell'))
  expect(demo.takeTypes()).toEqual(['CHANNEL_DELETE'])
  expect(demo.sandbox.world.channels.has(post)).toBe(false)
  expect(demo.state.channelIds.has(post)).toBe(false)
})

test('people in a deleted voice channel are disconnected first', () => {
  const demo = stage()
  const room = demo.channelIdByName('Bench talk')
  connectVoice(demo.sandbox, demo.idOf('member1'), demo.guildId, { channelId: room })
  deleteChannel(demo.sandbox, demo.as('owner'), room)
  expect(demo.takeTypes()).toEqual([
    'VOICE_STATE_UPDATE',
    'VOICE_CHANNEL_START_TIME_UPDATE',
    'VOICE_STATE_UPDATE',
    'VOICE_CHANNEL_START_TIME_UPDATE',
    'CHANNEL_DELETE',
  ])
})

test('the channels that a Community server needs cannot be deleted', () => {
  const demo = stage()
  expect(() => deleteChannel(demo.sandbox, demo.as('owner'), demo.channelIdByName('rules'))).toThrow('Community')
  expect(() => deleteChannel(demo.sandbox, demo.as('owner'), demo.channelIdByName('safety'))).toThrow('Community')
})

test('whether a member can see the channel is checked before anything else', () => {
  const demo = stage()
  const log = demo.channelIdByName('mod-log')
  expect(() => editChannel(demo.sandbox, demo.as('member1'), log, { name: 'x' })).toThrow('Missing Access')
  expect(() => editChannel(demo.sandbox, demo.as('moderator'), log, { name: 'x' })).toThrow('Missing Permissions')
})

test('a new channel takes the overwrites of its category, unless it has its own', () => {
  const demo = stage()
  const parent_id = demo.channelIdByName('Staff')
  const heir = createChannel(demo.sandbox, demo.as('owner'), demo.guildId, { name: 'Night Watch', parent_id })
  expect(heir).toMatchObject({
    name: 'night-watch',
    permission_overwrites: [{ id: demo.guildId, deny: '1024' }, {}, {}],
  })
  const own = createChannel(demo.sandbox, demo.as('owner'), demo.guildId, {
    name: 'x',
    parent_id,
    permission_overwrites: [],
  })
  expect(own.permission_overwrites).toEqual([])
})

test('a bot grants in overwrites only permissions it holds, and never Manage Roles', () => {
  const demo = stage()
  const create = (bit: bigint) =>
    createChannel(demo.sandbox, demo.as('palisade'), demo.guildId, {
      name: 'x',
      permission_overwrites: [{ id: demo.guildId, type: 0, allow: String(bit) }],
    })
  expect(() => create(permission.ManageEvents)).toThrow('Missing Permissions')
  expect(() => create(permission.ManageRoles)).toThrow('Missing Permissions')
  expect(create(permission.SendMessages).permission_overwrites).toHaveLength(1)
})

test('each overwrite that changes has its own audit entry, with strings in its options', () => {
  const demo = stage()
  const general = demo.channelIdByName('general')
  const role = demo.roleIdByName('Potter')
  putOverwrite(demo.sandbox, demo.as('owner'), general, role, { type: 0, allow: '2048' })
  putOverwrite(demo.sandbox, demo.as('owner'), general, role, { type: 0, deny: '2048' })
  deleteOverwrite(demo.sandbox, demo.as('owner'), general, role)
  demo.advance()
  expect(demo.takeTypes().filter(type => type === 'CHANNEL_UPDATE')).toHaveLength(3)
  const options = { id: role, type: '0', role_name: 'Potter' }
  expect(demo.state.auditLog).toMatchObject([
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
  expect(() => deleteOverwrite(demo.sandbox, demo.as('owner'), general, role)).toThrow('Unknown Overwrite')
})

test('moving channels sends an update for each that moves, and logs nothing', () => {
  const demo = stage()
  const [one, two] = [demo.channelIdByName('general'), demo.channelIdByName('woodwork')]
  const voice = demo.channelIdByName('Voice')
  orderChannels(demo.sandbox, demo.as('owner'), demo.guildId, [
    { id: one, position: 40 },
    { id: two, position: 41, parent_id: voice },
  ])
  demo.advance()
  expect(demo.takeTypes()).toEqual(['CHANNEL_UPDATE', 'CHANNEL_UPDATE'])
  expect(() =>
    orderChannels(demo.sandbox, demo.as('owner'), demo.guildId, [
      { id: one, parent_id: voice },
      { id: two, parent_id: null },
    ]),
  ).toThrow('Only one channel')
})

test('somebody who manages a category can move its channels within it, and out of it only to places that they manage', () => {
  const demo = stage()
  const owner = demo.as('owner')
  const make = (body: object) => createChannel(demo.sandbox, owner, demo.guildId, { name: 'x', ...body }).id
  const [mine, theirs] = [4, 4].map(type => make({ type }))
  const channel = make({ parent_id: mine })
  const move = (wish: object) => () => orderChannels(demo.sandbox, demo.as('member1'), demo.guildId, [wish])
  expect(move({ id: channel, position: 5 })).toThrow('Missing Permissions')
  const rights = { type: 1, allow: String(permission.ManageChannels | permission.ViewChannel) }
  for (const id of [mine ?? '', channel]) putOverwrite(demo.sandbox, owner, id, demo.idOf('member1'), rights)
  move({ id: channel, position: 5 })()
  expect(move({ id: channel, parent_id: theirs })).toThrow('Missing Access')
  putOverwrite(demo.sandbox, owner, theirs ?? '', demo.idOf('member1'), rights)
  expect(move({ id: channel, parent_id: theirs, lock_permissions: true })).toThrow('Missing Permissions')
  move({ id: channel, parent_id: theirs })()
  expect(demo.sandbox.world.channels.get(channel)?.channel).toMatchObject({ parent_id: theirs, position: 5 })
})

test('a server has at most 500 channels, a category at most 50', () => {
  const demo = stage()
  const create = (body: object) => createChannel(demo.sandbox, demo.as('owner'), demo.guildId, { name: 'x', ...body })
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
  const demo = stage()
  const general = demo.channelIdByName('general')
  const retype = (type: ChannelType) => editChannel(demo.sandbox, demo.as('owner'), general, { type })
  expect(retype(ChannelType.GuildAnnouncement).type).toBe(ChannelType.GuildAnnouncement)
  expect(() => retype(ChannelType.GuildVoice)).toThrow('Cannot execute action on this channel type')
})

test('bad input gets an error that names the field and changes nothing', () => {
  const demo = stage()
  const before = structuredClone(demo.channel('general'))
  for (const body of [
    { name: '' },
    { name: 'x'.repeat(101) },
    { rate_limit_per_user: -1 },
    { parent_id: '1' },
    { name: 7 },
  ])
    expect(() => editChannel(demo.sandbox, demo.as('owner'), demo.channelIdByName('general'), body)).toThrow(
      'Invalid Form Body',
    )
  expect(demo.channel('general')).toEqual(before)
  expect(demo.takeTypes()).toEqual([])
})

test('a deleted channel takes its invites along, and the server no longer points at it', () => {
  const demo = stage()
  deleteChannel(demo.sandbox, demo.as('owner'), demo.channelIdByName('general'))
  expect(demo.state.invites.has('kiln24')).toBe(false)
  deleteChannel(demo.sandbox, demo.as('owner'), demo.channelIdByName('arrivals'))
  expect(demo.takeTypes()).toEqual(['CHANNEL_DELETE', 'CHANNEL_DELETE', 'GUILD_UPDATE'])
  expect(demo.state.guild.system_channel_id).toBeNull()
})

test('an existing channel takes no overwrite that its author could not grant, unless the channel lets them', () => {
  const demo = stage()
  const general = demo.channelIdByName('general')
  const put = (login: string, target: string, bit: bigint) =>
    putOverwrite(demo.sandbox, demo.as(login), general, target, { type: 0, allow: String(bit) })
  const regular = demo.roleIdByName('Regular')
  expect(() => put('member2', demo.guildId, permission.ViewChannel)).toThrow('Missing Permissions')
  expect(() => put('palisade', demo.guildId, permission.ManageEvents)).toThrow('Missing Permissions')
  put('palisade', demo.guildId, permission.ManageMessages)
  put('owner', regular, permission.ManageRoles)
  put('member2', demo.guildId, permission.ManageEvents)
  expect(() => put('owner', '1', 0n)).toThrow('Unknown Role')
})

test.each([true, false])('channels in sync with their category follow it: %s', follow => {
  const demo = stage()
  demo.sandbox.conditions.syncedChannelsFollow = follow
  const { sandbox, channelIdByName } = demo
  const [category, synced, own] = [channelIdByName('Staff'), channelIdByName('safety'), channelIdByName('mod-log')]
  const deny = (id: string, bits: bigint) =>
    putOverwrite(sandbox, demo.as('owner'), id, demo.guildId, { type: 0, deny: String(bits) })
  deny(own, permission.SendMessages)
  demo.takeTypes()
  deny(category, permission.ViewChannel | permission.SendMessages)
  const heard = demo.dispatches
    .filter(({ type }) => type === GatewayDispatchEvents.ChannelUpdate)
    .map(({ data }) => data['id'])
  expect(heard).toEqual(follow ? [category, synced] : [category])
  const overwrites = (name: string) => JSON.stringify(demo.channel(name))
  const hidden = String(permission.ViewChannel | permission.SendMessages)
  expect([overwrites('safety').includes(hidden), overwrites('mod-log').includes(hidden)]).toEqual([follow, false])
  demo.advance()
  expect(demo.state.auditLog.at(-1)).toMatchObject({
    action_type: AuditLogEvent.ChannelOverwriteUpdate,
    target_id: category,
  })
})
