/** Where a task runs: in a thread, or in a process where a stranger decides how much memory it takes. */
type Place = 'thread' | 'process'

interface Limits {
  place: Place
  /** How long one run may take (ms), given a processor; then it is stopped. */
  deadlineMs: number
  /** Runs of one server that may wait; the next is refused. */
  mostWaiting?: number
  /** Memory of the process beyond which a run is stopped (MiB); threads have no limit that holds. */
  memoryMiB?: number
  /** Shown when it is stopped for its time or its memory, as one sentence: what to do. */
  tooMuch?: string
}

/** Work that is done off the event loop. */
export interface Task<Input, Output> extends Required<Limits> {
  /** The module below `src`, without `.task.ts`. */
  module: string
  /** Only for the types: never set. */
  readonly types?: ((input: Input) => Output) | undefined
}

/**
 * Declares work that is done off the event loop: the default export of `src/<module>.task.ts`, called with a copy of its
 * input and answering with a copy of its output (structured clone). It knows no service and shares no memory.
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
