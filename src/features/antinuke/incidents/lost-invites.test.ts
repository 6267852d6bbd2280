// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { latest } from '../journal/state-at.ts'
import type { IncidentReport } from './contract.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('an invite that cannot come back is named by its code', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const doomed = await server.make('channels', 3)
  const { code } = await app.as('owner').rest<{ code: string }>('POST', `/channels/${doomed[0]}/invites`, {})
  await until('the invite to be known', () => latest(services, guildId, 'invite', code))
  for (const id of doomed)
    await app
      .as('rogue')
      .rest('DELETE', `/channels/${id}`)
      .catch(() => undefined)
  const owner = await app.signIn('owner')
  const { lost } = await until('the recovery', async () => {
    const { body } = await owner.call('GET', `/api/guild/${guildId}/antinuke/incidents/1`)
    const { recovery } = body as IncidentReport
    return recovery?.state === 'done' ? recovery : undefined
  })
  expect(lost.filter(({ kind }) => kind === 'Invite')).toMatchObject([{ id: code, name: code }])
})
