// @module-tag long
import { GuildScheduledEventStatus } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'
import { hour, openEvents } from '#test/sandbox/scheduled-events.ts'
import type { WireWorld } from '#test/sandbox/wire-world.ts'
import { until } from '#test/until.ts'
import { defaultConditions } from './conditions.ts'
import { connectVoice } from './world/voice.ts'

const enter = ({ sandbox, guildId, idOf }: WireWorld, login: string, channelId: string | null) =>
  connectVoice(sandbox.context, idOf(login), guildId, { channelId })

test('a scheduled event is created, changed and deleted, each time with the whole object in the event and an audit log entry', async () => {
  const { world, list, outside } = await openEvents()
  const image = 'data:image/png;base64,iVBORw0KGgo='
  const made = await world.ask('bot', `POST ${list}`, {
    body: outside({ description: 'Bring gloves', image }),
    reason: 'spring',
  })
  expect(made).toMatchObject({
    status: 200,
    body: { name: 'Kiln opening', status: 1, channel_id: null, creator: { id: world.idOf('palisade') } },
  })
  const { id, image: hash } = made.body as { id: string; image: string }
  expect(await world.heard('GUILD_SCHEDULED_EVENT_CREATE')).toMatchObject({
    id,
    entity_metadata: { location: 'The yard' },
  })
  const picture = await fetch(`${world.sandbox.url}/cdn/guild-events/${id}/${hash}.png`)
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe('iVBORw0KGgo=')

  await world.ask('bot', `PATCH ${list}/${id}`, {
    body: { name: 'Kiln closing', entity_metadata: { location: 'Inside' } },
  })
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id, name: 'Kiln closing' })
  await world.ask('bot', `DELETE ${list}/${id}`, { reason: 'rain' })
  expect(await world.heard('GUILD_SCHEDULED_EVENT_DELETE')).toMatchObject({
    id,
    description: 'Bring gloves',
    image: hash,
  })
  await world.settle()
  const [created] = await world.logged(100)
  expect(created).toMatchObject({ target_id: id, reason: 'spring' })
  expect(created?.['changes']).toContainEqual({ key: 'location', new_value: 'The yard' })
  expect(created?.['changes']).toContainEqual({ key: 'image_hash', new_value: hash })
  const [changed] = await world.logged(101)
  expect(changed?.['changes']).toEqual([
    { key: 'name', old_value: 'Kiln opening', new_value: 'Kiln closing' },
    { key: 'location', old_value: 'The yard', new_value: 'Inside' },
  ])
  expect(await world.logged(102)).toMatchObject([{ target_id: id, reason: 'rain' }])
  expect((await world.ask('bot', `GET ${list}/${id}`)).body.code).toBe(10_070)
  expect(world.sandbox.violations()).toEqual([])
})

test('the required fields of an event depend on where it takes place', async () => {
  const { make, outside, inside, at, world } = await openEvents()
  const problems = async (body: object) => Object.keys((await make(body, 'owner')).errors ?? {})
  expect(await problems(outside({ scheduled_end_time: undefined }))).toEqual(['scheduled_end_time'])
  expect(await problems(outside({ entity_metadata: undefined }))).toEqual(['entity_metadata'])
  expect(await problems(outside({ scheduled_start_time: at(-hour) }))).toEqual(['scheduled_start_time'])
  expect(await problems(outside({ scheduled_end_time: at(1) }))).toEqual(['scheduled_end_time'])
  expect(await problems(inside(2, 'Bench talk', { channel_id: null }))).toEqual(['channel_id'])
  expect((await make(inside(2, 'general'))).code).toBe(50_024)
  expect((await make(inside(1, 'Bench talk'))).code).toBe(50_024)
  expect((await make(outside(), 'member1')).code).toBe(50_013)
  world.sandbox.context.world.guilds.get(world.guildId)?.scheduledEvents.clear()
  for (let count = 0; count < 100; count++) await make(outside())
  expect((await make(outside())).code).toBe(30_038)
})

test('an external event starts and ends at its times, and cannot be changed afterward', async () => {
  const { world, list, make, outside, statusOf } = await openEvents()
  const { id } = await make(outside())
  world.sandbox.advance(hour)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id, status: 2 })
  world.sandbox.advance(2 * hour)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id, status: 3 })
  expect(await statusOf(id)).toBe(3)
  expect((await world.ask('bot', `PATCH ${list}/${id}`, { body: { name: 'Again' } })).body.code).toBe(180_000)
  expect((await world.ask('bot', `GET ${list}`)).body).toEqual([])
})

test('events that a world starts with begin and end by the clock, too', async () => {
  const first = await openEvents()
  const { id } = await first.make(first.outside())
  const { world } = first.world.sandbox.context
  const sandbox = await startSandbox({ world })
  sandbox.advance(hour)
  const found = world.guilds.get(first.world.guildId)?.scheduledEvents.get(id)
  await until('the event to begin', () => found?.event.status !== GuildScheduledEventStatus.Scheduled)
  expect(found?.event.status).toBe(GuildScheduledEventStatus.Active)
})

test('a voice event ends when everybody has left, and is canceled when nobody starts it', async () => {
  const scheduledEvents = { ...defaultConditions.scheduledEvents, emptyEndsMs: 60_000, unstartedCanceledMs: 2 * hour }
  const { world, list, make, inside, statusOf } = await openEvents({ scheduledEvents })
  const left = await make(inside(2, 'Bench talk'))
  const room = world.channel('Bench talk')
  enter(world, 'member1', room)
  await world.ask('bot', `PATCH ${list}/${left.id}`, { body: { status: 2 } })
  await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')
  world.sandbox.advance(hour)
  expect(await statusOf(left.id)).toBe(2)
  enter(world, 'member1', null)
  world.sandbox.advance(60_000)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id: left.id, status: 3 })

  const unstarted = await make(inside(2, 'Bench talk'))
  world.sandbox.advance(3 * hour)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id: unstarted.id, status: 4 })
  expect((await world.ask('bot', `PATCH ${list}/${unstarted.id}`, { body: { status: 2 } })).body.code).toBe(180_000)
})

test.each([true, false])(
  'a stage event opens and closes its stage; whether STAGE_INSTANCE_DELETE is sent twice is a condition: %s',
  async twice => {
    const stages = { ...defaultConditions.stages, eventStagesDeletedTwice: twice }
    const { world, list, make, inside } = await openEvents({ stages })
    const hall = world.channel('Town hall')
    const { id } = await make(inside(1, 'Town hall'))
    const started = await world.ask('bot', `PATCH ${list}/${id}`, { body: { status: 2 } })
    const stage = await world.heard('STAGE_INSTANCE_CREATE')
    expect(stage).toMatchObject({ channel_id: hall, topic: 'Kiln opening', guild_scheduled_event_id: id })
    expect(started.body).toMatchObject({ status: 2, entity_id: stage['id'] })
    await world.ask('bot', `DELETE ${list}/${id}`)
    await world.settle()
    expect(world.take('GUILD_SCHEDULED_EVENT_DELETE', 'STAGE_INSTANCE_DELETE').map(({ t }) => t)).toEqual([
      'GUILD_SCHEDULED_EVENT_DELETE',
      'STAGE_INSTANCE_DELETE',
      ...(twice ? ['STAGE_INSTANCE_DELETE'] : []),
    ])
    expect(world.sandbox.violations()).toEqual([])
  },
)

test('a stage event cannot start where a stage is open', async () => {
  const { world, list, make, inside, statusOf } = await openEvents()
  const { id } = await make(inside(1, 'Town hall'))
  await world.ask('bot', 'POST /stage-instances', { body: { channel_id: world.channel('Town hall'), topic: 'Other' } })
  const start = { body: { status: 2, name: 'Now' } }
  expect((await world.ask('bot', `PATCH ${list}/${id}`, start)).body.code).toBe(180_002)
  expect(await statusOf(id)).toBe(1)
  expect((await world.ask('bot', `GET ${list}/${id}`)).body.name).toBe('Kiln opening')
})

test("members who cannot see an event's channel do not see the event", async () => {
  const { world, list, make, inside } = await openEvents()
  const room = world.channel('Bench talk')
  const { id } = await make(inside(2, 'Bench talk'))
  const shut = { type: 0, allow: '0', deny: '1024' }
  await world.ask('owner', `PUT /channels/${room}/permissions/${world.guildId}`, { body: shut })
  expect((await world.ask('member1', `GET ${list}/${id}`)).body.code).toBe(50_001)
  expect((await world.ask('member1', `GET ${list}`)).body).toEqual([])
  expect((await world.ask('bot', `GET ${list}`)).body).toHaveLength(1)
})

test('deleting a channel removes its scheduled events without a gateway event; only a live stage is announced as closed', async () => {
  const { world, list, make, inside } = await openEvents()
  const [hall, bench] = [world.channel('Town hall'), world.channel('Bench talk')]
  const talk = await make(inside(2, 'Bench talk'))
  await world.ask('bot', 'POST /stage-instances', { body: { channel_id: hall, topic: 'Live' } })
  await world.settle()
  world.take('GUILD_SCHEDULED_EVENT_CREATE', 'STAGE_INSTANCE_CREATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE')
  await world.ask('bot', `DELETE /channels/${bench}`)
  await world.ask('bot', `DELETE /channels/${hall}`)
  await world.settle()
  const ours = [
    'GUILD_SCHEDULED_EVENT_DELETE',
    'GUILD_SCHEDULED_EVENT_UPDATE',
    'STAGE_INSTANCE_DELETE',
    'CHANNEL_DELETE',
  ]
  expect(world.take(...ours).map(({ t }) => t)).toEqual(['CHANNEL_DELETE', 'STAGE_INSTANCE_DELETE', 'CHANNEL_DELETE'])
  expect((await world.ask('bot', `GET ${list}/${talk.id}`)).body.code).toBe(10_070)
})

test('an invite shows the event that it is opened with', async () => {
  const { world, make, outside } = await openEvents()
  const { id } = await make(outside())
  const { body } = await world.ask('bot', `GET /invites/kiln24?guild_scheduled_event_id=${id}&with_counts=true`)
  expect(body.guild_scheduled_event).toMatchObject({ id, name: 'Kiln opening' })
  expect((await world.ask('bot', 'GET /invites/kiln24')).body).not.toHaveProperty('guild_scheduled_event')
  expect(world.sandbox.violations()).toEqual([])
})

test('members mark themselves as interested in an event; a bot cannot', async () => {
  const { world, list, make, outside } = await openEvents()
  const { id } = await make(outside())
  for (const login of ['member1', 'member2']) await world.ask(login, `PUT ${list}/${id}/users/@me`)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_USER_ADD')).toEqual({
    guild_scheduled_event_id: id,
    user_id: world.idOf('member1'),
    guild_id: world.guildId,
  })
  expect((await world.ask('bot', `PUT ${list}/${id}/users/@me`)).status).toBe(403)
  const { body: users } = await world.ask('bot', `GET ${list}/${id}/users?with_member=true&limit=1`)
  expect(users).toMatchObject([{ member: { user: {} }, response: 1 }])
  const { body: rest } = await world.ask('bot', `GET ${list}/${id}/users?after=${users[0].user_id}`)
  expect(rest).toHaveLength(1)
  expect((await world.ask('bot', `GET ${list}/${id}?with_user_count=true`)).body.user_count).toBe(2)
  await world.ask('member1', `DELETE ${list}/${id}/users/@me`)
  await world.heard('GUILD_SCHEDULED_EVENT_USER_REMOVE')
  expect((await world.ask('member1', `DELETE ${list}/${id}/users/@me`)).body.code).toBe(10_071)
  const { body: counts } = await world.ask('bot', `GET ${list}/${id}/users/counts`)
  expect(counts).toEqual({ guild_scheduled_event_count: 1, guild_scheduled_event_exception_counts: {} })
  expect(world.sandbox.violations()).toEqual([])
})
