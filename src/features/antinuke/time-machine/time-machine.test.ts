// @module-tag long
import { and, asc, eq, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { GuardedServer } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { neverOver } from '#test/never-over.ts'
import { createTimeMachine, differenceOf, differencesIn, momentNow, type TimeMachine } from '#test/time-machine.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { lateMs } from '../engine/stopped-people.ts'
import { latest } from '../journal/state-at.ts'
import { journal } from '../journal/table.ts'
import type { Comparison, DryRun, Unchanged } from './contract.ts'

let machine: TimeMachine
let server: GuardedServer
let owner: Visitor
/** Unix ms: before everything that is done here. */
let before: number

const at = (path = '') => machine.at(path)
const overview = (by?: Visitor) => machine.overview(by)
const compare = (by?: Visitor) => machine.compare(before, by)
const asOwner = (method: string, path: string, body?: unknown) => machine.asOwner(method, path, body)
const body = (...about: Parameters<TimeMachine['body']>) => machine.body(...about)
const channelCalled = (name: string) => machine.channels().find(one => one.name === name)
const roleCalled = (name: string) => [...server.world().roles.values()].find(one => one.name === name)

let regular: Member
let roomId: string
let crewId: string

beforeAll(async () => {
  machine = await createTimeMachine()
  ;({ server, owner } = machine)
  regular = await server.hire()
  const { guildId } = server
  crewId = ((await asOwner('POST', `/guilds/${guildId}/roles`, { name: 'Crew', permissions: '0' })) as { id: string })
    .id
  const made = await asOwner('POST', `/guilds/${guildId}/channels`, {
    name: 'workshop',
    type: 0,
    topic: 'Oil, wax, patience',
    permission_overwrites: [{ id: crewId, type: 0, allow: '1024', deny: '0' }],
  })
  roomId = (made as { id: string }).id
  await asOwner('PUT', `/guilds/${guildId}/members/${regular.userId}/roles/${crewId}`)
  await until('all of it to be recorded', () => {
    const { services } = server.app.product
    const held = latest(services, guildId, 'member', regular.userId)?.['roles']
    return Array.isArray(held) && held.includes(crewId) && latest(services, guildId, 'channel', roomId)
  })
  before = await momentNow()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => server.app.close())

test('two moments are compared in words, with who did what', async () => {
  await asOwner('PATCH', `/channels/${roomId}`, { name: 'shed', topic: 'Nothing', rate_limit_per_user: 30 })
  await asOwner('PATCH', `/guilds/${server.guildId}/roles/${crewId}`, { permissions: '16' })
  await asOwner('PUT', `/channels/${roomId}/permissions/${server.guildId}`, { type: 0, allow: '0', deny: '2048' })
  const comparison = await until('the overwrite to be recorded', async () => {
    const now = await compare()
    const fields = differencesIn(now).flatMap(({ fields: own }) => own)
    const wanted = ['permissions', `permission_overwrites:${server.guildId}`, 'topic']
    return wanted.every(one => fields.includes(one)) ? now : undefined
  })
  const shed = differenceOf(comparison, 'shed')
  expect(shed).toMatchObject({ what: 'changed', stays: null, by: { id: server.app.as('owner').userId }, unseen: false })
  expect(shed.changes).toEqual(
    expect.arrayContaining([
      { field: 'name', label: 'Name', before: 'workshop', after: 'shed' },
      { field: 'topic', label: 'Topic', before: 'Oil, wax, patience', after: 'Nothing' },
      { field: 'rate_limit_per_user', label: 'Slowmode', before: 'off', after: '30 s' },
      {
        field: `permission_overwrites:${server.guildId}`,
        label: '@everyone, Send Messages',
        before: 'inherited',
        after: 'denied',
      },
    ]),
  )
  expect(differenceOf(comparison, 'Crew')).toMatchObject({
    givesPower: true,
    changes: [{ field: 'permissions', label: 'Manage Channels', before: 'off', after: 'on' }],
  })
  expect(comparison.changes).toBeGreaterThanOrEqual(3)
  const { days, since, lastChange, mayRestore } = await overview()
  expect(days).toHaveLength(30)
  expect(days.at(-1)?.changes).toBeGreaterThanOrEqual(3)
  expect(since).toBeLessThanOrEqual(before)
  expect(lastChange).toBeGreaterThanOrEqual(before)
  expect(mayRestore).toBe(true)
})

test('what did not change is listed on request, as far as its reader may see it', async () => {
  const comparison = await compare()
  const group = comparison.groups.find(({ id }) => id === 'roles')
  const query = `from=${comparison.from}&to=${comparison.to}`
  const listed = async (id = '', by = owner) =>
    (await by.call('GET', at(`/unchanged?${query}&group=${id}`))).body as Unchanged
  const { things } = await listed(group?.id)
  expect(things).toHaveLength(group?.same ?? 0)
  const names = things.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Admin', 'Moderator']))
  expect(names).not.toContain('Crew')
  expect((await listed('nowhere')).things).toEqual([])
  expect((await owner.call('GET', at('/unchanged?from=0&to=1&group=roles'))).status).toBe(400)
})

test('the maker of something is named for it, even if Discord does not say who moved it afterwards', async () => {
  const made = await asOwner('POST', `/guilds/${server.guildId}/channels`, { name: 'porch', type: 0 })
  const { id } = made as { id: string }
  const stands = () => latest(server.app.product.services, server.guildId, 'channel', id)?.['position']
  const from = await until('it to be recorded', () => stands() !== undefined && { at: stands() })
  await asOwner('PATCH', `/guilds/${server.guildId}/channels`, [{ id, position: 0 }])
  await until('the move to be recorded', () => stands() !== from.at)
  await server.caughtUp()
  expect(differenceOf(await compare(), 'porch')).toMatchObject({
    what: 'created',
    by: { id: server.app.as('owner').userId },
  })
  await asOwner('DELETE', `/channels/${id}`)
})

test('one setting is put back, and nothing else; a dry run says so before and does nothing', async () => {
  const comparison = await compare()
  const shed = differenceOf(comparison, 'shed')
  const wanted = body(comparison, { ...shed, fields: ['topic'] })
  const dry = await owner.call('POST', at('/dry-run'), wanted)
  expect([dry.status, dry.body]).toMatchObject([
    200,
    { steps: [{ does: 'edit', detail: 'Topic', requests: 1 }], requests: 1, possible: 1, of: 1, impossible: [] },
  ])
  expect(channelCalled('shed')).toMatchObject({ topic: 'Nothing' })
  expect((await owner.call('POST', at('/restore'), wanted)).status).toBe(200)
  expect(await machine.over()).toMatchObject({ things: 1, mayUndo: true, undoes: null })
  expect(machine.channels().find(({ id }) => id === roomId)).toMatchObject({
    name: 'shed',
    topic: 'Oil, wax, patience',
  })
})

test('what was deleted is recreated with its holders, what was created is deleted, and all of it is undone the same way', async () => {
  await asOwner('DELETE', `/channels/${roomId}`)
  await asOwner('DELETE', `/guilds/${server.guildId}/roles/${crewId}`)
  await asOwner('POST', `/guilds/${server.guildId}/channels`, { name: 'annexe', type: 0 })
  const comparison = await until('all three to be recorded', async () => {
    const now = await compare()
    const names = differencesIn(now).flatMap(({ what, name }) => (what === 'changed' ? [] : [name]))
    return ['workshop', 'Crew', 'annexe'].every(name => names.includes(name)) ? now : undefined
  })
  const things = ['workshop', 'Crew', 'annexe'].map(name => differenceOf(comparison, name))
  expect(things.map(({ what }) => what)).toEqual(['deleted', 'deleted', 'created'])
  const dry = (await owner.call('POST', at('/dry-run'), body(comparison, ...things))).body as DryRun
  expect(dry).toMatchObject({ possible: 3, of: 3 })
  expect(dry.steps.map(({ does }) => does)).toEqual(expect.arrayContaining(['delete', 'create', 'give']))
  expect(dry.lost.join(' ')).toContain('Messages of #workshop stay lost')
  expect((await owner.call('POST', at('/restore'), body(comparison, ...things))).status).toBe(200)
  const { id } = await machine.over()
  const role = roleCalled('Crew')
  expect(channelCalled('annexe')).toBeUndefined()
  expect(channelCalled('workshop')).toMatchObject({ topic: 'Oil, wax, patience' })
  expect(channelCalled('workshop')).toMatchObject({ permission_overwrites: [{ id: role?.id, allow: '1024' }] })
  expect(server.rolesOf(regular.userId)).toContain(role?.id)

  expect((await owner.call('POST', at(`/restorations/${id}/undo`))).status).toBe(200)
  expect(await machine.over()).toMatchObject({ undoes: id })
  expect([channelCalled('workshop'), roleCalled('Crew')]).toEqual([undefined, undefined])
  expect(channelCalled('annexe')).toBeDefined()
  // Once is enough.
  expect((await owner.call('POST', at(`/restorations/${id}/undo`))).status).toBe(409)
  expect((await owner.call('POST', at('/restorations/999/undo'))).status).toBe(404)
})

test('what was recreated has another id, which is shown and cannot be chosen', async () => {
  const undo = (await overview()).restorations[0]
  expect((await owner.call('POST', at(`/restorations/${undo?.id}/undo`))).status).toBe(200)
  await machine.over()
  const comparison = await until('the new one to be recorded', async () => {
    const now = await compare()
    return differencesIn(now).some(({ name, what }) => name === 'workshop' && what === 'changed') ? now : undefined
  })
  const room = differenceOf(comparison, 'workshop')
  expect(room).toMatchObject({ what: 'changed', stays: 'Discord gave it a new ID, which cannot be undone.' })
  expect(room.changes).toMatchObject([{ field: 'id' }])
  const { status } = await owner.call('POST', at('/restore'), body(comparison, { kind: 'channel', id: room.id }))
  expect(status).toBe(409)
})

test('what was taken back at once is put back completely, however late Discord reports all that', async () => {
  const { services } = server.app.product
  const { conditions } = server.app.sandbox.context
  const usualLagMs = conditions.gatewayLagMs
  neverOver(lateMs)
  const made = await asOwner('POST', `/guilds/${server.guildId}/channels`, { name: 'attic', type: 0 })
  const { id } = made as { id: string }
  await until('it to be recorded', () => latest(services, server.guildId, 'channel', id))
  const moment = await momentNow()
  await asOwner('DELETE', `/channels/${id}`)
  const comparison = await until('it to be gone', async () => {
    const now = await machine.compare(moment)
    return differencesIn(now).some(({ name }) => name === 'attic') ? now : undefined
  })
  conditions.gatewayLagMs = 300
  onTestFinished(() => void (conditions.gatewayLagMs = usualLagMs))
  const wanted = body(comparison, { kind: 'channel', id })
  expect((await owner.call('POST', at('/restore'), wanted)).status).toBe(200)
  const { id: first } = await machine.over()
  expect((await owner.call('POST', at(`/restorations/${first}/undo`))).status).toBe(200)
  const { id: second } = await machine.over()
  expect(channelCalled('attic')).toBeUndefined()
  expect((await owner.call('POST', at(`/restorations/${second}/undo`))).status).toBe(200)
  await machine.over()
  expect(channelCalled('attic')).toBeDefined()
})

test('nobody without the right can look or act; people on the whitelist can only look', async () => {
  const admin = await server.app.signIn('admin')
  const comparison = await compare()
  const wanted = body(comparison, { kind: 'channel', id: roomId })
  expect((await admin.call('GET', at())).status).toBe(403)
  expect((await admin.call('GET', at('/compare?from=0'))).status).toBe(403)
  server.set({ whitelist: [server.app.as('admin').userId] })
  expect(await overview(admin)).toMatchObject({ mayRestore: false })
  expect((await overview(admin)).restorations.every(({ mayUndo }) => !mayUndo)).toBe(true)
  expect((await admin.call('POST', at('/dry-run'), wanted)).status).toBe(403)
  expect((await admin.call('POST', at('/restore'), wanted)).status).toBe(403)
  expect((await admin.call('POST', at('/restorations/1/undo'))).status).toBe(403)
  server.set({ whitelist: [] })
})

test('a channel that its reader cannot see has no name, no details and no checkbox', async () => {
  const { guildId } = server
  const hidden = (await asOwner('POST', `/guilds/${guildId}/channels`, {
    name: 'cellar',
    type: 0,
    topic: 'Secret plans',
    permission_overwrites: [
      { id: guildId, type: 0, allow: '0', deny: '1024' },
      { id: server.app.product.services.client.user.id, type: 1, allow: '1024', deny: '0' },
    ],
  })) as { id: string }
  await until('it to be recorded', async () => differencesIn(await compare()).some(({ name }) => name === 'cellar'))
  server.set({ extraOwners: [regular.userId] })
  const member = await server.app.signIn(`staff${regular.userId}`)
  const answer = await member.call('GET', at(`/compare?from=${before}`))
  expect(answer.status).toBe(200)
  expect(JSON.stringify(answer.body)).not.toMatch(/cellar|Secret plans/)
  const found = differencesIn(answer.body as Comparison).find(({ id }) => id === hidden.id)
  expect(found).toMatchObject({ name: null, changes: [], stays: 'You cannot see this channel.' })
  const { status } = await member.call(
    'POST',
    at('/restore'),
    body(answer.body as Comparison, { kind: 'channel', id: hidden.id }),
  )
  expect(status).toBe(409)
  expect(differenceOf(await compare(), 'cellar').stays).toBeNull()
  server.set({ extraOwners: [] })
})

test('one thing is put back at a time, and no moment before the first is made up', async () => {
  await asOwner('PATCH', `/guilds/${server.guildId}`, { verification_level: 4 })
  const comparison = await until('it to be recorded', async () => {
    const now = await compare()
    return differencesIn(now).some(({ kind }) => kind === 'guild') ? now : undefined
  })
  const guild = differencesIn(comparison).find(({ kind }) => kind === 'guild')
  const wanted = body(comparison, { kind: 'guild', id: server.guildId, fields: ['verification_level'] })
  expect(guild?.changes).toMatchObject([{ field: 'verification_level', after: 'Highest' }])
  expect((await owner.call('POST', at('/restore'), { ...wanted, from: 0 })).status).toBe(400)
  const answers = await Promise.all([1, 2, 3].map(() => owner.call('POST', at('/restore'), wanted)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await machine.over()
  expect(server.world().guild.verification_level).not.toBe(4)
})

test('nothing lies between a moment and itself, even if the first change was recorded in the same millisecond', async () => {
  const { since } = await overview()
  const { db } = server.app.product.services
  const isFirst = and(eq(journal.guildId, server.guildId), ne(journal.origin, 'read'))
  const first = db.select().from(journal).where(isFirst).orderBy(asc(journal.id)).limit(1).get()
  const dated = (at: number) =>
    db
      .update(journal)
      .set({ at })
      .where(eq(journal.id, first?.id ?? 0))
      .run()
  dated(since ?? 0)
  onTestFinished(() => void dated(first?.at ?? 0))
  const between = async (to: number) =>
    (await owner.call('GET', at(`/compare?from=${since}&to=${to}`))).body as Comparison
  expect(await between(since ?? 0)).toMatchObject({ changes: 0 })
  expect((await between((since ?? 0) + 1)).changes).toBeGreaterThan(0)
})
