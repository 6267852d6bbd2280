import { GatewayCloseCodes as Close, GatewayOpcodes as Op } from 'discord-api-types/v10'
import { parseJson } from '../json.ts'
import { bare, identify, isToken } from './identify.ts'
import type { Dispatcher } from './dispatcher.ts'
import { handleRequest } from './requests.ts'
import { missedSince, type Session, type Wire } from './session.ts'

/** One socket, from HELLO to its close. */
export interface Connection {
  receive(text: string): void
  /** The socket is gone. Codes 1000 and 1001 end the session, any other leaves it resumable. */
  closed(code: number): void
  session(): Session | undefined
  /** Sends op 9: detaches the session from the socket; `resumable` keeps it for a RESUME on this socket. */
  invalidate(resumable: boolean): void
}

const maxPayloadBytes = 4096
const sends = { limit: 120, windowMs: 60_000 }
/** As bot authors observed it. */
const presences = { limit: 5, windowMs: 20_000 }

/** Counts calls. @returns a function that tells whether this call exceeds the limit */
function createPace({ limit, windowMs }: typeof sends): () => boolean {
  let window = { since: Date.now(), sent: 0 }
  return () => {
    if (Date.now() - window.since > windowMs) window = { since: Date.now(), sent: 0 }
    window.sent += 1
    return window.sent > limit
  }
}

interface Frame {
  /** The opcode as the client sent it, which may be any number. */
  op: Op
  d: unknown
}

function parse(text: string): Frame | undefined {
  try {
    const frame = parseJson(text)
    if (typeof frame !== 'object' || frame === null || !('op' in frame) || typeof frame.op !== 'number')
      return undefined
    return { op: frame.op, d: 'd' in frame ? frame.d : undefined }
  } catch {
    return undefined
  }
}

const asRecord = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Source: Discord's documentation, "Gateway" and "Opcodes and Status Codes". */
export function openConnection(dispatcher: Dispatcher, wire: Wire): Connection {
  const { sandbox, sessions } = dispatcher
  const { heartbeatMs } = sandbox.conditions
  let session: Session | undefined
  let lastBeat = Date.now()
  const tooFast = createPace(sends)
  const tooManyPresences = createPace(presences)
  const send = (op: number, d: unknown) => wire.send(JSON.stringify({ op, d, s: null, t: null }))
  // Allows for network delay, but not for a whole missed heartbeat.
  const watch = setInterval(() => {
    if (Date.now() - lastBeat > heartbeatMs * 2) wire.close(Close.SessionTimedOut, 'Session timed out.')
  }, heartbeatMs)
  watch.unref()
  send(Op.Hello, { heartbeat_interval: heartbeatMs, _trace: ['["sandbox",{"micros":0}]'] })

  function start(data: Record<string, unknown>) {
    const result = identify(sandbox, data)
    if ('close' in result) return wire.close(result.close, result.reason)
    const { application, ...identity } = result
    if (identity.kind === 'bot' && !sessions.mayIdentify(identity.userId, identity.shard[0]))
      return send(Op.InvalidSession, false)
    if (data['compress'] === true) wire.packLarge()
    session = sessions.open(identity)
    sessions.attach(session, wire)
    dispatcher.welcome(session, application)
  }

  function resume({ token, session_id, seq }: Record<string, unknown>) {
    if (typeof token !== 'string' || !isToken(sandbox, token))
      return wire.close(Close.AuthenticationFailed, 'Authentication failed.')
    const known = typeof session_id === 'string' ? sessions.find(session_id) : undefined
    if (!known || bare(token) !== known.token) return send(Op.InvalidSession, false)
    if (typeof seq !== 'number' || !Number.isInteger(seq) || seq < 0 || seq > known.sequence) {
      sessions.forget(known)
      return wire.close(Close.InvalidSeq, 'Invalid seq.')
    }
    const missed = missedSince(known, seq)
    if (!missed) {
      sessions.forget(known)
      return send(Op.InvalidSession, false)
    }
    // The newest connection wins; the old one, if any, receives nothing more.
    if (known.wire && known.wire !== wire) known.wire.close(Close.SessionTimedOut, 'Resumed elsewhere.')
    session = known
    for (const frame of missed) wire.send(frame)
    sessions.attach(known, wire)
    dispatcher.resumed(known)
  }

  return {
    session: () => session,
    receive(text) {
      const frame = parse(text)
      const isUser = session?.kind === 'user'
      if (!frame || (!isUser && Buffer.byteLength(text) > maxPayloadBytes && frame.op !== Op.Identify))
        return wire.close(Close.DecodeError, 'Error while decoding payload.')
      if (tooFast()) return wire.close(Close.RateLimited, 'Rate limited.')
      if (frame.op === Op.Heartbeat) {
        lastBeat = Date.now()
        return send(Op.HeartbeatAck, null)
      }
      if (frame.op === Op.Identify || frame.op === Op.Resume) {
        if (session) return wire.close(Close.AlreadyAuthenticated, 'Already authenticated.')
        return frame.op === Op.Identify ? start(asRecord(frame.d)) : resume(asRecord(frame.d))
      }
      if (!session) return wire.close(Close.NotAuthenticated, 'Not authenticated.')
      if (frame.op === Op.PresenceUpdate && tooManyPresences()) return wire.close(Close.RateLimited, 'Rate limited.')
      if (handleRequest(dispatcher, session, frame.op, asRecord(frame.d))) return
      // Members' clients use opcodes that bots do not have.
      if (!isUser) {
        dispatcher.violate(`opcode ${frame.op}`, 'this opcode is not known here')
        wire.close(Close.UnknownOpcode, 'Unknown opcode.')
      }
    },
    invalidate(resumable) {
      if (!session) return
      if (resumable) sessions.detach(session)
      else sessions.forget(session)
      session = undefined
      send(Op.InvalidSession, resumable)
    },
    closed(code) {
      clearInterval(watch)
      if (!session || session.wire !== wire) return
      dispatcher.left(session)
      if (code === 1000 || code === 1001) sessions.forget(session)
      else sessions.detach(session)
    },
  }
}
