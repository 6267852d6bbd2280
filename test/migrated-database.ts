import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '#kernel/log.ts'
import { closeDatabase, openDatabase } from '#kernel/storage/open.ts'
import { scratch } from './scratch.ts'

const name = 'palisade.sqlite'
let migrated: Buffer | undefined

/** An empty database with all migrations applied, made once for all tests of a process. */
function migratedOnce(): Buffer {
  const dataDir = mkdtempSync(join(scratch, 'palisade-migrated-'))
  try {
    closeDatabase(openDatabase({ dataDir, log: createLog('silent', [], { write: () => undefined }) }))
    return readFileSync(join(dataDir, name))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Puts an empty database into a data folder, so that each product in the tests does not have to run all migrations
 * again.
 */
export const writeMigratedDatabase = (dataDir: string): void =>
  writeFileSync(join(dataDir, name), (migrated ??= migratedOnce()))
