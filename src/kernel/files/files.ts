import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, desc, eq, sum } from 'drizzle-orm'
import { UserError } from '#kit/errors.ts'
import { formatBytes } from '#kit/numbers.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { filesName } from '../storage/data-folder.ts'
import type { Database } from '../storage/database.ts'
import { files } from '../storage/table.ts'
import { createSweep } from './sweep.ts'

/**
 * A kind of files that a feature keeps: `const transcripts = fileKind({ name: 'tickets.transcripts', types:
 * ['text/html'], maxBytes: 5_000_000 })`.
 */
export interface FileKind {
  /** '<feature>.<what>'. Must never change, because rows are found by it. */
  name: string
  /** The accepted media types; others are refused. */
  types: readonly string[]
  /** The largest size of one file. */
  maxBytes: number
}

export const fileKind = (definition: FileKind): FileKind => definition

type StoredFile = Omit<typeof files.$inferSelect, 'guildId' | 'kind'>

interface NewFile {
  /** The name that people see; never part of a path. */
  name: string
  type: string
  /** The user it belongs to, if any. */
  userId?: string
}

/** The files of one kind that a guild keeps. They are never modified, only added and deleted. */
interface GuildFiles {
  /**
   * Stores a file; when this resolves, it is on the disk and part of backups, exports and erasure.
   * @throws UserError when its type is not accepted, it is too large, or the guild's quota is used up
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, file: NewFile): Promise<StoredFile>
  /**
   * Returns a file with its content, ready to be an endpoint's answer; undefined when the guild has no file of this
   * kind with that id.
   */
  read(id: string): (StoredFile & { content: Readable }) | undefined
  delete(id: string): Promise<boolean>
  /** All files of this kind, newest first. */
  list(): StoredFile[]
}

export interface Files {
  of(kind: FileKind, guildId: string): GuildFiles
  /** The size of all files of a guild together, in bytes. */
  usedBy(guildId: string): number
  /** Deletes a guild's files after their rows have been deleted. */
  forgetGuild(guildId: string): Promise<void>
  /**
   * Makes rows and files match after a kill -9: rows without files and files without rows are deleted, and lost files
   * are logged.
   */
  sweep(): Promise<void>
}

const tooLarge = (bytes: number) =>
  new UserError('files.too_large', `The file is larger than ${formatBytes(bytes)}.`, 413)
const noRoom = (mebibytes: number) =>
  new UserError(
    'files.quota',
    `This server keeps ${mebibytes} MiB of files, which is the limit. Delete some first.`,
    413,
  )

async function syncFolder(folder: string): Promise<void> {
  // Windows flushes folders by itself and refuses to open one for this.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const shown = ({ guildId: _guild, kind: _kind, ...file }: typeof files.$inferSelect): StoredFile => file

export function createFiles(options: {
  config: Pick<Config, 'dataDir' | 'filesQuotaMiB'>
  db: Database
  log: Logger
  now(): number
}): Files {
  const { config, db, log, now } = options
  const root = join(config.dataDir, filesName)
  const quota = config.filesQuotaMiB * 1024 ** 2
  /** Ids of files whose row is not stored yet: a sweep leaves them alone. */
  const arriving = new Set<string>()

  const usedBy = (guildId: string): number =>
    Number(
      db
        .select({ bytes: sum(files.bytes) })
        .from(files)
        .where(eq(files.guildId, guildId))
        .get()?.bytes ?? 0,
    )

  /** Writes content to a new file. @returns the number of bytes and the hash of what was written */
  async function write(content: Uint8Array | AsyncIterable<Uint8Array>, path: string, most: number, beyond: UserError) {
    const hash = createHash('sha256')
    let bytes = 0
    async function* counted(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        bytes += chunk.length
        if (bytes > most) throw beyond
        hash.update(chunk)
        yield chunk
      }
    }
    const source = content instanceof Uint8Array ? Readable.from([content]) : content
    // Opened first: if the source failed while a stream was still opening the file, the file would appear after its
    // removal.
    const file = await open(path, 'wx', 0o600)
    await pipeline(source, counted, file.createWriteStream({ flush: true }))
    return { bytes, sha256: hash.digest('hex') }
  }

  function insert(row: typeof files.$inferInsert): StoredFile {
    return db.transaction(() => {
      // Other files may have arrived in the meantime.
      if (usedBy(row.guildId) + row.bytes > quota) throw noRoom(config.filesQuotaMiB)
      return shown(db.insert(files).values(row).returning().get())
    })
  }

  async function put(
    kind: FileKind,
    guildId: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { name, type, userId }: NewFile,
  ): Promise<StoredFile> {
    if (!kind.types.includes(type))
      throw new UserError('files.type', `The file must be one of: ${kind.types.join(', ')}.`, 415)
    const room = quota - usedBy(guildId)
    if (room <= 0) throw noRoom(config.filesQuotaMiB)
    const most = Math.min(kind.maxBytes, room)
    const id = randomBytes(16).toString('hex')
    const folder = join(root, guildId)
    const path = join(folder, id)
    const part = `${path}.part`
    arriving.add(id)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const beyond = most < kind.maxBytes ? noRoom(config.filesQuotaMiB) : tooLarge(kind.maxBytes)
      const written = await write(content, part, most, beyond)
      await rename(part, path)
      await syncFolder(folder)
      return insert({ id, guildId, kind: kind.name, name, type, ...written, at: now(), userId: userId ?? null })
    } catch (error) {
      await Promise.all([rm(part, { force: true }), rm(path, { force: true })])
      throw error
    } finally {
      arriving.delete(id)
    }
  }

  return {
    usedBy,
    of(kind, guildId) {
      const own = and(eq(files.guildId, guildId), eq(files.kind, kind.name))
      return {
        put: (content, file) => put(kind, guildId, content, file),
        read(id) {
          const row = db
            .select()
            .from(files)
            .where(and(own, eq(files.id, id)))
            .get()
          return row && { ...shown(row), content: createReadStream(join(root, guildId, row.id)) }
        },
        async delete(id) {
          const gone = db
            .delete(files)
            .where(and(own, eq(files.id, id)))
            .returning({ id: files.id })
            .get()
          if (gone) await rm(join(root, guildId, gone.id), { force: true })
          return gone !== undefined
        },
        list: () => db.select().from(files).where(own).orderBy(desc(files.at), desc(files.id)).all().map(shown),
      }
    },
    forgetGuild: guildId => rm(join(root, guildId), { recursive: true, force: true }),
    sweep: createSweep({ root, db, log, isArriving: id => arriving.has(id) }),
  }
}
