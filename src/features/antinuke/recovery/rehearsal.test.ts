import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { createMemory } from '#kernel/feature.ts'
import { declaredTables } from '#kernel/guilds/forget.ts'
import { nobody } from '../engine/rehearsal.ts'
import { rehearseRecovery, startRehearsingRecovery, stopRehearsingRecovery } from './rehearsal.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what is rehearsed comes back completely each time, and nothing of it is stored or sent', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  const { sandbox, logged } = server.app
  const stored = () =>
    declaredTables(services).filter(
      ({ table, guild }) =>
        guild && services.db.select({ one: sql`1` }).from(table).where(eq(guild, nobody.serverId)).all().length > 0,
    )
  // A category, a room outside and six in it, and a webhook.
  expect(await rehearseRecovery(services, 3)).toEqual([9, 9, 9])
  expect(stored()).toEqual([])
  expect(sandbox.requests().filter(({ path }) => path.startsWith('/guilds/0/'))).toEqual([])
  expect(logged.filter(line => JSON.stringify(line).includes('rehearsed'))).toEqual([])
})

test('if it cannot be rehearsed, that is logged, and it is tried again only after a minute', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  /** How many waits there were by then. */
  const said = Promise.withResolvers<number>()
  const warn = () => said.resolve(waits.mock.calls.length)
  const log = { ...services.log, warn } as unknown as typeof services.log
  const now = () => {
    throw new Error('there is no clock')
  }
  const broken = { ...services, now, memory: createMemory(), log }
  const waits = vi.spyOn(globalThis, 'setTimeout')
  try {
    startRehearsingRecovery(broken, 0)
    const before = await said.promise
    expect(waits.mock.calls[before]?.[1]).toBe(60_000)
    stopRehearsingRecovery(broken)
  } finally {
    waits.mockRestore()
  }
})
