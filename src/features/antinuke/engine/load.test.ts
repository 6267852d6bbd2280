// @module-tag long
import { AuditLogEvent, SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { takeIn } from './intake.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what an entry costs does not grow with what came before it, where nobody is punished', async () => {
  let ahead = 0
  server = await guardedServer({ punishment: 'NONE', autoRecovery: false }, { now: () => Date.now() + ahead })
  const { userId } = server.app.as('rogue')
  const { services } = server.app.product
  const { $client: client } = services.db
  let statements = 0
  const prepare = client.prepare.bind(client)
  client.prepare = (sql: string) => {
    statements += 1
    return prepare(sql)
  }
  const cost: number[] = []
  for (let place = 0; place < 3000; place += 1) {
    const before = statements
    // Again once what belongs to the first decision is over.
    ahead += place === 2000 ? 11 * 60_000 : 10
    takeIn(services, server.guildId, {
      id: String(SnowflakeUtil.generate({ timestamp: services.now() })),
      action_type: AuditLogEvent.ChannelUpdate,
      user_id: userId,
      target_id: String(1_500_000_000_000_000_000n + BigInt(place)),
      changes: [{ key: 'topic', old_value: 'a', new_value: `b${place}` }],
    })
    // What is written for the timeline waits for the next turn.
    await new Promise(resolve => setImmediate(resolve))
    cost.push(statements - before)
  }
  const [incident] = server.incidents()
  expect(eventsOf(services, incident ?? { guildId: server.guildId, number: 1 }).length).toBeGreaterThanOrEqual(1000)
  expect(Math.max(...cost.slice(500))).toBeLessThan(60)
})
