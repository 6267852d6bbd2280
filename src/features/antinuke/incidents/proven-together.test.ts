import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { recoverIncident } from '../recovery/after-attack.ts'
import { incidentsOf, lastRecoveryOf, findingsOf } from '../recovery/store.ts'
import { incidentOf } from './incidents.ts'
import { provenFields, setAgain } from './proven-object.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what another attack destroyed that was put back together with it is shown as it was before both', async () => {
  let ahead = 0
  server = await guardedServer({ autoRecovery: false }, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  const { services } = app.product
  const [crew, team] = [await server.make('roles', 6, 'crew', missed), await server.make('roles', 6, 'team', missed)]
  await server.caughtUp()
  const destroy = async (login: string, ids: readonly string[], number: number) => {
    await whileAllowed(ids.map(id => () => app.as(login).rest('DELETE', `/guilds/${guildId}/roles/${id}`)))
    await server.settled(number)
    await server.caughtUp()
  }
  await destroy('rogue', crew, 1)
  ahead = 15 * 60_000
  app.sandbox.advance(ahead)
  await destroy('admin', team, 2)
  for (const number of [1, 2]) recoverIncident(services, { guildId, number })
  const recovery = await until('both to be back', () => {
    const last = lastRecoveryOf(services, guildId, 2)
    return last?.state === 'done' && last
  })
  expect(incidentsOf(recovery)).toEqual([1, 2])

  const viewer = await services.client.guilds.cache.get(guildId)?.members.fetch(app.as('owner').userId)
  const reported = new Set(findingsOf(services, recovery).map(({ objectId }) => objectId))
  for (const number of [1, 2])
    for (const ids of [crew, team]) {
      const incident = incidentOf(services, { guildId, number })
      const id = ids.find(one => reported.has(one)) ?? ''
      if (!incident || !viewer) throw new Error('the server is gone')
      const { fields } = provenFields(services, viewer, incident, { kind: 'role', id })
      expect(fields.find(({ label }) => label === 'Name')).toMatchObject({
        before: expect.stringMatching(ids === crew ? /^crew-\d$/ : /^team-\d$/),
        same: true,
      })
      expect(() => setAgain(services, incident, { kind: 'role', id }, viewer.id)).toThrow(
        'It is already as it was before the attack.',
      )
    }
})
