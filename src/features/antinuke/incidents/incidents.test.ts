// @module-tag long
import { ChannelType } from 'discord.js'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, missed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import antinuke from '../contract.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryReport } from '../recovery/table.ts'
import type { IncidentReport, ProvenField } from './contract.ts'
import { closeIncident, eventsOf, noteInIncident, openIncident } from './incidents.ts'
import { pruneIncidents } from './prune.ts'

let server: GuardedServer
let owner: Visitor
const hostile = 'a|b\n<img src=x onerror=alert(1)>'
const at = (path = '') => `/api/guild/${server.guildId}/antinuke/incidents${path}`
const report = async (by = owner) => (await by.call('GET', at('/1'))).body as IncidentReport

beforeAll(async () => {
  server = await guardedServer()
  const { app } = server
  owner = await app.signIn('owner')
  for (const name of ['one', 'two', 'three'])
    await app
      .as('owner')
      .rest('POST', `/guilds/${server.guildId}/roles`, { name: `${name} ${hostile}`.slice(0, 90), ...missed })
  // The power that the journal sees being given.
  await until('the members to be read', () => noteOf(app.product.services, server.guildId, 'members'))
  const helper = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${server.guildId}/roles`, { name: 'Helper', permissions: '16' })
  await app.as('owner').rest('PUT', `/guilds/${server.guildId}/members/${app.as('rogue').userId}/roles/${helper.id}`)
  await server.caughtUp()
  const roles = [...server.world().roles.values()].filter(({ name }) => name.endsWith('>')).map(({ id }) => id)
  for (const id of roles)
    await app
      .as('rogue')
      .rest('DELETE', `/guilds/${server.guildId}/roles/${id}`)
      .catch(() => undefined)
  await until('the incident to be over', () => server.incidents().find(({ state }) => state === 'contained'))
  await until('everything to be back', async () => (await report()).recovery?.state === 'done')
})
afterAll(() => server.app.close())

test('the report tells an incident from the first action to the verification', async () => {
  const list = await owner.call('GET', at())
  expect(list.body).toMatchObject({ total: 1, incidents: [{ number: 1, state: 'contained', module: 'Anti-Role' }] })
  const { incident, events, sanctions, recovery, previous, next, mayUndo } = await report()
  const rogue = server.app.as('rogue').userId
  expect(incident).toMatchObject({ landed: 3, actor: { id: rogue }, punishment: 'Ban' })
  expect(incident.strip[0]).toBe('attack')
  expect(events.map(({ lane }) => lane).filter((lane, place, all) => lane !== all[place - 1])).toEqual([
    'attack',
    'stop',
    'restore',
    'verify',
  ])
  expect(events.filter(({ lane }) => lane === 'attack').every(({ entry }) => entry !== null)).toBe(true)
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(sanctions).toMatchObject([{ user: { id: rogue }, state: 'done', done: 'ban' }])
  expect(sanctions[0]?.power).toContainEqual({ role: 'Helper', permissions: 'Manage Channels' })
  expect(sanctions[0]?.power).toContainEqual({ role: 'Admin', permissions: 'Administrator' })
  expect(sanctions[0]?.given?.by.id).toBe(server.app.as('owner').userId)
  expect(recovery?.verified).toHaveLength(3)
  expect(recovery?.verified.every(({ newId, fields }) => newId !== null && fields.every(({ same }) => same))).toBe(true)
  expect([previous, next, mayUndo]).toEqual([null, null, true])
})

test('the report is the same in every format, and names in it are plain text', async () => {
  const file = async (format: string) => (await owner.call('GET', at(`/1/export?format=${format}`))).body
  expect(await file('json')).toMatchObject({ incident: { number: 1 }, sanctions: [{ done: 'ban' }] })
  const html = await file('html')
  expect(html).toContain('&#60;img')
  expect(html).not.toContain('<img')
  const markdown = await file('markdown')
  expect(markdown).toContain('| Actions that landed | 3 |')
  expect(markdown).toContain(String.raw`a\|b`)
  expect(markdown).not.toMatch(/(?<!\\)<img/)
})

test('a category is called a category', async () => {
  const { services } = server.app.product
  const guild = services.client.guilds.cache.get(server.guildId)
  const category = guild?.channels.cache.find(({ type }) => type === ChannelType.GuildCategory)
  const [row] = services.db.select().from(recoveryReport).all()
  if (!row || !category) throw new Error('there is nothing to tell of')
  const told = { ...row, id: undefined, kind: 'channel', objectId: category.id, name: category.name }
  const { id } = services.db.insert(recoveryReport).values(told).returning({ id: recoveryReport.id }).get()
  const object = (await report()).recovery?.verified.find(one => one.id === category.id)
  expect(object).toMatchObject({ of: 'channel', kind: 'Category', name: category.name })
  services.db.delete(recoveryReport).where(eq(recoveryReport.id, id)).run()
})

test('people on the whitelist can look, but not take anything back', async () => {
  const admin = await server.app.signIn('admin')
  expect((await admin.call('GET', at('/1'))).status).toBe(403)
  server.set({ whitelist: [server.app.as('admin').userId] })
  expect(await report(admin)).toMatchObject({ incident: { number: 1 }, mayUndo: false })
  expect((await admin.call('POST', at('/1/undo'), {})).status).toBe(403)
})

test('an object of the report is shown with its values, and what still differs can be set again', async () => {
  const { services } = server.app.product
  const { recovery } = await report()
  const [role] = recovery?.verified ?? []
  if (!role) throw new Error('nothing was verified')
  const object = async (by = owner, id = role.id) => by.call('GET', at(`/1/object?kind=role&id=${id}`))
  const name = role.name
  const shown = async () => (await object()).body as { hidden: boolean; fields: ProvenField[] }
  expect((await shown()).fields).toEqual(
    expect.arrayContaining([{ label: 'Name', before: name, now: name, same: true, reason: null }]),
  )
  expect((await object(owner, '1')).status).toBe(404)
  const again = { kind: 'role', id: role.id }
  expect((await owner.call('POST', at('/1/set-again'), again)).status).toBe(409)
  // As if Discord had refused the name during the recovery.
  await server.app.as('owner').rest('PATCH', `/guilds/${server.guildId}/roles/${role.newId}`, { name: 'wrong' })
  await server.caughtUp()
  const findings = and(eq(recoveryReport.objectId, role.id), eq(recoveryReport.field, 'name'))
  services.db.update(recoveryReport).set({ result: 'differs', reason: 'Refused.' }).where(findings).run()
  const differing = await until('the name to be recorded', async () =>
    (await shown()).fields.find(({ label, now }) => label === 'Name' && now === 'wrong'),
  )
  expect(differing).toMatchObject({ before: name, same: false, reason: 'Refused.' })
  const admin = await server.app.signIn('admin')
  expect((await admin.call('POST', at('/1/set-again'), again)).status).toBe(403)
  expect((await owner.call('POST', at('/1/set-again'), again)).status).toBe(200)
  await until('it to be as it was', async () => (await shown()).fields.every(({ same }) => same))
  expect(server.world().roles.get(role.newId ?? '')?.name).toBe(name)
})

test('what was done can be taken back', async () => {
  const rogue = server.app.as('rogue').userId
  expect(server.isBanned(rogue)).toBe(true)
  const { endedAt, strip } = (await report()).incident
  const { status, body } = await owner.call('POST', at('/1/undo'), {})
  expect([status, body]).toMatchObject([200, { undone: [{ user: { id: rogue }, how: 'undone' }] }])
  expect(server.isBanned(rogue)).toBe(false)
  // That does not change when it was over.
  expect((await report()).incident).toMatchObject({ state: 'undone', endedAt, strip })
  expect((await owner.call('GET', at('/7'))).status).toBe(404)
})

test('where nothing is put back automatically, it is put back with a button', async () => {
  const other = await guardedServer({ autoRecovery: false })
  const { app, guildId } = other
  try {
    const visitor = await app.signIn('owner')
    const path = `/api/guild/${guildId}/antinuke/incidents/1`
    const shown = async () => (await visitor.call('GET', path)).body as IncidentReport
    const made: string[] = []
    for (const name of ['one', 'two', 'three'])
      made.push(
        (await app.as('owner').rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name, ...missed })).id,
      )
    await other.caughtUp()
    for (const id of made) await app.as('rogue').rest('DELETE', `/guilds/${guildId}/roles/${id}`)
    await until('the incident to be over', () => other.incidents().find(({ state }) => state === 'contained'))
    expect((await shown()).recovery).toBe(null)
    app.product.services.settings.write(
      guildId,
      antinuke,
      { whitelist: [app.as('admin').userId] },
      { userId: null, via: 'test' },
    )
    const admin = await app.signIn('admin')
    expect((await admin.call('POST', `${path}/restore`)).status).toBe(403)
    expect((await visitor.call('POST', `${path}/restore`)).status).toBe(200)
    const { verified } = await until('everything to be back', async () => {
      const { recovery } = await shown()
      return recovery?.state === 'done' ? recovery : undefined
    })
    expect(verified.flatMap(({ fields }) => fields.filter(({ same }) => !same))).toEqual([])
    const names = [...other.world().roles.values()].map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['one', 'two', 'three']))
  } finally {
    await app.close()
  }
})

test('after a year the details of an incident are deleted, but not the incident itself', () => {
  const { services } = server.app.product
  const run = (now: number) =>
    pruneIncidents.run({ ...services, now: () => now }, undefined, { attempt: 1, guildId: null })
  const told = () => eventsOf(services, { guildId: server.guildId, number: 1 }).length
  const day = 24 * 60 * 60_000
  const before = told()
  run(Date.now() + 364 * day)
  expect(told()).toBe(before)
  run(Date.now() + 366 * day)
  expect(told()).toBe(0)
  expect(server.incidents()).toMatchObject([{ number: 1 }])
  expect(services.db.select().from(recoveryReport).all()).toEqual([])
})

test('a category is not named like a channel', async () => {
  const { services } = server.app.product
  const { rest } = server.app.as('owner')
  const { id } = await rest<{ id: string }>('POST', `/guilds/${server.guildId}/channels`, { name: 'Workshop', type: 4 })
  await server.caughtUp()
  const key = { guildId: server.guildId, number: 1 }
  noteInIncident(services, key, { lane: 'attack', parts: ['Seen: ', { channel: id, name: 'Workshop' }] })
  const said = (await report()).events.flatMap(({ parts }) => parts)
  expect(said).toContainEqual({ about: 'category', id, name: 'Workshop' })
  expect((await owner.call('GET', at('/1/export?format=markdown'))).body).not.toContain('#Workshop')
  // What is gone for good cannot be looked up.
  const gone = { channel: '1200000000000000000', name: 'Kilns' }
  noteInIncident(services, key, { lane: 'attack', parts: ['Somebody deleted the category ', gone, '.'] })
  const later = (await report()).events.flatMap(({ parts }) => parts)
  expect(later).toContainEqual({ about: 'category', id: gone.channel, name: 'Kilns' })
})

test('where nobody was punished, taking back nothing does not end an incident', async () => {
  const { services } = server.app.product
  const { guildId } = server
  const attack = { guildId, module: 'anti_role', punishment: 'BAN', actorId: null, startedAt: services.now() } as const
  const { number } = openIncident(services, attack)
  closeIncident(services, { guildId, number }, 'not-stopped')
  expect((await owner.call('POST', at(`/${number}/undo`), {})).body).toMatchObject({ undone: [] })
  expect(server.incidents().find(one => one.number === number)?.state).toBe('not-stopped')
})
