// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import type { XpChange } from '../xp-changes/contract.ts'
import { totalAt } from '../curve.ts'
import type { RoleResult } from './contract.ts'

let harness: Harness
let owner: Visitor
/** Potter is the role of level 5, Woodworker that of level 10. */
let potter: string
let woodworker: string
let aheadMs = 0
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + aheadMs })
  owner = await harness.signIn('owner')
  ;[potter, woodworker] = [roleId('Potter'), roleId('Woodworker')]
  const level_roles = [
    { level: 5, roleId: potter },
    { level: 10, roleId: woodworker },
  ]
  await owner.call('POST', `/api/guild/${harness.guildId}/basic`, { statsUpdate: true, ranking: 'on', level_roles })
})
beforeEach(async () => {
  await change({ action: 'set', amount: 0 })
  for (const role of [potter, woodworker]) await hand('DELETE', role)
})
afterAll(() => harness.close())

const world = () => harness.sandbox.context.world.guilds.get(harness.guildId)
const roleId = (name: string) => [...(world()?.roles.values() ?? [])].find(role => role.name === name)?.id ?? ''
const userId = () => harness.as('member1').userId
const held = () => [potter, woodworker].filter(role => world()?.members.get(userId())?.roles.includes(role))
const at = (path: string) => `/api/guild/${harness.guildId}/progression/${path}`
const newest = async () =>
  ((await owner.call('GET', at('changes'))).body as { changes: XpChange[] }).changes.find(
    ({ user }) => user.id === userId(),
  )
const result = async (batch: string) => (await owner.call('GET', at(`batches/${batch}/roles`))).body as RoleResult
const settled = (batch: string, state: RoleResult['state']) =>
  until(`the roles of ${batch} to be ${state}`, async () => {
    const now = await result(batch)
    return now.state === state && now
  })

/** Acts in Discord as a member with the rights to; done once the bot has received the event. */
async function hand(method: 'PUT' | 'DELETE', role: string): Promise<void> {
  await harness.as('owner').rest(method, `/guilds/${harness.guildId}/members/${userId()}/roles/${role}`)
  await until('the bot to hear of it', () => {
    const member = harness.product.services.client.guilds.cache.get(harness.guildId)?.members.cache.get(userId())
    return !member || member.roles.cache.has(role) === (method === 'PUT')
  })
}

/** The batch of the newest change of the member's XP, once their roles have followed. */
async function batchOfNewest(before: number | undefined): Promise<string> {
  const made = await newest()
  if (!made || made.id === before) return ''
  if (made.batch === null) throw new Error('a change by hand has no name to be undone by')
  await settled(made.batch, 'followed')
  return made.batch
}
async function change(body: { action: 'give' | 'take' | 'set' | 'reset'; amount?: number }): Promise<string> {
  const before = (await newest())?.id
  expect((await owner.call('POST', at(`members/${userId()}`), body)).status).toBe(200)
  return batchOfNewest(before)
}
async function command(text: string): Promise<string> {
  const before = (await newest())?.id
  await harness.answerTo(await harness.as('owner').say(harness.channel('general'), text))
  return batchOfNewest(before)
}
async function undo(batch: string): Promise<RoleResult> {
  expect(await owner.call('POST', at('undo'), { batch })).toMatchObject({ status: 200, body: { members: 1 } })
  return settled(batch, 'undone')
}
const level = async () => (await newest())?.after.level

test('roles given by a change by hand are listed, and taken by its undo; roles given by others stay', async () => {
  await hand('PUT', woodworker)
  const batch = await change({ action: 'give', amount: totalAt(5) })
  expect(held()).toEqual([potter, woodworker])
  expect(await result(batch)).toMatchObject({
    counts: { given: 1, taken: 0 },
    rows: [{ user: { id: userId() }, role: { id: potter, name: 'Potter' }, change: 'given', outcome: 'done' }],
  })
  expect(await undo(batch)).toMatchObject({ counts: { takenBack: 1, givenBack: 0 } })
  expect(held()).toEqual([woodworker])
  expect(await level()).toBe(1)
})

test.each(['take', 'set', 'reset'] as const)('undoing %s gives back exactly the roles that it took', async action => {
  await change({ action: 'give', amount: totalAt(12) })
  expect(held()).toEqual([potter, woodworker])
  await hand('DELETE', potter)
  const batch = await change({ action, ...(action !== 'reset' && { amount: action === 'take' ? totalAt(12) : 0 }) })
  expect(held()).toEqual([])
  expect(await result(batch)).toMatchObject({ counts: { given: 0, taken: 1 } })
  expect(await undo(batch)).toMatchObject({ counts: { givenBack: 1 } })
  expect(held()).toEqual([woodworker])
  expect(await level()).toBe(12)
})

test('a command is undone like the page, and a role that somebody has decided on since is left', async () => {
  const batch = await command(`.givexp <@${userId()}> ${totalAt(12)}`)
  expect(held()).toEqual([potter, woodworker])
  await hand('DELETE', potter)
  await hand('PUT', potter)
  expect(await undo(batch)).toMatchObject({ counts: { takenBack: 1, left: 1 } })
  expect(held()).toEqual([potter])
  expect(await owner.call('POST', at('undo'), { batch })).toMatchObject({ status: 404 })
})

test('a role change interrupted by an outage is completed, and recorded once', async () => {
  const { conditions } = harness.sandbox.context
  conditions.failNext = { count: 1000, status: 503, route: 'PUT /guilds/:guild_id/members/:user_id/roles/:role_id' }
  const before = (await newest())?.id
  await owner.call('POST', at(`members/${userId()}`), { action: 'give', amount: totalAt(5) })
  const batch = (await newest())?.batch ?? ''
  expect(before).not.toBe((await newest())?.id)
  await until('the attempt to be written down', async () => (await result(batch)).rows.length === 1)
  expect(held()).toEqual([])
  conditions.failNext = undefined
  aheadMs += 3_600_000
  await harness.product.services.scheduler.tick()
  await settled(batch, 'followed')
  expect(held()).toEqual([potter])
  expect((await result(batch)).rows).toMatchObject([{ outcome: 'done' }])
})
