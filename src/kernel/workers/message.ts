import { UserError } from '#kit/errors.ts'

/** A request to a worker. */
export interface WorkerOrder {
  module: string
  input: unknown
}

/** What a thread says first: where `/proc` tells of it, null where it does not. */
export interface WorkerPlace {
  kind: 'place'
  place: string | null
}

/** What it answers: an output, what a person can fix, or a bug with its stack. */
export type WorkerAnswer =
  | { kind: 'done'; output: unknown }
  | { kind: 'refused'; code: string; message: string; status: number; fields: Record<string, string> | undefined }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** An error as it crosses to the event loop: classes do not survive the copy. */
export function answerFor(error: unknown): WorkerAnswer {
  if (error instanceof UserError) {
    const { code, message, status, fields } = error
    return { kind: 'refused', code, message, status, fields }
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { kind: 'failed', message, stack }
}

/** The output, or the error as it was thrown in the worker. @throws UserError, or Error for a bug */
export function outputOf(answer: WorkerAnswer): unknown {
  if (answer.kind === 'done') return answer.output
  if (answer.kind === 'refused') throw new UserError(answer.code, answer.message, answer.status, answer.fields)
  const bug = new Error(answer.message)
  if (answer.stack !== undefined) bug.stack = answer.stack
  throw bug
}
