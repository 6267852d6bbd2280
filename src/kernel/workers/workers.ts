import { createPool } from './worker-pool.ts'
import type { Task } from './task.ts'

/** Heavy work off the event loop: docs/decisions/0020. */
export interface Workers {
  /**
   * Runs a task in a thread or a process. Each server runs one at a time in each, so none waits behind another's backlog.
   * @param guildId for whom; 'product' for the product itself
   * @param signal stops it: for what is of no use once its caller has left
   * @throws UserError of the task, 'workers.busy' when too many of that server wait, 'workers.too_much' when it is
   *   stopped for its time or its memory, 'workers.left' when it is by `signal`
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, guildId: string, signal?: AbortSignal): Promise<Output>
  /** Stops all of it at once. */
  close(): Promise<void>
}

/** At most so many threads and so many processes; none until the first task. */
const size = 2

export function createWorkers(): Workers {
  const pools = { thread: createPool('thread', size), process: createPool('process', size) }
  return {
    // The types of a task are those of its module's function.
    run: (task, input, guildId, signal) => pools[task.place].run(guildId, task, input, signal) as Promise<never>,
    close: async () => void (await Promise.all([pools.thread.close(), pools.process.close()])),
  }
}
