import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Database } from '#kernel/feature.ts'
import { createLog } from '#kernel/log.ts'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { writeMigratedDatabase } from './migrated-database.ts'
import { scratch } from './scratch.ts'

/**
 * Gives each test of a file an empty database of its own, with all migrations applied.
 * @param given receives it before the test begins
 */
export function databasePerTest(given: (db: Database) => void): void {
  let dataDir: string
  let db: Database
  beforeEach(() => {
    dataDir = mkdtempSync(join(scratch, 'palisade-'))
    writeMigratedDatabase(dataDir)
    db = openDatabase({ dataDir, log: createLog('silent', []) })
    given(db)
  })
  afterEach(() => {
    closeDatabase(db)
    rmSync(dataDir, { recursive: true })
  })
}
