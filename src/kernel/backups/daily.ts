import { backupsIn, listBackups, parseBackupName } from './layout.ts'
import { job, processState, type Services } from '../feature.ts'
import { task } from '../workers/task.ts'
import type makeBackup from './make.task.ts'

const dayMs = 24 * 60 * 60_000

const make = task<typeof makeBackup>('kernel/backups/make', {
  place: 'thread',
  deadlineMs: 60 * 60_000,
  tooMuch: 'The backup took more than an hour and was stopped.',
})

/** Why the last attempt failed; undefined after a success. */
const failure = processState((): { reason: string | undefined } => ({ reason: undefined }))

/**
 * The job that makes a backup. It is retried until it succeeds, like every job; if it is killed, it leaves nothing that
 * counts as a backup.
 */
export const dailyBackup = job({
  async run(services) {
    const { config, log, now, workers } = services
    const { dataDir, backupDays: days } = config
    if (days === 0) return
    try {
      const { folder, summary, deleted } = await workers.run(
        make,
        { dataDir, kind: 'daily', at: now(), days },
        'product',
      )
      failure(services).reason = undefined
      log.info({ folder, ...summary, deleted }, 'backup made')
    } catch (error) {
      failure(services).reason = error instanceof Error ? error.message : String(error)
      throw error
    }
  },
})

/** Schedules a daily backup, which survives restarts. */
export const scheduleBackups = ({ scheduler }: Pick<Services, 'scheduler'>): void =>
  void scheduler.every(dailyBackup, { everyMs: dayMs, key: 'daily' })

/** Why the last backup failed, as one sentence; undefined when it succeeded. */
export const backupProblem = (services: Services): string | undefined => failure(services).reason

/** When the newest backup was made (Unix ms); undefined when there is none, or the folder cannot be read. */
export function lastBackupAt({ config }: Pick<Services, 'config'>): number | undefined {
  try {
    const newest = listBackups(backupsIn(config.dataDir)).at(-1)
    return newest === undefined ? undefined : parseBackupName(newest)?.at
  } catch {
    // The next backup will fail for the same reason, and report it.
    return undefined
  }
}
