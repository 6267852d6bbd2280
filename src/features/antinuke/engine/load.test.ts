// @module-tag long
import { AuditLogEvent, SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { untilWorkDone } from '../journal/pending-work.ts'
import { isKnown } from '../journal/record.ts'
import { judgeEntry } from './intake.ts'
import { stopRehearsing } from './rehearsal.ts'

let server: GuardedServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.app.close()
})

const countedBy = (run: () => unknown, count: (statement: { database: unknown }) => void) =>
  function (this: { database: unknown }, ...given: []): unknown {
    count(this)
    return run.apply(this, given)
  }

test('where nobody is punished, the cost of an entry does not grow with what came before it', async () => {
  let ahead = 0
  server = await guardedServer({ punishment: 'NONE', autoRecovery: false }, { now: () => Date.now() + ahead })
  const { userId } = server.app.as('rogue')
  const { services } = server.app.product
  const { $client: client } = services.db
  // What is done in this database at its own time is not part of the cost of an entry, however long entries take one
  // after another.
  stopRehearsing(services)
  await until('the members to be known', () => isKnown(services, server.guildId, 'member'))
  await untilWorkDone(services, server.guildId)
  let statements = 0
  const count = ({ database }: { database: unknown }) => {
    if (database === client) statements += 1
  }
  // Prepared ones, too: all statements share what runs them.
  const shared = Object.getPrototypeOf(client.prepare('SELECT 1')) as Record<'run' | 'get' | 'all', () => unknown>
  for (const how of ['run', 'get', 'all'] as const) {
    const run = shared[how]
    vi.spyOn(shared, how).mockImplementation(countedBy(run, count))
  }
  const cost: number[] = []
  for (let place = 0; place < 3000; place += 1) {
    const before = statements
    // Again, once everything that belongs to the first decision is over.
    ahead += place === 2000 ? 11 * 60_000 : 10
    judgeEntry(services, server.guildId, {
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
  expect(Math.min(...cost.slice(0, 500))).toBeGreaterThan(0)
  expect(Math.max(...cost.slice(500))).toBeLessThan(60)
})
