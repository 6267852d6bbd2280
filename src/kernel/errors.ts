/**
 * A failure that a person can fix. Told as it is, in the chat or as 4xx JSON; anything else that is thrown is a bug.
 * @param code '<feature>.<reason>', stable, for programs
 * @param message one sentence for people: what failed and what to do
 * @param status the HTTP status, 400 unless told
 * @param fields form field to sentence, where single fields are at fault
 */
export class UserError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined

  constructor(code: string, message: string, status = 400, fields?: Record<string, string>) {
    super(message)
    this.name = 'UserError'
    this.code = code
    this.status = status
    this.fields = fields
  }
}

/** A start-up failure with its own exit code: one clear sentence, never a stack trace. */
export class StartupError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.name = 'StartupError'
    this.exitCode = exitCode
  }
}
