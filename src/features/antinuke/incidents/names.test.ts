// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import type { IncidentReport } from './contract.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what attackers made is called by its name although it was removed, and people by theirs', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 6)
  const banned = app.as('member5').userId
  await server.caughtUp()
  await whileAllowed([
    () => rogue.rest('PUT', `/guilds/${guildId}/bans/${banned}`),
    () => rogue.rest('POST', `/guilds/${guildId}/channels`, { name: 'raided' }),
    ...rooms.map(id => () => rogue.rest('DELETE', `/channels/${id}`)),
  ])
  const owner = await app.signIn('owner')
  const report = await until('the recovery to be over', async () => {
    const { body, status } = await owner.call('GET', `/api/guild/${guildId}/antinuke/incidents/1`)
    return status === 200 && (body as IncidentReport).recovery?.state === 'done' ? (body as IncidentReport) : undefined
  })
  const namedIn = (text: string) =>
    report.events
      .filter(({ lane, parts }) => lane === 'restore' && parts[0] === text)
      .flatMap(({ parts }) => parts.flatMap(part => (typeof part === 'string' ? [] : [part.name])))
  const username = app.product.services.client.users.cache.get(banned)?.username
  expect(namedIn('Removed ')).toEqual(['raided'])
  expect(namedIn('Lifted the ban of ')).toEqual([username])
  expect(report.recovery?.verified.map(({ name }) => name)).toContain('raided')
})
