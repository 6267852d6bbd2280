import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Lock } from '../storage/lock.ts'
import { copiesBeforeMigrations } from '../storage/migrate.ts'

/** A backup's manifest. Written last, so that a backup without it is incomplete. */
const summaryShape = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  product: z.string(),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  files: z.object({ count: z.number(), bytes: z.number() }),
})
export type BackupSummary = z.infer<typeof summaryShape>

export const summaryName = 'backup.json'

/** Reads a backup's manifest. @throws Error when there is none or it is damaged */
export const summaryOf = (folder: string): BackupSummary =>
  summaryShape.parse(JSON.parse(readFileSync(join(folder, summaryName), 'utf8')))

/**
 * The lock for making and restoring backups: one backup is made at a time, and none during a restore, because it would
 * contain half of the old data.
 */
export const backupLock = (dataDir: string): Lock => ({
  file: join(dataDir, 'backup.lock'),
  taken: 'Another backup is being made or restored. Wait until it is done.',
})

export const backupsIn = (dataDir: string): string => join(dataDir, 'backups')

/** Made by the scheduler or by hand; only daily ones are rotated. */
export type BackupKind = 'daily' | 'manual'

const namePattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-(daily|manual)$/

/** The name of a backup. Sorted as text, names are sorted by time. */
export const backupName = (at: number, kind: BackupKind): string =>
  `${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}-${kind}`

/** Parses when a backup was made (Unix ms), and its kind, from its name; undefined for anything else in the folder. */
export function parseBackupName(name: string): { at: number; kind: BackupKind } | undefined {
  const [, day, hours, minutes, seconds, ms, kind] = namePattern.exec(name) ?? []
  if (day === undefined || (kind !== 'daily' && kind !== 'manual')) return undefined
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`)
  return Number.isNaN(at) ? undefined : { at, kind }
}

/**
 * The names of everything that can be restored, oldest first: backups, then the copies of only the database that
 * upgrades made.
 */
export const restorableIn = (folder: string): string[] => [...listBackups(folder), ...copiesBeforeMigrations(folder)]

/**
 * The names of the backups in a folder, oldest first; none if there is no folder. @throws Error when it cannot be read
 */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => parseBackupName(name))
    .toSorted()
}
