// @module-tag long
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let owner: Visitor
let aheadMs = 0
/** Potter is the role of level 5, Woodworker that of level 10. */
let potter: string
let woodworker: string
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
  await post('reset', { confirm: 'reset' })
  for (const login of people) for (const role of [potter, woodworker]) await hand('DELETE', login, role)
})
afterAll(() => harness.close())

const people = ['member1', 'member2', 'member3', 'member4'] as const
type Login = (typeof people)[number]

const world = () => {
  const guild = harness.sandbox.context.world.guilds.get(harness.guildId)
  if (!guild) throw new Error('the guild is there')
  return guild
}
const roleId = (name: string) => [...world().roles.values()].find(role => role.name === name)?.id ?? ''
const id = (login: Login) => harness.as(login).userId
const held = (login: Login) =>
  world()
    .members.get(id(login))
    ?.roles.filter(one => [potter, woodworker].includes(one))
const at = (path: string) => `/api/guild/${harness.guildId}/progression/${path}`
const post = (path: string, body: unknown) => owner.call('POST', at(path), body)
/** Acts in Discord as a member with the rights to; done once the bot has received the event. */
async function hand(method: 'PUT' | 'DELETE', login: Login, role: string): Promise<void> {
  await harness.as('owner').rest(method, `/guilds/${harness.guildId}/members/${id(login)}/roles/${role}`)
  await until('the bot to hear of it', () => {
    const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
    const member = guild?.members.cache.get(id(login))
    return !member || member.roles.cache.has(role) === (method === 'PUT')
  })
}
const file = (levels: Partial<Record<Login, number>>) =>
  ['user_id,level', ...Object.entries(levels).map(([login, level]) => `${id(login as Login)},${level}`)].join('\n')

interface Reply {
  batch: string
  roles: {
    members: number
    gains: number
    loses: number
    next: number | null
    rows: object[]
    problems: object[]
  } | null
}
async function imported(levels: Partial<Record<Login, number>>, more: object = {}): Promise<Reply> {
  const reply = await post('import', { text: file(levels), mode: 'set', dry_run: false, ...more })
  expect(reply).toMatchObject({ status: 200 })
  return reply.body as Reply
}
interface Result {
  state: string
  counts: Record<string, number>
  rows: { user: { id: string }; roleId: string; change: string; outcome: string }[]
}
const result = async (batch: string) => (await owner.call('GET', at(`batches/${batch}/roles`))).body as Result
const settled = (batch: string, state: string) =>
  until(`the roles of ${batch} to be ${state}`, async () => {
    const now = await result(batch)
    return now.state === state && now
  })
const undo = async (batch: string) => {
  expect(await post('undo', { batch })).toMatchObject({ status: 200 })
  return settled(batch, 'undone')
}

test('nobody outside the file is touched, and nobody loses a role unless that is asked for', async () => {
  await hand('PUT', 'member1', woodworker)
  await hand('PUT', 'member2', woodworker)
  const { batch } = await imported({ member2: 5, member3: 12 })
  await settled(batch, 'followed')
  expect(people.map(held)).toEqual([[woodworker], [woodworker, potter], [potter, woodworker], []])
  expect(await undo(batch)).toMatchObject({ counts: { takenBack: 3 } })
  expect(people.map(held)).toEqual([[woodworker], [woodworker], [], []])
})

test('a dry run names who would gain and lose which role, a page at a time; the result names who did', async () => {
  await hand('PUT', 'member1', woodworker)
  await hand('PUT', 'member2', woodworker)
  const order = { text: file({ member2: 5, member3: 7, member4: 2 }), mode: 'set' }
  const dry = async (more: object) => ((await post('import', { ...order, dry_run: true, ...more })).body as Reply).roles
  expect(await dry({})).toMatchObject({ members: 2, gains: 2, loses: 0, next: null, problems: [] })
  const outlook = await dry({ take_roles: true })
  expect(outlook).toMatchObject({ members: 2, gains: 2, loses: 1, next: null })
  expect(outlook?.rows).toEqual(
    expect.arrayContaining([
      {
        user: expect.objectContaining({ id: id('member2') }),
        gives: [{ id: potter, name: 'Potter' }],
        takes: [{ id: woodworker, name: 'Woodworker' }],
      },
      { user: expect.objectContaining({ id: id('member3') }), gives: [{ id: potter, name: 'Potter' }], takes: [] },
    ]),
  )
  expect(await dry({ take_roles: true, roles_from: 1 })).toMatchObject({ members: 2, rows: [outlook?.rows[1]] })
  expect(people.map(held)).toEqual([[woodworker], [woodworker], [], []])

  const { batch } = await imported({ member2: 5, member3: 7, member4: 2 }, { take_roles: true })
  const done = await settled(batch, 'followed')
  expect(people.map(held)).toEqual([[woodworker], [potter], [potter], []])
  expect(done.counts).toMatchObject({ given: 2, taken: 1, refused: 0 })
  expect(done.rows).toHaveLength(3)
  const csv = await owner.call('GET', at(`batches/${batch}/roles.csv`))
  expect(csv.headers.get('content-disposition')).toContain(`roles-${batch}.csv`)
  expect(String(csv.body).split('\r\n')).toContainEqual(
    expect.stringMatching(new RegExp(`^${id('member2')},.+,${woodworker},Woodworker,taken,done,`)),
  )
  expect((await owner.call('GET', at('batches/import-none/roles'))).status).toBe(404)

  expect(await undo(batch)).toMatchObject({ counts: { takenBack: 2, givenBack: 1, left: 0 } })
  expect(people.map(held)).toEqual([[woodworker], [woodworker], [], []])
  expect((await post('undo', { batch })).status).toBe(404)
})

test('later changes by hand are left alone', async () => {
  await hand('PUT', 'member3', woodworker)
  await hand('PUT', 'member4', woodworker)
  const { batch } = await imported({ member1: 5, member2: 6, member3: 4, member4: 3 }, { take_roles: true })
  await settled(batch, 'followed')
  expect(people.map(held)).toEqual([[potter], [potter], [], []])
  // One role is taken away and given again, another given back and taken again: both look untouched, but are not.
  await hand('DELETE', 'member1', potter)
  await hand('PUT', 'member1', potter)
  await hand('PUT', 'member3', woodworker)
  await hand('DELETE', 'member3', woodworker)
  expect(await undo(batch)).toMatchObject({ counts: { takenBack: 1, givenBack: 1, left: 2 } })
  expect(people.map(held)).toEqual([[potter], [], [], [woodworker]])
})

test('a role that was earned since, without the import, stays', async () => {
  await owner.call('POST', at(`members/${id('member1')}`), { action: 'set', amount: 2900 })
  const { batch } = await imported({ member1: 5, member2: 5 })
  await settled(batch, 'followed')
  await owner.call('POST', at(`members/${id('member1')}`), { action: 'give', amount: 3000 })
  await undo(batch)
  expect([held('member1'), held('member2')]).toEqual([[potter], []])
})

test('a restart in the middle makes no difference, neither to the import nor to its undo', async () => {
  const { conditions } = harness.sandbox.context
  const stuck = (method: string) => {
    const route = `${method} /guilds/:guild_id/members/:user_id/roles/:role_id`
    conditions.failNext = { count: 1_000_000, status: 503, route }
  }
  const restart = async () => {
    await until('requests to fail', () => (conditions.failNext?.count ?? 0) < 1_000_000)
    conditions.failNext = undefined
    aheadMs += 3_600_000
    await harness.restart()
    owner = await harness.signIn('owner')
  }
  await hand('PUT', 'member1', woodworker)
  await hand('PUT', 'member2', woodworker)
  stuck('DELETE')
  const { batch } = await imported({ member1: 8, member2: 7, member3: 6 }, { take_roles: true })
  await restart()
  expect((await settled(batch, 'followed')).counts).toMatchObject({ given: 3, taken: 2, refused: 0 })
  expect(people.map(held)).toEqual([[potter], [potter], [potter], []])
  stuck('PUT')
  expect(await post('undo', { batch })).toMatchObject({ status: 200 })
  await restart()
  expect((await settled(batch, 'undone')).counts).toMatchObject({ takenBack: 3, givenBack: 2, left: 0 })
  expect(people.map(held)).toEqual([[woodworker], [woodworker], [], []])
})

test('neither a run for everybody, a reset nor a change by hand takes a role without being asked to', async () => {
  const run = async (take_roles: boolean) => {
    const started = (await post('roles/apply', { take_roles })).body as { progress: { batch: string } }
    await settled(started.progress.batch, 'followed')
    return started.progress.batch
  }
  await hand('PUT', 'member1', woodworker)
  await imported({ member2: 5 })
  await run(false)
  expect([held('member1'), held('member2')]).toEqual([[woodworker], [potter]])
  const taken = await run(true)
  expect(held('member1')).toEqual([])
  await undo(taken)
  expect(held('member1')).toEqual([woodworker])

  await post(`members/${id('member1')}`, { action: 'set', amount: 4000 })
  await until('the role of level 5', () => held('member1')?.includes(potter))
  await post(`members/${id('member1')}`, { action: 'set', amount: 0 })
  await until('the role to be taken', () => !held('member1')?.includes(potter))
  expect(held('member1')).toEqual([woodworker])

  await post('reset', { confirm: 'reset' })
  const all = (await owner.call('GET', at('changes'))).body as { changes: { batch: string }[] }
  expect(await owner.call('GET', at(`batches/${all.changes[0]?.batch}/roles`))).toMatchObject({ status: 404 })
  expect([held('member1'), held('member2')]).toEqual([[woodworker], [potter]])
  await post('undo', { batch: all.changes[0]?.batch })
  await post('reset', { confirm: 'reset', take_roles: true })
  const { changes } = (await owner.call('GET', at('changes'))).body as { changes: { batch: string }[] }
  await settled(changes[0]?.batch ?? '', 'followed')
  // Members without XP are not affected.
  expect([held('member1'), held('member2')]).toEqual([[woodworker], []])
})

interface Work {
  id: number
  title: string
  state: string
  mayUndo: boolean
  cancelEffect: string
  undoEffect: string
}
const work = async () =>
  ((await owner.call('GET', `/api/guild/${harness.guildId}/plans`)).body as { plans: Work[] }).plans
const undoWork = (id: number) => owner.call('POST', `/api/guild/${harness.guildId}/plans/${id}/undo`)
const ended = (title: string) =>
  until(`the end of ${title}`, async () => {
    const one = (await work()).find(item => item.title === title)
    return one && one.state !== 'running' && one.mayUndo && one
  })

const setXp = (amount: number) => post(`members/${id('member2')}`, { action: 'set', amount })
async function withoutTheirRole() {
  await setXp(100_000)
  await until('the roles of that', () => held('member2')?.length === 2)
  await hand('DELETE', 'member2', potter)
}

test.each([
  [
    'Import of levels',
    () => setXp(100),
    () => imported({ member2: 5, member3: 12 }).then(({ batch }) => settled(batch, 'followed')),
  ],
  ['Reset of everybody’s XP', () => setXp(100), () => post('reset', { confirm: 'reset' })],
  ['Level roles for everybody', withoutTheirRole, () => post('roles/apply', {})],
])('finished work is undone as a whole where it is listed, once: %s', async (title, prepare, begin) => {
  await prepare()
  const board = async () => (await owner.call('GET', at('leaderboard?limit=100'))).body
  const before = { board: await board(), held: people.map(held) }
  await begin()
  const one = await ended(title)
  expect(one.undoEffect).toMatch(/^Every member /)
  const changed = async () => ({ board: await board(), held: people.map(held) })
  expect(await changed()).not.toEqual(before)
  const stored = harness.product.services.db.$client.prepare('SELECT input FROM plans WHERE id = ?').pluck().get(one.id)
  // The name of the change, but nobody's name.
  expect(JSON.parse(String(stored))).toMatch(/^(import|reset|roles)-[0-9a-f-]+$/)
  expect((await undoWork(one.id)).status).toBe(200)
  await until('it to be as it was', async () => isDeepStrictEqual(await changed(), before))
  await until('nothing to be left', async () => (await work()).find(({ id: of }) => of === one.id)?.mayUndo === false)
  expect(await undoWork(one.id)).toMatchObject({ status: 409, body: { code: 'plans.settled' } })
})
