// @module-tag long
import { asc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTimeMachine, differenceOf, differencesIn, momentNow, type TimeMachine } from '#test/time-machine.ts'
import { until } from '#test/until.ts'
import { latest } from '../journal/state-at.ts'
import { journal } from '../journal/table.ts'
import type { Comparison } from './contract.ts'

let machine: TimeMachine
beforeAll(async () => {
  machine = await createTimeMachine()
})
afterAll(() => machine.server.app.close())

test('of the permissions in a channel, those for one role are put back, and the rest stays', async () => {
  const { guildId } = machine.server
  const ids = ['Moderator', 'Regular'].map(name => machine.server.role(name)) as [string, string]
  const [moderator, regulars] = ids
  const { id } = (await machine.asOwner('POST', `/guilds/${guildId}/channels`, {
    name: 'lounge',
    type: 0,
    permission_overwrites: [{ id: moderator, type: 0, allow: '1024', deny: '0' }],
  })) as { id: string }
  const overwrites = () => {
    const channel = machine.channels().find(one => one.name === 'lounge')
    const own = channel && 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : []
    return Object.fromEntries(own.map(one => [one.id, [one.allow, one.deny]]))
  }
  await until('it to be recorded', () => latest(machine.server.app.product.services, guildId, 'channel', id))
  const then = await momentNow()
  await machine.asOwner('PUT', `/channels/${id}/permissions/${moderator}`, { type: 0, allow: '0', deny: '1024' })
  await machine.asOwner('PUT', `/channels/${id}/permissions/${regulars}`, { type: 0, allow: '2048', deny: '0' })
  const comparison = await until('both to be recorded', async () => {
    const found = await machine.compare(then)
    return differencesIn(found).some(one => one.id === id && one.fields.length === 2) ? found : undefined
  })
  const lounge = differenceOf(comparison, 'lounge')
  expect(lounge.fields).toEqual(ids.map(role => `permission_overwrites:${role}`))
  expect(lounge.changes.map(({ field, label, before: was, after: is }) => [field, label, was, is])).toEqual([
    [`permission_overwrites:${moderator}`, 'Moderator, View Channel', 'allowed', 'denied'],
    [`permission_overwrites:${regulars}`, 'Regular, Send Messages', 'inherited', 'allowed'],
  ])
  const one = { kind: 'channel', id, fields: [`permission_overwrites:${moderator}`] }
  expect((await machine.owner.call('POST', machine.at('/dry-run'), machine.body(comparison, one))).body).toMatchObject({
    steps: [{ does: 'edit', text: 'Restore channel #lounge', detail: 'Overwrites' }],
    possible: 1,
    of: 1,
  })
  // What somebody else decides about another role in the meantime stays, too.
  await machine.asOwner('PUT', `/channels/${id}/permissions/${machine.server.role('Potter')}`, {
    type: 0,
    allow: '1024',
    deny: '0',
  })
  await machine.server.caughtUp()
  expect((await machine.owner.call('POST', machine.at('/restore'), machine.body(comparison, one))).status).toBe(200)
  const { id: done } = await machine.over()
  const others = { [regulars]: ['2048', '0'], [machine.server.role('Potter')]: ['1024', '0'] }
  expect(overwrites()).toEqual({ [moderator]: ['1024', '0'], ...others })
  expect((await machine.owner.call('POST', machine.at(`/restorations/${done}/undo`))).status).toBe(200)
  await machine.over()
  expect(overwrites()).toMatchObject({ [moderator]: ['0', '1024'], [regulars]: ['2048', '0'] })
  const again = await until('it to be recorded', async () => {
    const found = await machine.compare(then)
    return differenceOf(found, 'lounge').fields.length === 3 ? found : undefined
  })
  const whole = { kind: 'channel', id, fields: ['permission_overwrites'] }
  expect((await machine.owner.call('POST', machine.at('/restore'), machine.body(again, whole))).status).toBe(200)
  await machine.over()
  expect(overwrites()).toEqual({ [moderator]: ['1024', '0'] })
})

test('what was only moved is shown by itself, and put back in its place', async () => {
  const { guildId } = machine.server
  const made = await Promise.all(
    [1, 2, 3, 4].map(n => machine.asOwner('POST', `/guilds/${guildId}/channels`, { name: `row-${n}` })),
  )
  const ids = made.map(one => (one as { id: string }).id)
  const rank = (await machine.asOwner('POST', `/guilds/${guildId}/roles`, { name: 'Rank' })) as { id: string }
  await machine.asOwner('PATCH', `/guilds/${guildId}/roles`, [{ id: rank.id, position: 1 }])
  await until('all to be recorded', () =>
    [...ids.map(id => ['channel', id] as const), ['role', rank.id] as const].every(([kind, id]) =>
      latest(machine.server.app.product.services, guildId, kind, id),
    ),
  )
  await machine.server.caughtUp()
  const then = await momentNow()
  const rows = () =>
    machine
      .channels()
      .flatMap(one => ('position' in one && ids.includes(one.id) ? [one] : []))
      .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
      .map(({ id }) => id)
  const order = rows()
  const last = machine.channels().find(({ id }) => id === order.at(-1))
  const place = last && 'position' in last ? (last.position ?? 0) : 0
  await machine.asOwner('PATCH', `/guilds/${guildId}/channels`, [{ id: order[0], position: place + 1 }])
  await machine.asOwner('PATCH', `/guilds/${guildId}/roles`, [{ id: rank.id, position: 3 }])
  const moved = (found: Comparison) => differencesIn(found).filter(({ fields }) => fields.includes('position'))
  const comparison = await until('both to be recorded', async () => {
    const found = await machine.compare(then)
    return moved(found).length === 2 ? found : undefined
  })
  expect(new Set(moved(comparison).map(({ id }) => id))).toEqual(new Set([order[0], rank.id]))
  expect(
    (await machine.owner.call('POST', machine.at('/restore'), machine.body(comparison, ...moved(comparison)))).status,
  ).toBe(200)
  await machine.over()
  expect(rows()).toEqual(order)
  await until('nothing to differ', async () => moved(await machine.compare(then)).length === 0)
})

test('the first moment is before the first change, even if that was recorded in the same millisecond', async () => {
  const { since } = await machine.overview()
  const { db } = machine.server.app.product.services
  const [first] = db.select().from(journal).where(ne(journal.origin, 'read')).orderBy(asc(journal.id)).limit(1).all()
  if (since === null || !first) throw new Error('nothing was recorded')
  db.update(journal).set({ at: since }).where(eq(journal.id, first.id)).run()
  expect((await machine.compare(since)).from).toBeLessThan(first.id)
})

test('categories and voice channels have no # in what would be put back, as in Discord', async () => {
  const { guildId } = machine.server
  const create = (name: string, type: number) =>
    machine.asOwner('POST', `/guilds/${guildId}/channels`, { name, type }) as Promise<{ id: string }>
  const [hall, desk] = [await create('Hall', 4), await create('desk', 0)]
  const { services } = machine.server.app.product
  await until('both to be recorded', () =>
    [hall, desk].every(({ id }) => latest(services, guildId, 'channel', id) !== undefined),
  )
  const then = await momentNow()
  await machine.asOwner('PATCH', `/channels/${desk.id}`, { parent_id: hall.id })
  await create('Stairs', 2)
  const comparison = await until('both changes to be recorded', async () => {
    const found = await machine.compare(then)
    return ['desk', 'Stairs'].every(name => differencesIn(found).some(one => one.name === name)) ? found : undefined
  })
  const [moved, made] = [differenceOf(comparison, 'desk'), differenceOf(comparison, 'Stairs')]
  expect(moved.changes).toContainEqual(expect.objectContaining({ before: 'none', after: 'Hall' }))
  const dry = await machine.owner.call('POST', machine.at('/dry-run'), machine.body(comparison, moved, made))
  expect(dry.body).toMatchObject({
    steps: expect.arrayContaining([
      expect.objectContaining({ text: 'Delete channel Stairs' }),
      expect.objectContaining({ text: 'Restore channel #desk' }),
    ]),
    lost: ['Stairs is deleted with its messages; they cannot come back.'],
  })
})
