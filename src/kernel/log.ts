import { createRequire } from 'node:module'
import { type DestinationStream, type Logger as PinoLogger, pino, transport } from 'pino'

/**
 * Structured log: an object first (`{ guildId, feature }`), then a short lower-case phrase. No secrets, no message
 * content.
 */
export type Logger = PinoLogger

const secret = ['token', 'clientSecret', 'sessionSecret', 'authorization', 'Authorization', 'cookie', 'set-cookie']
const hidden = ['', '*.', '*.*.', '*.*.*.'].flatMap(depth => secret.map(key => `${depth}["${key}"]`.replace('.[', '[')))

/** What is logged of an error inside another error: its other fields may hold requests, with secrets in them. */
function loggedCause(error: unknown, above: readonly unknown[]): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? undefined : error
  if (above.includes(error)) return '[circular]'
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { type: name, message, stack, code, cause: loggedCause(cause, [...above, error]) }
}

/**
 * An error as it is logged: whole, with its causes, but without the request that Discord refused, which holds what
 * somebody wrote. Never changes it, since it may be frozen.
 */
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { requestBody: _content, ...own }: Record<string, unknown> = { ...error }
  const fields = Object.entries(own).map(([key, value]) => [
    key,
    value instanceof Error ? loggedCause(value, [error]) : value,
  ])
  const { name, message, stack, cause } = error
  return {
    type: name,
    message,
    stack,
    ...Object.fromEntries(fields),
    cause: loggedCause(cause, [error]),
    ...(error instanceof AggregateError && { errors: error.errors.map((one: unknown) => loggedCause(one, [error])) }),
  }
}

function pretty(): DestinationStream | undefined {
  if (!process.stdout.isTTY) return undefined
  try {
    createRequire(import.meta.url).resolve('pino-pretty')
  } catch {
    return undefined
  }
  return transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname' } })
}

const standardOutput = (): DestinationStream => pretty() ?? pino.destination({ dest: 1, sync: true })

/**
 * How long log lines of a start are held back for its outcome (ms): a start that fails says one sentence and nothing
 * else.
 */
export const heldMs = 10_000

/** Controls the lines that are logged while it is not known whether the start succeeds. */
export interface StartLines {
  /** Writes the held lines, and everything that follows directly. */
  release(): void
  /** Discards the held lines, because one sentence says it all. */
  drop(): void
}

/**
 * Holds log lines back until they are released or dropped, or {@link heldMs} have passed: somebody who waits that long
 * wants to see them.
 */
export function holdLines(destination = standardOutput()): StartLines & { stream: DestinationStream } {
  let held: string[] | undefined = []
  const release = () => {
    const lines = held ?? []
    held = undefined
    clearTimeout(timer)
    process.off('exit', release)
    for (const line of lines) destination.write(line)
  }
  const timer = setTimeout(release, heldMs).unref()
  // A crash writes them, too.
  process.once('exit', release)
  return {
    stream: { write: line => void (held ? held.push(line) : destination.write(line)) },
    release,
    drop() {
      if (held) held = []
      release()
    },
  }
}

/**
 * JSON lines on standard output, or readable ones on a terminal where pino-pretty is installed.
 * Anything named like a secret is blanked; `values` (the token itself) are blanked inside every text as well.
 * @param destination where to write instead, for tests
 */
export function createLog(level: string, values: readonly string[] = [], destination?: DestinationStream): Logger {
  const blank = (text: string) => values.reduce((clean, value) => clean.replaceAll(value, '[secret]'), text)
  return pino(
    {
      level,
      redact: { paths: hidden, censor: '[secret]' },
      hooks: { streamWrite: blank },
      serializers: { err: loggedError },
    },
    destination ?? standardOutput(),
  )
}
