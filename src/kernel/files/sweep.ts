import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Logger } from '../log.ts'
import type { Database } from '../storage/database.ts'
import { files } from '../storage/table.ts'

const namesIn = async (folder: string): Promise<string[] | undefined> => readdir(folder).catch(() => undefined)

/** Creates the function that makes the rows match the files below `root`. */
export function createSweep(options: {
  root: string
  db: Database
  log: Logger
  isArriving(id: string): boolean
}): () => Promise<void> {
  const { root, db, log, isArriving } = options
  const isKnown = (id: string) => db.select({ id: files.id }).from(files).where(eq(files.id, id)).get() !== undefined

  /** Deletes files without a row, which an interrupted `put` or erasure leaves behind. @returns the names found */
  async function sweepFolder(folder: string): Promise<ReadonlySet<string>> {
    const names = (await namesIn(folder)) ?? []
    for (const name of names) {
      // In this order: a file that has arrived in between has its row by now.
      if (isArriving(name.replace(/\.part$/, '')) || isKnown(name)) continue
      await rm(join(folder, name), { force: true })
      log.info({ file: join(folder, name) }, 'file without a row deleted')
    }
    // Removes the folder only if it is empty.
    await rmdir(folder).catch(() => undefined)
    return new Set(names)
  }

  return async () => {
    const rowsOf = () => db.select({ guildId: files.guildId, id: files.id }).from(files).all()
    const before = Map.groupBy(rowsOf(), ({ guildId }) => guildId)
    const folders = await namesIn(root)
    if (!folders) {
      // A disk that is not mounted yet must not cost the rows of all its files.
      if (before.size > 0) log.error({ folder: root }, 'the folder of the files is missing')
      return
    }
    for (const guildId of new Set([...folders, ...before.keys()])) {
      const there = await sweepFolder(join(root, guildId))
      for (const { id } of before.get(guildId) ?? []) {
        if (there.has(id) || !isKnown(id)) continue
        db.delete(files).where(eq(files.id, id)).run()
        log.error({ guildId, file: id }, 'a file is lost; its row is deleted')
      }
    }
  }
}
