// @module-tag long
import { AuditLogEvent, SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { judgeEntry } from './intake.ts'
import { isCounted, tidyLedger } from './ledger.ts'

let server: GuardedServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.app.close()
})

/** How many items there are in collections, at any depth. */
function sizeOf(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0
  seen.add(value)
  const isList = value instanceof Map || value instanceof Set || Array.isArray(value)
  const inside = value instanceof Map ? [...value.values()] : isList ? [...value] : Object.values(value)
  return inside.reduce((sum: number, one) => sum + sizeOf(one, seen), isList ? inside.length : 0)
}

test('what no limit looks at any more is not kept in memory, and still counts only once', async () => {
  let ahead = 0
  server = await guardedServer({ punishment: 'NONE', autoRecovery: false }, { now: () => Date.now() + ahead })
  const { services } = server.app.product
  const remembered = new Set<unknown>()
  const of = services.memory.of
  vi.spyOn(services.memory, 'of').mockImplementation((key, guildId, make) => {
    const value = of(key, guildId, make)
    // The rest of what is kept is as large as the server.
    if (guildId === server.guildId && value !== null && typeof value === 'object' && 'ledger' in value)
      remembered.add(value)
    return value
  })
  const entry = (place: number) => ({
    id: String(SnowflakeUtil.generate({ timestamp: services.now() })),
    action_type: AuditLogEvent.ChannelUpdate,
    user_id: server.app.as('rogue').userId,
    target_id: String(1_500_000_000_000_000_000n + BigInt(place)),
    changes: [{ key: 'name', old_value: 'a', new_value: `b${place}` }],
  })
  const first = entry(0)
  judgeEntry(services, server.guildId, first)
  for (let place = 1; place < 1000; place += 1) {
    ahead += 1000
    judgeEntry(services, server.guildId, entry(place))
    if (place % 100 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  expect(remembered.size).toBe(1)
  expect(sizeOf([...remembered])).toBeGreaterThan(2000)
  ahead += 4 * 3_600_000
  judgeEntry(services, server.guildId, entry(1000))
  expect(sizeOf([...remembered])).toBeLessThan(30)
  judgeEntry(services, server.guildId, first)
  expect(sizeOf([...remembered])).toBeLessThan(30)
})

test('what was dropped while the clock was ahead does not count a second time once the clock is right', async () => {
  let ahead = 0
  server = await guardedServer({ punishment: 'NONE', autoRecovery: false }, { now: () => Date.now() + ahead })
  const { guildId, app } = server
  const { services } = app.product
  const id = String(SnowflakeUtil.generate({ timestamp: services.now() }))
  const changes = [{ key: 'name', old_value: 'a', new_value: 'b' }]
  const entry = { id, action_type: AuditLogEvent.ChannelUpdate, user_id: app.as('rogue').userId, changes }
  judgeEntry(services, guildId, { ...entry, target_id: '1500000000000000000' })
  await until('it to count', () => isCounted(services, guildId, id))
  // The first time after a start, nothing is dropped.
  for (const days of [29, 30, 0]) {
    ahead = days * 86_400_000
    tidyLedger(services, guildId)
  }
  expect(isCounted(services, guildId, id)).toBe(true)
})
