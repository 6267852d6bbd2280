import type { Logger } from '../log.ts'
import type { Database } from './database.ts'

/**
 * Opens `<dataDir>/palisade.sqlite`, checks it and brings it up to date; a backup copy is made before migrations run.
 * @throws StartupError when the folder cannot be written, the file is damaged or comes from a newer version
 */
export function openDatabase(_options: { dataDir: string; log: Logger; migrationsDir?: string }): Database {
  throw new Error('not built')
}

/** Writes everything into the one file and closes it. */
export function closeDatabase(_db: Database): void {
  throw new Error('not built')
}
