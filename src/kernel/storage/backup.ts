import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'

/** How many backups made before migrations are kept; older ones are deleted. */
export const keptBackups = 5

const pattern = /^palisade-.*\.sqlite$/

/**
 * Copies the whole database, consistently, to `<dir>/palisade-<UTC time>-before-<label>.sqlite`.
 * @returns the copy's path
 */
export function backUp(client: BetterSqlite3.Database, options: { dir: string; label: string; at: Date }): string {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  const time = options.at.toISOString().replaceAll(':', '-')
  const file = join(options.dir, `palisade-${time}-before-${options.label}.sqlite`)
  if (existsSync(file)) rmSync(file)
  client.prepare('VACUUM INTO ?').run(file)
  prune(options.dir)
  return file
}

function prune(dir: string) {
  const copies = readdirSync(dir).filter(name => pattern.test(name))
  for (const name of copies.toSorted().slice(0, -keptBackups)) rmSync(join(dir, name))
}
