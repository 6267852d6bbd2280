import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createWatchedSandbox } from './watched-sandbox.ts'
import { writeMigratedDatabase } from './migrated-database.ts'
import { type ProductProcess, spawnProduct } from './product-process.ts'
import { withoutTimeLimits } from './without-time-limits.ts'
import { scratch } from './scratch.ts'

/** The product as a separate process, on a data folder that outlives it; each test gets a new process and folder. */
export interface KilledProduct {
  sandbox: RunningSandbox
  dataDir: string
  child: ProductProcess
  home: { guildId: string; name: string }
  /** Starts it, at the same address each time. */
  run(): Promise<URL>
  /** Kills it with SIGKILL. */
  killed(): Promise<void>
  /** Queries the database file as another program would. */
  query<T>(sql: string, ...values: unknown[]): T[]
}

/** @param rateLimits whether Discord's rate limits apply: messages to a whole crowd at once would only wait for them */
export function useKilledProduct({ rateLimits = true } = {}): KilledProduct {
  let port: string
  const life: Partial<KilledProduct> & Pick<KilledProduct, 'run' | 'killed' | 'query'> = {
    async run() {
      const { sandbox, dataDir } = known()
      life.child = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: port })
      const url = await life.child.ready()
      port = url.port
      applicationOf(sandbox).redirectUris.push(new URL('/api/login/callback', url).href)
      return url
    },
    async killed() {
      life.child?.kill('SIGKILL')
      await life.child?.ended()
    },
    query<T>(sql: string, ...values: unknown[]) {
      const db = new Database(join(known().dataDir, 'palisade.sqlite'), { readonly: true })
      try {
        return db.prepare<unknown[], T>(sql).all(...values)
      } finally {
        db.close()
      }
    },
  }
  // Complete only while a test runs.
  const known = () => life as KilledProduct
  beforeEach(async () => {
    const limits = { ...defaultConditions.rateLimits, enabled: rateLimits }
    life.sandbox = await createWatchedSandbox({ conditions: { ...withoutTimeLimits, rateLimits: limits } })
    life.dataDir = mkdtempSync(join(scratch, 'palisade-'))
    writeMigratedDatabase(life.dataDir)
    port = '0'
    for (const [guildId, { guild }] of life.sandbox.context.world.guilds)
      if (guild.name === 'Tidewater Makers') life.home = { guildId, name: guild.name }
  })
  afterEach(async () => {
    const { sandbox, dataDir } = known()
    await life.killed()
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return known()
}
