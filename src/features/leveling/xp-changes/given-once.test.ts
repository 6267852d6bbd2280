import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointDelegate } from '#test/delegate.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import leveling from '../contract.ts'
import { totalAt } from '../curve.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

test('a repeated request gives XP once, even at the same time, and none with another request’s key', async () => {
  const owner = await harness.signIn('owner')
  const at = (path: string) => `/api/guild/${harness.guildId}/progression/${path}`
  const { userId } = harness.as('member1')
  const change = (body: object, whose = userId) => owner.call('POST', at(`members/${whose}`), body)
  const total = async () => {
    const { rows } = (await owner.call('GET', at('leaderboard?limit=100'))).body as {
      rows: { user: { id: string }; total: number }[]
    }
    return rows.find(({ user }) => user.id === userId)?.total
  }
  const gift = { action: 'give', amount: 10, key: randomUUID() }
  await change({ action: 'set', amount: 100 })
  const answers = [...(await Promise.all([change(gift), change(gift)])), await change(gift)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await total()).toBe(110)
  expect(await change(gift, harness.as('member2').userId)).toMatchObject({ status: 409 })
  expect(await change({ ...gift, action: 'take' })).toMatchObject({ status: 409 })
  expect(await change({ ...gift, amount: 20 })).toMatchObject({ status: 409 })
  expect(await total()).toBe(110)
  expect((await change({ ...gift, key: randomUUID() })).status).toBe(200)
  expect(await total()).toBe(120)
})

test('a repeated request to take XP gets the same answer, whatever roles it would take now', async () => {
  const owner = await harness.signIn('owner')
  const deputy = await appointDelegate(harness, owner)
  const { userId } = harness.as('member3')
  const at = `/api/guild/${harness.guildId}/progression/members/${userId}`
  const change = async (visitor: Visitor, order: object) => {
    const { status, body } = await visitor.call('POST', at, order)
    return { status, body }
  }
  const { id: role } = await harness
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, { name: 'Level 2' })
  await harness.heard()
  harness.product.services.settings.write(
    harness.guildId,
    leveling,
    { enabled: true, levelRoles: [{ level: 2, roleId: role }] },
    { userId: null, via: 'test' },
  )
  const needed = totalAt(2)
  await change(owner, { action: 'set', amount: needed + 20 })
  const hasRole = () =>
    harness.sandbox.context.world.guilds.get(harness.guildId)?.members.get(userId)?.roles.includes(role)
  await until('the role', () => hasRole())
  await harness.heard()
  const taking = { action: 'take', amount: 20, key: randomUUID() }
  const first = await change(deputy.visitor, taking)
  expect(first).toMatchObject({ status: 200, body: { level: 2, xp: 0 } })
  expect(await change(deputy.visitor, taking)).toEqual(first)
  expect(await change(deputy.visitor, { ...taking, key: randomUUID() })).toMatchObject({ status: 403 })
  await change(owner, { action: 'give', amount: 5 })
  expect(await change(deputy.visitor, taking)).toEqual(first)
  expect(await change(owner, { action: 'give', amount: 0 })).toMatchObject({ body: { level: 2, xp: 5 } })
})

test('repeating a request that changed nothing does not affect XP earned since', async () => {
  const owner = await harness.signIn('owner')
  const { userId } = harness.as('member5')
  const under = `/api/guild/${harness.guildId}/progression`
  const change = async (order: object) => {
    const { status, body } = await owner.call('POST', `${under}/members/${userId}`, order)
    return { status, body }
  }
  const listed = async () =>
    ((await owner.call('GET', `${under}/changes`)).body as { changes: { user: { id: string } }[] }).changes.filter(
      ({ user }) => user.id === userId,
    )
  for (const order of [{ action: 'take', amount: 50 }, { action: 'reset' }, { action: 'set', amount: 0 }]) {
    const press = { ...order, key: randomUUID() }
    const first = await change(press)
    expect(first).toMatchObject({ status: 200, body: { level: 1, xp: 0 } })
    expect(await listed()).toEqual([])
    await change({ action: 'give', amount: 30 })
    expect(await change(press)).toEqual(first)
    expect(await change({ action: 'give', amount: 1 })).toMatchObject({ body: { xp: 31 } })
    await change({ action: 'reset' })
    harness.product.services.db.$client.prepare('DELETE FROM leveling_changes WHERE user_id = ?').run(userId)
  }
})
