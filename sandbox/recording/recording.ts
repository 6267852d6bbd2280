import { deserialize, serialize } from 'node:v8'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Conditions } from '../conditions.ts'
import type { World } from '../world/state.ts'

/** Something that was done in a run, in the order in which it was handled. */
export interface Act {
  /** Ms since the recording began, on the world's clock. */
  at: number
  /** The bot whose run this is, or anybody else: people, other bots, the control API. */
  by: 'bot' | 'others'
  via: 'rest' | 'gateway' | 'control'
  /** The user whose token it came with; undefined where no token is needed, such as on a webhook's own address. */
  userId?: string | undefined
  /** An HTTP method, or for the gateway its opcode. */
  method: string
  /** Below `/api/v10` or `/sandbox`, with the query. Empty for the gateway. */
  path: string
  contentType?: string | undefined
  /** The value of `X-Audit-Log-Reason`, as it was sent. */
  reason?: string | undefined
  /** The body as it was sent; bytes that are not text are in base64. */
  body?: string | { base64: string } | undefined
  /** The ids and random numbers drawn while it was handled: a replay uses the same ones. */
  ids: string[]
  chances: number[]
  /** Undefined for the gateway. */
  status?: number | undefined
}

/** An event as the bot received it. A replay produces its own events; these are for people who read the recording. */
interface RecordedEvent {
  at: number
  type: string
  data: unknown
}

/** Everything that happened in a run, and the world in which it began. */
export interface Recording {
  version: 1
  /** Unix ms of the world's clock. */
  startedAt: number
  /** The world at that moment: compressed, for `thaw`. */
  world: string
  conditions: Conditions
  /** False when it grew too large to be kept whole: such a recording cannot be replayed. */
  complete: boolean
  /** Ids and random numbers that no act drew: those of tasks that were already scheduled in the world. */
  byItself: Pick<Act, 'ids' | 'chances'>
  acts: Act[]
  events: RecordedEvent[]
}

/** A world as text. */
export const freeze = (world: World): string => brotliCompressSync(serialize(world)).toString('base64')

/** The world that `freeze` was given. */
export const thaw = ({ world }: Pick<Recording, 'world'>): World =>
  deserialize(brotliDecompressSync(Buffer.from(world, 'base64'))) as World

/** Bytes as an act keeps them: text where they are text. */
export function keptBody(raw: Buffer): Act['body'] {
  if (raw.length === 0) return undefined
  const text = raw.toString()
  return Buffer.from(text).equals(raw) ? text : { base64: raw.toString('base64') }
}

/** What `keptBody` was given. */
export const sentBody = (body: Act['body']): Buffer<ArrayBuffer> =>
  Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body.base64, 'base64'))
