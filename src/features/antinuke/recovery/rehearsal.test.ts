import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { declaredTables } from '#kernel/guilds/forget.ts'
import { nobody } from '../engine/rehearsal.ts'
import { rehearseRecovery } from './rehearsal.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what is rehearsed comes back whole each time, and nothing of it is stored or sent', async () => {
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
