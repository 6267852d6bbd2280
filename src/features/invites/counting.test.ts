// @module-tag long
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitedMembers } from '#test/invited-members.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { attributionOf, inviteBoard } from './public.ts'
import { inviteCredits } from './table.ts'

let app: Harness
let owner: Visitor
let guests: ReturnType<typeof invitedMembers>
beforeAll(async () => {
  app = await createHarness()
  guests = invitedMembers(app)
  owner = await app.signIn('owner')
  await ask('owner', '.invitetracker on')
  await guests.settled()
})
afterAll(() => app.close())

const db = () => app.product.services.db
const ask = (login: string, text: string) => app.answer(login, text)
const page = (path = '') => `/api/guild/${app.guildId}/invites${path}`
const save = (body: Record<string, unknown>) => owner.call('POST', page(), { invitesUpdate: true, ...body })
const rolesOf = (userId: string) => app.sandbox.context.world.guilds.get(app.guildId)?.members.get(userId)?.roles ?? []

test('a departure is subtracted, a return restores it, and rejoining earns nobody anything', async () => {
  const [first, other] = [await guests.invite('member5'), await guests.invite('member6')]
  const guest = guests.newcomer()
  guests.join(guest, first)
  await guests.decided(guest)
  const effective = async (login: string, wanted: number) =>
    until(`${login} to have ${wanted}`, () => guests.counts(login).effective === wanted)
  guests.leave(guest)
  await effective('member5', 0)
  expect(guests.counts('member5')).toMatchObject({ tracked: 1, left: 1 })
  guests.join(guest, first)
  await guests.decided(guest)
  expect(guests.counts('member5')).toEqual({ effective: 1, tracked: 1, added: 0, fake: 0, left: 0 })
  guests.leave(guest)
  await effective('member5', 0)
  guests.join(guest, other)
  expect(await guests.decided(guest)).toMatchObject({ inviterId: app.as('member6').userId })
  expect(guests.counts('member6')).toMatchObject({ effective: 0, tracked: 1, fake: 1 })
  expect(guests.counts('member5').effective).toBe(1)

  // Members from before tracking began do not count as new either.
  const { userId } = app.as('member8')
  guests.leave(userId)
  await until('the departure to be noted', () => attributionOf(db(), app.guildId, userId) && !guests.isPresent(userId))
  guests.join(userId, other)
  expect(await guests.decided(userId)).toMatchObject({ code: other })
  expect(guests.counts('member6')).toMatchObject({ effective: 0, tracked: 2, fake: 2 })
})

test('accounts that are too young are fake, and so are self-invites', async () => {
  expect((await save({ youngDays: 7 })).status).toBe(200)
  const code = await guests.invite('moderator')
  const [young, old] = [guests.newcomer(1), guests.newcomer(30)]
  for (const guest of [young, old]) {
    guests.join(guest, code)
    await guests.decided(guest)
  }
  expect(guests.counts('moderator')).toMatchObject({ effective: 1, tracked: 2, fake: 1 })
  expect((await save({ youngDays: 0 })).status).toBe(200)

  const { userId } = app.as('member4')
  const own = await guests.invite('member4')
  guests.leave(userId)
  await until('the departure', () => attributionOf(db(), app.guildId, userId) && !guests.isPresent(userId))
  guests.join(userId, own)
  await guests.decided(userId)
  expect(guests.counts('member4')).toMatchObject({ effective: 0, tracked: 1, fake: 1 })
  const credit = db()
    .select()
    .from(inviteCredits)
    .all()
    .find(row => row.inviterId === userId)
  expect(credit?.fake).toBe('self')
})

test('rank roles are given when reached and taken when lost; nobody can set up one they may not give', async () => {
  const role = async (name: string, permissions = '0') =>
    (await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name, permissions })).id
  const [scout, guard] = [await role('Scout'), await role('Guard', String(1 << 2))]
  await until('the bot to see the roles', () =>
    app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(guard),
  )
  expect(await ask('owner', `.inviterank add ${guard} 1`)).toContain('Ban Members')
  expect(await ask('admin', '.inviterank add Admin 1')).toContain('Administrator')
  expect(await ask('member1', `.inviterank add ${scout} 2`)).toContain('Manage Server')
  const unpicked = await save({ ranks: [{ invites: 1, roleId: '' }] })
  expect(unpicked.body).toMatchObject({ fields: { 'ranks.0.roleId': 'Choose a role.' } })
  const refused = await save({ ranks: [{ invites: 1, roleId: guard }] })
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { 'ranks.0.roleId': expect.stringContaining('Ban Members') } },
  })
  expect(await ask('owner', `.inviterank add ${scout} 2`)).toContain('2 or more invites')
  expect(await ask('member1', '.inviteranks')).toContain(`<@&${scout}>: 2`)

  const { userId } = app.as('rogue')
  const code = await guests.invite('rogue')
  const pair = [guests.newcomer(), guests.newcomer()]
  for (const guest of pair) guests.join(guest, code)
  await until('the rank to be given', () => rolesOf(userId).includes(scout))
  guests.leave(pair[0] ?? '')
  await until('the rank to be taken', () => !rolesOf(userId).includes(scout))
  expect(await ask('owner', `.addinvites <@${userId}> 1`)).toContain('now has **2** invites')
  await until('the rank to be given for a bonus', () => rolesOf(userId).includes(scout))
  expect(await ask('owner', `.clearinvites <@${userId}>`)).toContain('now has **1** invite')
  await until('the rank to be taken with the bonus', () => !rolesOf(userId).includes(scout))
  // Everybody who already has enough gets a new rank.
  expect((await save({ ranks: [{ invites: 1, roleId: scout }] })).status).toBe(200)
  await until('the rank to be given for its new threshold', () => rolesOf(userId).includes(scout))
  expect(await ask('owner', `.inviterank remove ${scout}`)).toContain('no longer given')
  expect(rolesOf(userId)).toContain(scout)
})

test('an import adds earlier invite uses, once', async () => {
  const before = guests.counts('owner')
  expect(await ask('owner', `.invitesimport <@${app.as('owner').userId}>`)).toMatch(
    /^Imported \d+ uses? of 1 invite\.$/,
  )
  const after = guests.counts('owner')
  expect(after.added).toBeGreaterThan(before.added)
  expect(await ask('owner', `.invitesimport <@${app.as('owner').userId}>`)).toContain('nothing to import')
  const bonus = await owner.call('POST', page('/bonus'), { userId: app.as('owner').userId, amount: -3 })
  expect(bonus.body).toMatchObject({ added: after.added - 3 })
  // Sent again because no answer came: they are given once.
  const again = { userId: app.as('owner').userId, amount: 1, key: randomUUID() }
  for (const press of [again, again])
    expect((await owner.call('POST', page('/bonus'), press)).body).toMatchObject({ added: after.added - 2 })
  for (const other of [{ amount: 2 }, { userId: app.as('member1').userId }])
    expect(await owner.call('POST', page('/bonus'), { ...again, ...other })).toMatchObject({ status: 409 })
  const reset = await owner.call('POST', page('/reset'), { userId: app.as('owner').userId })
  expect(reset.body).toMatchObject({ added: 0 })
  const { rows, total } = inviteBoard(db(), app.guildId, { limit: 2, offset: 0 })
  expect(rows).toHaveLength(2)
  expect(total).toBeGreaterThan(2)
  const { body } = await owner.call('GET', `${page('/board')}?limit=2`)
  expect(body).toMatchObject({
    total,
    rows: rows.map(({ userId, ...figures }) => ({ user: { id: userId }, ...figures })),
  })
})

test('somebody who is forgotten is removed from every row', async () => {
  const { userId } = app.as('member2')
  expect((await owner.call('POST', `/api/guild/${app.guildId}/forget-user`, { userId })).status).toBe(200)
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/export`)
  expect(JSON.stringify((body as { features: { invites: unknown } }).features.invites)).not.toContain(userId)
})
