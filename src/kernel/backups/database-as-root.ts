import { readdirSync, readSync, statSync } from 'node:fs'
import { mayRootRead, leadsOut, notAFile, foreignFolderFor, pathOf } from './as-root.ts'

/** The endings of the files that SQLite opens next to a database. */
const sidecars = ['-journal', '-wal', '-shm']

/**
 * Refuses pipes and the like in place of a database or its sidecars, which SQLite would wait for. A lock is a database.
 * @throws StartupError that names the first one
 */
export function refusePipes(database: string): void {
  for (const path of ['', ...sidecars].map(end => database + end)) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isFile()) throw notAFile(path)
  }
}

/** The open databases, with descriptor and path. */
function openDatabases(): { opened: number; name: string }[] {
  return readdirSync('/proc/self/fd').flatMap(name => {
    const opened = Number(name)
    const head = Buffer.alloc(16)
    try {
      readSync(opened, head, 0, head.length, 0)
      return head.toString('latin1') === 'SQLite format 3\0' ? [{ opened, name: `${name} ${pathOf(opened)}` }] : []
    } catch {
      // Not a file, or closed by now.
      return []
    }
  })
}

/**
 * Opens a database, which SQLite only does by path. In somebody else's folder, root checks which file that was before
 * using it.
 * @throws StartupError when the file is outside of the folder
 */
export function openRefusingLinks<T extends { close(): unknown }>(folder: string, path: string, open: () => T): T {
  const owned = foreignFolderFor(folder, path)
  if (!owned) return open()
  refusePipes(path)
  const before = new Set(openDatabases().map(({ name }) => name))
  const client = open()
  const fresh = openDatabases().filter(({ name }) => !before.has(name))
  if (fresh.every(({ opened }) => mayRootRead(owned, opened, path))) return client
  client.close()
  throw leadsOut(path, owned.uid)
}
