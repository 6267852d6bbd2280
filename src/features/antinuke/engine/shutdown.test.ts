import { AuditLogEvent, SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { raise } from '../alarms/alarm.ts'
import { actionsOf } from './action-rows.ts'
import { incidentOf, openIncident } from '../incidents/incidents.ts'
import { judgeEntry } from './intake.ts'
import { followUpIncident } from './punish/follow-up.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('a shutdown waits until somebody who had to be looked up is judged', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  const at = services.now()
  const waitedFor: Promise<unknown>[] = []
  judgeEntry({ ...services, background: running => void waitedFor.push(running) }, server.guildId, {
    id: SnowflakeUtil.generate({ timestamp: at }).toString(),
    action_type: AuditLogEvent.ChannelDelete,
    user_id: '123456789012345678',
    target_id: server.app.channel('general'),
  })
  expect(waitedFor).toHaveLength(1)
  const judged = () => actionsOf(services, server.guildId, null, at - 1000)
  expect(judged()).toEqual([])
  await Promise.all(waitedFor)
  expect(judged()).toHaveLength(1)
})

test('a shutdown waits until an incident is followed up and the people who have to know are told', async () => {
  server = await guardedServer({ autoRecovery: false })
  const { services } = server.app.product
  const { guildId } = server
  const waitedFor: Promise<unknown>[] = []
  const closing = { ...services, background: (running: Promise<unknown>) => void waitedFor.push(running) }
  const incident = openIncident(services, {
    guildId,
    module: 'anti_channel',
    punishment: 'BAN',
    actorId: null,
    startedAt: services.now(),
  })
  followUpIncident(closing, incident)
  // Handing it over, and telling people.
  expect(waitedFor.length).toBeGreaterThan(0)
  for (let seen = 0; seen < waitedFor.length; seen++) await waitedFor[seen]
  expect(incidentOf(services, incident)?.state).toBe('not-stopped')
  raise(closing, guildId, { title: 'Test', text: 'Test', ownerKey: 'test' })
  expect(waitedFor).toHaveLength(3)
  await Promise.all(waitedFor)
})
