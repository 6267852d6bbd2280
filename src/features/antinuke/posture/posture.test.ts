// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import type { ShownPosture } from './contract.ts'

let server: GuardedServer
beforeEach(async () => {
  server = await guardedServer()
})
afterEach(() => server.app.close())

const path = () => `/api/guild/${server.guildId}/antinuke/posture`
const owner = () => server.app.signIn('owner')
async function look(): Promise<ShownPosture> {
  const { status, body } = await (await owner()).call('GET', path())
  expect(status).toBe(200)
  return body as never
}
const raise = (id: string, position: number) =>
  server.app.as('owner').rest('PATCH', `/guilds/${server.guildId}/roles`, [{ id, position }])

test('somebody moved above the bot is out of reach, the page says what to do, and then they are reached again', async () => {
  const before = await look()
  expect(before.fixes).toEqual([])
  expect(before.stoppable).toBe(before.powerful)
  const chief = await server.app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${server.guildId}/roles`, { name: 'Chief', permissions: '8' })
  const person = await server.hire('Chief')
  const top = server.world().roles.get(server.role('Palisade'))?.position ?? 0
  await raise(chief.id, top + 1)
  const raised = await until('them to be out of reach', async () => {
    const now = await look()
    return now.fixes.length > 0 ? now : undefined
  })
  expect(raised.score).toBe(before.score - 10)
  expect(raised.powerful - raised.stoppable).toBe(1)
  expect(raised.fixes).toMatchObject([
    {
      who: { id: person.userId, bot: false },
      roleId: chief.id,
      steps: expect.arrayContaining([expect.stringContaining('above Chief')]),
    },
  ])
  expect(raised.costs).toContainEqual(expect.objectContaining({ key: `person-${person.userId}`, points: 10 }))
  expect(raised.ladder.find(({ id }) => id === chief.id)).toMatchObject({
    above: true,
    answer: 'out-of-reach',
    count: 1,
  })
  expect(raised.sentence).toContain('could not stop')
  await raise(chief.id, 1)
  await until('them to be reached', async () => (await look()).score === before.score)
})

test('settings can be switched on from there, by people who may', async () => {
  server.set({ modules: { anti_prune: false }, autoRecovery: false })
  const off = await look()
  expect(off.costs.filter(({ turnOn }) => turnOn).map(({ key }) => key)).toEqual(['module-anti_prune', 'recovery'])
  const guest = server.app.as('member2').userId
  server.set({ whitelist: [guest] })
  const viewer = await server.app.signIn('member2')
  expect(await viewer.call('GET', path())).toMatchObject({ status: 200 })
  expect(await viewer.call('POST', `${path()}/turn-on`, { key: 'module-anti_prune' })).toMatchObject({ status: 403 })
  const nobody = await server.app.signIn('admin')
  expect((await nobody.call('GET', path())).status).toBe(403)
  for (const key of ['module-anti_prune', 'recovery'])
    expect(await (await owner()).call('POST', `${path()}/turn-on`, { key })).toMatchObject({ status: 200 })
  expect(await (await owner()).call('POST', `${path()}/turn-on`, { key: 'person-1' })).toMatchObject({ status: 404 })
  const own = server.app.product.services.settings.read(server.guildId, antinuke)
  expect(own).toMatchObject({ autoRecovery: true, modules: { anti_prune: true } })
  expect((await look()).score).toBe(
    off.score + off.costs.filter(({ turnOn }) => turnOn).reduce((sum, one) => sum + one.points, 0),
  )
})

test('people who have not been active since the start have their pictures, without asking Discord', async () => {
  const { client } = server.app.product.services
  const people = (await look()).ladder.filter(({ kind }) => kind === 'role').flatMap(rung => rung.people)
  const unmet = people.filter(({ id }) => !client.users.cache.has(id))
  expect(unmet).not.toEqual([])
  for (const { id, avatarURL } of unmet) expect(avatarURL).toContain(`/avatars/${id}/`)
  expect(unmet.filter(({ id }) => client.users.cache.has(id))).toEqual([])
})

test('people who are exempt, and damage that is let through, do not count as stopped', async () => {
  const before = await look()
  const admin = (posture: ShownPosture) => posture.ladder.find(({ name }) => name === 'Admin')
  expect(admin(before)).toMatchObject({ answer: 'steps' })
  const boss = await server.hire('Admin')
  server.set({ extraOwners: [boss.userId] })
  const trusted = await look()
  expect(admin(trusted)).toMatchObject({ answer: 'trusted', steps: [] })
  expect(trusted).toMatchObject({ stoppable: trusted.powerful - 1, score: before.score })
  expect(trusted.sentence).toBe('1 account could do harm and is exempt, as your settings say.')
  server.set({ extraOwners: [], whitelist: [boss.userId] })
  const listed = await look()
  expect(listed.costs).toContainEqual(expect.objectContaining({ key: `trusted-${boss.userId}`, tab: 'users' }))
  expect(listed.score).toBeLessThan(before.score)
  server.set({ whitelist: [], modulePunishments: { anti_channel: 'NONE' } })
  const partly = await look()
  expect(admin(partly)).toMatchObject({ answer: 'in-part' })
  expect(partly.sentence).toBe('Some harm is let through: a module is off, or its punishment is None.')
  server.set({ modulePunishments: { anti_channel: null }, punishment: 'NONE' })
  expect(admin(await look())).toMatchObject({ answer: 'none', steps: [] })
})

test('the bypass role exempts people to whom an owner gave it, and the page says so', async () => {
  const { rest } = server.app.as('owner')
  const id = await server.makeBypassRole('16')
  const [honest, other, giver] = [await server.hire(), await server.hire(), await server.hire('Admin')]
  await giver.rest('PUT', `/guilds/${server.guildId}/members/${other.userId}/roles/${id}`)
  await server.caughtUp()
  const wrong = await look()
  expect(wrong.ladder.find(one => one.id === id)).toMatchObject({ answer: 'steps', count: 1 })
  await rest('PUT', `/guilds/${server.guildId}/members/${honest.userId}/roles/${id}`)
  await server.caughtUp()
  const right = await look()
  expect(right.ladder.find(one => one.id === id)).toMatchObject({ answer: 'trusted', count: 2 })
  expect(right.costs.filter(({ key }) => key.startsWith('trusted-')).map(({ key }) => key)).toEqual([
    `trusted-${honest.userId}`,
  ])
})
