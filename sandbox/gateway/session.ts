import type { GatewayPresenceUpdateData } from 'discord-api-types/v10'

/** A socket as the gateway needs it. */
export interface Wire {
  send(text: string): void
  /** From now on, compresses each large payload on its own, as an IDENTIFY with `compress` asks. */
  packLarge(): void
  close(code: number, reason: string): void
}

/** One identified client. It outlives its connection for a while, so that a RESUME can replay missed events. */
export interface Session {
  id: string
  token: string
  userId: string
  kind: 'bot' | 'user'
  /** Undefined for members: their clients get every event addressed to them. */
  intents: number | undefined
  shard: readonly [id: number, count: number]
  sequence: number
  presence: GatewayPresenceUpdateData | undefined
  /** The newest frames, for replay; the first one's sequence is `sequence - frames.length + 1`. */
  frames: string[]
  wire: Wire | undefined
  /** Drops the session when nobody resumes it in time. */
  expiry: NodeJS.Timeout | undefined
}

/** Discord keeps "a few minutes"; the number bounds memory under load. */
const keptFrames = 4000

/** Sends a dispatch, or keeps it for a RESUME. `json` is the payload, already serialized. */
export function deliver(session: Session, type: string, json: string): void {
  session.sequence += 1
  const frame = `{"op":0,"t":"${type}","s":${session.sequence},"d":${json}}`
  session.frames.push(frame)
  if (session.frames.length > keptFrames * 2) session.frames.splice(0, keptFrames)
  session.wire?.send(frame)
}

/**
 * @returns the frames that the client missed since `sequence`; undefined when they are no longer kept or were never
 * sent
 */
export function missedSince(session: Session, sequence: number): readonly string[] | undefined {
  const missed = session.sequence - sequence
  if (missed < 0 || missed > session.frames.length) return undefined
  return missed === 0 ? [] : session.frames.slice(-missed)
}

/** Source: Discord's documentation, "Sharding". */
export const onShard = (guildId: string, [id, count]: Session['shard']) =>
  Number((BigInt(guildId) >> 22n) % BigInt(count)) === id
