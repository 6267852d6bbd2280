import { createRequire } from 'node:module'
import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers, transport } from 'pino'

/**
 * Structured log: an object first (`{ guildId, feature }`), then a short lower-case phrase. No secrets, no message
 * content.
 */
export type Logger = PinoLogger

const secret = ['token', 'clientSecret', 'sessionSecret', 'authorization', 'Authorization', 'cookie', 'set-cookie']
const hidden = ['', '*.', '*.*.', '*.*.*.'].flatMap(depth => secret.map(key => `${depth}["${key}"]`.replace('.[', '[')))

/** An error as it is logged: whole, but without the request that Discord refused, which holds what somebody wrote. */
function loggedError(error: Error): object {
  const { requestBody: _content, ...rest }: Record<string, unknown> = { ...stdSerializers.err(error) }
  return rest
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
    destination ?? pretty() ?? pino.destination({ dest: 1, sync: true }),
  )
}
