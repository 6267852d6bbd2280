import { expect, test } from 'vitest'
import { hour, openEvents } from '#test/sandbox/scheduled-events.ts'
import { type Conditions, defaultConditions } from './conditions.ts'

const day = 24 * hour

/** Every day; the end is an hour after the start. */
async function openDaily(conditions: Partial<Conditions> = {}) {
  const opened = await openEvents(conditions)
  const start = opened.at(hour)
  const rule = { start, frequency: 3, interval: 1 }
  const { id } = await opened.make(opened.outside({ scheduled_end_time: opened.at(2 * hour), recurrence_rule: rule }))
  const later = (days: number) => new Date(Date.parse(start) + days * day).toISOString()
  return { ...opened, id, start, later, rule }
}

test('single occurrences are canceled and moved, and the event continues with the next one that is not canceled', async () => {
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

test.each([true, false])(
  'a new recurrence rule drops the exceptions; whether the event still lists them is a condition: %s',
  async listed => {
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
  },
)

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
])('a recurrence rule that Discord does not support is refused: %j', async rule => {
  const { make, outside, at } = await openEvents()
  const { errors } = await make(outside({ recurrence_rule: { start: at(hour), ...rule } }))
  expect(Object.keys(errors ?? {})).toEqual(['recurrence_rule'])
})
