/** Where a task runs: in a thread, or in a process if a stranger's input determines how much memory it takes. */
type Place = 'thread' | 'process'

interface Limits {
  place: Place
  /** How long one run may take (ms) when it has a processor; then it is stopped. */
  deadlineMs: number
  /** How many runs of one server may wait; further ones are refused. */
  mostWaiting?: number
  /** The memory of the process at which a run is stopped (MiB); there is no reliable limit for threads. */
  memoryMiB?: number
  /** Shown when it is stopped for its time or memory: one sentence that says what to do. */
  tooMuch?: string
}

/** Work that is done off the event loop. */
export interface Task<Input, Output> extends Required<Limits> {
  /** The module below `src`, without `.task.ts`. */
  module: string
  /** Only carries the types; never set. */
  readonly types?: ((input: Input) => Output) | undefined
}

/**
 * Declares work that is done off the event loop: the default export of `src/<module>.task.ts`, which receives a copy of
 * its input and returns a copy of its output (structured clone). It has no services and shares no memory.
 */
export function task<Run extends (input: never) => unknown>(
  module: string,
  limits: Limits,
): Task<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  return {
    module,
    mostWaiting: 8,
    memoryMiB: 256,
    tooMuch: 'This took too much time or memory and was stopped. Try it with less.',
    ...limits,
  }
}
