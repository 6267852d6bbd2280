// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import { type Member, textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { recoverIncident } from '../recovery/after-attack.ts'
import { idMap } from '../recovery/id-map.ts'
import { incidentsOf, lastRecoveryOf, runningIn, stepsOf } from '../recovery/store.ts'
import type { IncidentReport } from './contract.ts'
import { closeIncident } from './incidents.ts'

/** What two attacks destroyed is put back together, and one of the two was meant. */

let server: GuardedServer
afterEach(() => server.app.close())

let ahead = 0
/** Longer than what belongs to the same attack (ms). */
const later = 15 * 60_000

/** A server in which Discord accepts one role now, and the others in two days. */
async function guarded(): Promise<void> {
  ahead = 0
  const routes = { 'POST /guilds/:guild_id/roles': { limit: 1, windowMs: 48 * 3_600_000 } }
  const rateLimits = { ...defaultConditions.rateLimits, enabled: true, routes }
  server = await guardedServer(
    { limits: { anti_channel: { minute: 1, hour: 1 } } },
    { sandbox: { conditions: { rateLimits } }, now: () => Date.now() + ahead },
  )
}

const services = () => server.app.product.services
const running = () => runningIn(services(), server.guildId)
const isWaiting = () => running()?.state === 'waiting'

/** Somebody is stopped for deleting roles. */
async function deletesRoles(who: Member, ids: readonly string[], number: number): Promise<void> {
  await whileAllowed(ids.map(id => () => who.rest('DELETE', `/guilds/${server.guildId}/roles/${id}`)))
  await server.settled(number)
  await until('what is lost to wait for Discord', isWaiting)
}

/** Where the owner reads about an incident. */
async function page(number: number) {
  const owner = await server.app.signIn('owner')
  const at = `/api/guild/${server.guildId}/antinuke/incidents/${number}`
  return { owner, at, report: async () => (await owner.call('GET', at)).body as IncidentReport }
}

/** The owner says that an incident being put back was meant. @returns the recovery that continues */
async function goesOnAfter(meant: number, who: Member) {
  const { owner, at, report } = await page(meant)
  expect(await report()).toMatchObject({ restoring: true })
  expect((await owner.call('POST', `${at}/meant`, { users: [who.userId] })).status).toBe(200)
  // It is stored by the time this is answered.
  const anew = running()
  expect(await report()).toMatchObject({ incident: { state: 'undone' }, restoring: false })
  return anew
}

/** The names of roles that are to be recreated. */
const toMake = (recovery: { id: number }) =>
  stepsOf(services(), { id: recovery.id, round: running()?.round ?? 0 }).flatMap(({ act }) =>
    act.do === 'create' && act.kind === 'role' ? String(act.body['name']).replace(/-.*/, '') : [],
  )

test('what the other attack destroyed is put back, but not what was meant', async () => {
  await guarded()
  const { app } = server
  const [crew, team] = [await server.make('roles', 6, 'crew', missed), await server.make('roles', 6, 'team', missed)]
  await server.caughtUp()
  const [rogue, admin] = [app.as('rogue'), app.as('admin')]
  await deletesRoles(rogue, crew, 1)
  ahead = later
  await deletesRoles(admin, team, 2)
  // It waited for the roles of the first attack before.
  await until('both to be put back', () => new Set(toMake(running()!)).size === 2)
  for (const [number, others] of [
    [1, [2]],
    [2, [1]],
  ] as const)
    expect(await (await page(number)).report()).toMatchObject({ recovery: { state: 'waiting' }, together: others })
  const before = running()
  const anew = await goesOnAfter(1, rogue)
  if (!anew || anew.id === before?.id) throw new Error('nothing goes on')
  expect(await (await page(2)).report()).toMatchObject({ together: [] })
  expect(await (await page(1)).report()).toMatchObject({ recovery: { state: 'stopped' }, together: [2] })
  expect(incidentsOf(anew)).toEqual([2])
  await until('it to wait for Discord again', isWaiting)
  expect(new Set(toMake(anew))).toEqual(new Set(['team']))
  await until('the ban to be lifted', () => !server.isBanned(rogue.userId))
  expect(server.isBanned(admin.userId)).toBe(true)
})

test.each([
  [1, [2]],
  [2, [1]],
])(
  'where more of the first has become known while the second is put back, and incident %i was meant, the other goes on',
  async (meant, others) => {
    await guarded()
    const { app, guildId } = server
    const crew = await server.make('roles', 6, 'crew', missed)
    const [room] = await server.make('channels', 1)
    await server.caughtUp()
    const [rogue, admin] = [app.as('rogue'), app.as('admin')]
    await admin.rest('DELETE', `/channels/${room}`)
    await server.settled(1)
    await until('it to be back', () => lastRecoveryOf(services(), guildId, 1)?.state === 'done')
    ahead = later
    await deletesRoles(rogue, crew, 2)
    recoverIncident(services(), { guildId, number: 1 })
    expect(incidentsOf(running()!)).toEqual([2, 1])
    const asked = await app.answerTo(await app.as('owner').say(app.channel('general'), `.antinuke meant ${meant}`))
    expect(textOf(asked)).toContain('I stop putting the server back')
    const before = running()
    const anew = await goesOnAfter(meant, meant === 1 ? admin : rogue)
    expect(anew?.id).not.toBe(before?.id)
    expect(anew && incidentsOf(anew)).toEqual(others)
    // What they were putting back together and is already back is not created twice.
    expect(crew.filter(id => idMap(services(), guildId, anew?.id).remade.has(id))).toHaveLength(1)
  },
)

test('what has been forgiven does not begin again because another attack was meant', async () => {
  await guarded()
  const { app, guildId } = server
  const [crew, team] = [await server.make('roles', 6, 'crew', missed), await server.make('roles', 6, 'team', missed)]
  await server.caughtUp()
  const [rogue, admin] = [app.as('rogue'), app.as('admin')]
  await deletesRoles(rogue, crew, 1)
  ahead = later
  await deletesRoles(admin, team, 2)
  await until('both to be put back', () => new Set(toMake(running()!)).size === 2)
  closeIncident(services(), { guildId, number: 2 }, 'undone')
  expect(await goesOnAfter(1, rogue)).toBeUndefined()
})

test('an incident that nobody puts back is not put back because another one was meant', async () => {
  await guarded()
  const { app, guildId } = server
  const [crew, team] = [await server.make('roles', 6, 'crew', missed), await server.make('roles', 6, 'team', missed)]
  await server.caughtUp()
  const [rogue, admin] = [app.as('rogue'), app.as('admin')]
  await deletesRoles(rogue, crew, 1)
  server.set({ autoRecovery: false })
  ahead = later
  await deletesRoles(admin, team, 2)
  server.set({ autoRecovery: true })
  const owner = await app.signIn('owner')
  const at = `/api/guild/${guildId}/antinuke/incidents/1/meant`
  expect((await owner.call('POST', at, { users: [rogue.userId] })).status).toBe(200)
  expect(running()).toBeUndefined()
})
