import { createPool } from './worker-pool.ts'
import type { Task } from './task.ts'

/** Runs heavy work off the event loop: docs/decisions/0020. */
export interface Workers {
  /**
   * Runs a task in a thread or a process. Each server runs one at a time in each, so none waits behind another's
   * backlog.
   * @param guildId the server it is for; 'product' for the product itself
   * @param signal stops it, for work that is pointless once its caller has left
   * @throws UserError of the task, 'workers.busy' when too many runs of that server wait, 'workers.too_much' when it is
   * stopped for its time or memory, 'workers.left' when `signal` stops it
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, guildId: string, signal?: AbortSignal): Promise<Output>
  /** Stops all workers at once. */
  close(): Promise<void>
}

/** The most threads and the most processes; none are started before the first task. */
const size = 2

export function createWorkers(): Workers {
  const pools = { thread: createPool('thread', size), process: createPool('process', size) }
  return {
    // The types of a task are those of its module's function.
    run: (task, input, guildId, signal) => pools[task.place].run(guildId, task, input, signal) as Promise<never>,
    close: async () => void (await Promise.all([pools.thread.close(), pools.process.close()])),
  }
}
