import { randomBytes } from 'node:crypto'
import type { Conflict } from '#contract'

/**
 * A failure that a person can fix. Shown as is, in the chat or as a 4xx answer in JSON; anything else that is thrown is
 * a bug.
 * @param code '<feature>.<reason>', stable, for programs
 * @param message one sentence for people: what failed and what to do
 * @param status the HTTP status, 400 by default
 * @param fields form field to sentence, if the error is about particular fields
 * @param conflict what somebody else has changed in the meantime, if that is what failed
 */
export class UserError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly conflict: Conflict | undefined

  constructor(code: string, message: string, status = 400, fields?: Record<string, string>, conflict?: Conflict) {
    super(message)
    this.name = 'UserError'
    this.code = code
    this.status = status
    this.fields = fields
    this.conflict = conflict
  }
}

/** A failure to start, with its own exit code: one clear sentence, never a stack trace. */
export class StartupError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.name = 'StartupError'
    this.exitCode = exitCode
  }
}

/**
 * The code by which Node, SQLite or Fastify identifies a failure, such as 'ENOENT', 'SQLITE_FULL' or 'FST_ERR_BAD_URL';
 * empty for an error without one. Discord's codes are numbers and are not returned.
 */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Exit codes of {@link StartupError}; 1 means an unexpected crash. Documented for operators. */
export const exitCodes = {
  configuration: 2,
  token: 3,
  intents: 4,
  unreachable: 5,
  dataFolder: 6,
  portTaken: 7,
  database: 8,
} as const

/** A new short code that is both shown to a person and logged with the full error, so that the two can be matched. */
export const newReference = (): string => randomBytes(4).toString('hex')
