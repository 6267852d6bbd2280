import { GuildScheduledEventStatus } from 'discord-api-types/v10'
import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'
import { openWire, type WireWorld } from '#test/sandbox/wire-world.ts'
import { until } from '#test/until.ts'
import type { Conditions } from './conditions.ts'
import { defaultConditions } from './conditions.ts'
import { connectVoice } from './world/voice.ts'

const intents = [Intent.Guilds, Intent.GuildScheduledEvents, Intent.GuildModeration, Intent.GuildVoiceStates]
const hour = 3_600_000
const day = 24 * hour

async function open(conditions: Partial<Conditions> = {}) {
  const world = await openWire(intents, conditions)
  const list = `/guilds/${world.guildId}/scheduled-events` as const
  const at = (ms: number) => new Date(world.sandbox.context.now() + ms).toISOString()
  const outside = (more: object = {}) => ({
    name: 'Kiln opening',
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: 'The yard' },
    scheduled_start_time: at(hour),
    scheduled_end_time: at(3 * hour),
    ...more,
  })
  const inside = (entity_type: 1 | 2, room: string, more: object = {}) => {
    const { entity_metadata: _, scheduled_end_time: __, ...rest } = outside()
    return { ...rest, entity_type, channel_id: world.channel(room), ...more }
  }
  const make = async (body: object, who = 'bot') => {
    const { body: made } = await world.ask(who, `POST ${list}`, { body })
    return made as { id: string; status: number; code?: number; errors?: Record<string, unknown> }
  }
  const statusOf = async (id: string) => (await world.ask('bot', `GET ${list}/${id}`)).body.status as number
  return { world, list, at, outside, inside, make, statusOf }
}

const enter = ({ sandbox, guildId, idOf }: WireWorld, login: string, channelId: string | null) =>
  connectVoice(sandbox.context, idOf(login), guildId, { channelId })

test('an event is made, changed and deleted, each with all of it and an entry', async () => {
  const { world, list, outside } = await open()
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

test('what an event needs depends on where it is', async () => {
  const { make, outside, inside, at, world } = await open()
  const problems = async (body: object) => Object.keys((await make(body)).errors ?? {})
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

test('an event elsewhere begins and ends by the clock, and is final then', async () => {
  const { world, list, make, outside, statusOf } = await open()
  const { id } = await make(outside())
  world.sandbox.advance(hour)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id, status: 2 })
  world.sandbox.advance(2 * hour)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id, status: 3 })
  expect(await statusOf(id)).toBe(3)
  expect((await world.ask('bot', `PATCH ${list}/${id}`, { body: { name: 'Again' } })).body.code).toBe(180_000)
  expect((await world.ask('bot', `GET ${list}`)).body).toEqual([])
})

test('what a world brings along happens by the clock, too', async () => {
  const first = await open()
  const { id } = await first.make(first.outside())
  const { world } = first.world.sandbox.context
  const sandbox = await startSandbox({ world })
  sandbox.advance(hour)
  const found = world.guilds.get(first.world.guildId)?.scheduledEvents.get(id)
  await until('the event to begin', () => found?.event.status !== GuildScheduledEventStatus.Scheduled)
  expect(found?.event.status).toBe(GuildScheduledEventStatus.Active)
})

test('a voice event is over when everybody left, and called off when nobody starts it', async () => {
  const scheduledEvents = { ...defaultConditions.scheduledEvents, emptyEndsMs: 60_000, unstartedCanceledMs: 2 * hour }
  const { world, list, make, inside, statusOf } = await open({ scheduledEvents })
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

test.each([true, false])('a stage event opens its stage and closes it; its deletion comes twice: %s', async twice => {
  const stages = { ...defaultConditions.stages, eventStagesDeletedTwice: twice }
  const { world, list, make, inside } = await open({ stages })
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
})

test('a stage event cannot start where a stage is open', async () => {
  const { world, list, make, inside, statusOf } = await open()
  const { id } = await make(inside(1, 'Town hall'))
  await world.ask('bot', 'POST /stage-instances', { body: { channel_id: world.channel('Town hall'), topic: 'Other' } })
  const start = { body: { status: 2, name: 'Now' } }
  expect((await world.ask('bot', `PATCH ${list}/${id}`, start)).body.code).toBe(180_002)
  expect(await statusOf(id)).toBe(1)
  expect((await world.ask('bot', `GET ${list}/${id}`)).body.name).toBe('Kiln opening')
})

test('who cannot see the channel of an event sees no event', async () => {
  const { world, list, make, inside } = await open()
  const room = world.channel('Bench talk')
  const { id } = await make(inside(2, 'Bench talk'))
  const shut = { type: 0, allow: '0', deny: '1024' }
  await world.ask('owner', `PUT /channels/${room}/permissions/${world.guildId}`, { body: shut })
  expect((await world.ask('member1', `GET ${list}/${id}`)).body.code).toBe(50_001)
  expect((await world.ask('member1', `GET ${list}`)).body).toEqual([])
  expect((await world.ask('bot', `GET ${list}`)).body).toHaveLength(1)
})

test("deleting the channel ends its events without a word of them, but a live stage's", async () => {
  const { world, list, make, inside } = await open()
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
  const { world, make, outside } = await open()
  const { id } = await make(outside())
  const { body } = await world.ask('bot', `GET /invites/kiln24?guild_scheduled_event_id=${id}&with_counts=true`)
  expect(body.guild_scheduled_event).toMatchObject({ id, name: 'Kiln opening' })
  expect((await world.ask('bot', 'GET /invites/kiln24')).body).not.toHaveProperty('guild_scheduled_event')
  expect(world.sandbox.violations()).toEqual([])
})

test('members say whether they come; a bot cannot', async () => {
  const { world, list, make, outside } = await open()
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

/** Every day; the end is an hour after the start. */
async function openDaily(conditions: Partial<Conditions> = {}) {
  const opened = await open(conditions)
  const start = opened.at(hour)
  const rule = { start, frequency: 3, interval: 1 }
  const { id } = await opened.make(opened.outside({ scheduled_end_time: opened.at(2 * hour), recurrence_rule: rule }))
  const later = (days: number) => new Date(Date.parse(start) + days * day).toISOString()
  return { ...opened, id, start, later, rule }
}

test('single occurrences are called off and moved, and the event goes on to the next that holds', async () => {
  const { world, list, id, start, later, statusOf } = await openDaily()
  const path = `${list}/${id}/exceptions` as const
  const off = await world.ask('bot', `POST ${path}`, {
    body: { original_scheduled_start_time: later(1), is_canceled: true },
    reason: 'holiday',
  })
  expect(off).toMatchObject({ status: 200, body: { event_id: id, is_canceled: true, scheduled_start_time: null } })
  expect(await world.heard('GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE')).toMatchObject({ event_id: id, is_canceled: true })
  const exceptionId = String(off.body.event_exception_id)
  expect(new Date(Number(BigInt(exceptionId) >> 22n) + 1_420_070_400_000).toISOString()).toBe(later(1))

  const moved = new Date(Date.parse(later(2)) + 2 * hour).toISOString()
  const second = await world.ask('bot', `POST ${path}`, {
    body: { original_scheduled_start_time: later(2), scheduled_start_time: moved },
  })
  expect((await world.ask('bot', `GET ${list}/${id}`)).body.guild_scheduled_event_exceptions).toHaveLength(2)
  const refused = async (body: object) => (await world.ask('bot', `POST ${path}`, { body })).body.code
  expect(await refused({ original_scheduled_start_time: later(3) })).toBe(180_005)
  expect(await refused({ original_scheduled_start_time: moved, is_canceled: true })).toBe(50_035)

  await world.ask('member1', `PUT ${list}/${id}/${second.body.event_exception_id}/users/@me`)
  const { body: coming } = await world.ask('bot', `GET ${list}/${id}/${second.body.event_exception_id}/users`)
  expect(coming).toMatchObject([{ user_id: world.idOf('member1'), response: 1 }])

  expect(await statusOf(id)).toBe(1)
  world.sandbox.advance(Date.parse(start) - world.sandbox.context.now())
  await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')
  world.sandbox.advance(hour)
  const next = await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')
  expect(next['status']).toBe(1)
  expect(Date.parse(String(next['scheduled_start_time']))).toBe(Date.parse(moved))

  await world.ask('bot', `DELETE ${path}/${exceptionId}`)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE')).toMatchObject({ event_exception_id: exceptionId })
  await world.settle()
  expect((await world.logged(200, 2))[0]).toMatchObject({
    target_id: id,
    reason: 'holiday',
    options: { event_exception_id: exceptionId },
  })
  expect(await world.logged(202)).toMatchObject([{ options: { event_exception_id: exceptionId } }])
  expect(world.sandbox.violations()).toEqual([])
})

test.each([true, false])('a new rule drops the exceptions; its event still lists them: %s', async listed => {
  const scheduledEvents = { ...defaultConditions.scheduledEvents, updateListsOldExceptions: listed }
  const { world, list, id, later, rule } = await openDaily({ scheduledEvents })
  await world.ask('bot', `POST ${list}/${id}/exceptions`, {
    body: { original_scheduled_start_time: later(1), is_canceled: true },
  })
  const answer = await world.ask('bot', `PATCH ${list}/${id}`, {
    body: { recurrence_rule: { ...rule, by_weekday: [5, 6] } },
  })
  expect(answer.body.guild_scheduled_event_exceptions).toEqual([])
  await world.settle()
  const told = world.take('GUILD_SCHEDULED_EVENT_UPDATE', 'GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE')
  expect(
    told.find(({ t }) => t === 'GUILD_SCHEDULED_EVENT_UPDATE')?.d['guild_scheduled_event_exceptions'],
  ).toHaveLength(listed ? 1 : 0)
  expect(told.find(({ t }) => t === 'GUILD_SCHEDULED_EVENT_EXCEPTIONS_DELETE')?.d).toEqual({
    event_id: id,
    guild_id: world.guildId,
  })
})

test.each([
  { frequency: 3, interval: 2 },
  { frequency: 3, interval: 1, by_weekday: [0, 2] },
  { frequency: 2, interval: 3, by_weekday: [1] },
  { frequency: 2, interval: 1, by_weekday: [1, 2] },
  {
    frequency: 1,
    interval: 1,
    by_n_weekday: [
      { n: 1, day: 1 },
      { n: 2, day: 1 },
    ],
  },
  { frequency: 0, interval: 1, by_month: [4] },
])('of recurrence rules Discord takes few: not %j', async rule => {
  const { make, outside, at } = await open()
  const { errors } = await make(outside({ recurrence_rule: { start: at(hour), ...rule } }))
  expect(Object.keys(errors ?? {})).toEqual(['recurrence_rule'])
})
