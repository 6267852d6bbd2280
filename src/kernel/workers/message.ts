import { UserError } from '#kit/errors.ts'

/** A request to a worker. */
export interface WorkerOrder {
  module: string
  input: unknown
}

/** The first message of a thread: its folder in `/proc`, or null if there is none. */
export interface WorkerPlace {
  kind: 'place'
  place: string | null
}

/** A worker's answer: an output, an error that a person can fix, or a bug with its stack. */
export type WorkerAnswer =
  | { kind: 'done'; output: unknown }
  | { kind: 'refused'; code: string; message: string; status: number; fields: Record<string, string> | undefined }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Converts an error for the message to the event loop, because classes do not survive copying. */
export function answerFor(error: unknown): WorkerAnswer {
  if (error instanceof UserError) {
    const { code, message, status, fields } = error
    return { kind: 'refused', code, message, status, fields }
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { kind: 'failed', message, stack }
}

/** Returns the output, or throws the error that was thrown in the worker. @throws UserError, or Error for a bug */
export function outputOf(answer: WorkerAnswer): unknown {
  if (answer.kind === 'done') return answer.output
  if (answer.kind === 'refused') throw new UserError(answer.code, answer.message, answer.status, answer.fields)
  const bug = new Error(answer.message)
  if (answer.stack !== undefined) bug.stack = answer.stack
  throw bug
}
