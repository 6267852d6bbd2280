import type BetterSqlite3 from 'better-sqlite3'
import type { Logger } from '../log.ts'
import { createPool } from '../workers/worker-pool.ts'
import { task } from '../workers/task.ts'
import type checkpointTask from './checkpoint.task.ts'

const checkpoint = task<typeof checkpointTask>('kernel/storage/checkpoint', { place: 'thread', deadlineMs: 60_000 })

/** How many pages of the write-ahead log may be missing in the database before they are copied (4 KiB each). */
const mostPending = 4000
/**
 * At this many pages, the connection copies them itself, on the event loop: this limits the log when the thread cannot
 * keep up.
 */
const boundPages = 16_000
const lookMs = 250
/** How long the thread is kept without work (ms): it takes 8 MiB. */
const keptMs = 1000
/** The pause after a failure (ms). */
const waitMs = 60_000

type Connection = Pick<BetterSqlite3.Database, 'name' | 'pragma'>

/**
 * The number of pages to copy, read without copying any. Source: https://sqlite.org/pragma.html#pragma_wal_checkpoint
 */
function pendingPages(client: Connection): number {
  const [state] = client.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
  return state ? state.log - state.checkpointed : 0
}

/**
 * Copies the write-ahead log into the database in a separate thread: on the event loop, everything would wait for the
 * disk, up to 270 ms at a time during an import. The thread exists only while there is much to copy.
 * @returns a function that stops it; closing the database copies the rest
 */
export function checkpointInThread(client: Connection, log: Logger): () => Promise<void> {
  const pool = createPool('thread', 1, keptMs)
  let running: Promise<unknown> | undefined
  let notBefore = 0
  client.pragma(`wal_autocheckpoint = ${boundPages}`)
  const look = setInterval(() => {
    if (running || performance.now() < notBefore || pendingPages(client) < mostPending) return
    running = pool
      .run('database', checkpoint, { file: client.name })
      .catch((err: unknown) => {
        notBefore = performance.now() + waitMs
        log.warn({ err }, 'checkpoint failed')
      })
      .finally(() => (running = undefined))
  }, lookMs).unref()
  return async () => {
    clearInterval(look)
    await running
    await pool.close()
  }
}
