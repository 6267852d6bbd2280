import { randomBytes } from 'node:crypto'
import type { Conditions } from '../conditions.ts'
import type { GatewayIdentity } from './identify.ts'
import type { Session } from './session.ts'

export interface Sessions {
  all(): Iterable<Session>
  find(id: string): Session | undefined
  open(identity: Omit<GatewayIdentity, 'application'>): Session
  /** Keeps the session for a RESUME; drops it after a while. */
  detach(session: Session): void
  attach(session: Session, wire: Session['wire']): void
  forget(session: Session): void
  /** The session start limit that `GET /gateway/bot` returns to a bot. Times in ms. */
  startLimit(userId: string): { total: number; remaining: number; reset_after: number; max_concurrency: number }
  /** Whether Discord would accept an IDENTIFY now. If so, it is counted. */
  mayIdentify(userId: string, shardId: number): boolean
}

/** How long a session stays resumable (ms). Discord says "a few minutes". */
const resumableMs = 3 * 60_000
const startsPerDay = 1000
const dayMs = 24 * 3_600_000
const maxConcurrency = 1

/** The session starts of one bot. */
interface Starts {
  /** When the day that `used` counts began (Unix ms). */
  since: number
  used: number
  lastByBucket: Map<number, number>
}

export function createSessions(conditions: Conditions, now: () => number): Sessions {
  const sessions = new Map<string, Session>()
  const startsOf = new Map<string, Starts>()
  const today = (userId: string): Starts => {
    const known = startsOf.get(userId)
    if (known && now() - known.since < dayMs) return known
    const fresh = { since: now(), used: 0, lastByBucket: known?.lastByBucket ?? new Map<number, number>() }
    startsOf.set(userId, fresh)
    return fresh
  }
  const forget = (session: Session) => {
    clearTimeout(session.expiry)
    sessions.delete(session.id)
  }
  return {
    all: () => sessions.values(),
    find: id => sessions.get(id),
    forget,
    open(identity) {
      const id = randomBytes(16).toString('hex')
      const session: Session = {
        ...identity,
        id,
        sequence: 0,
        frames: [],
        wire: undefined,
        expiry: undefined,
      }
      sessions.set(id, session)
      return session
    },
    detach(session) {
      session.wire = undefined
      clearTimeout(session.expiry)
      session.expiry = setTimeout(() => forget(session), resumableMs).unref()
    },
    attach(session, wire) {
      clearTimeout(session.expiry)
      session.expiry = undefined
      session.wire = wire
    },
    startLimit(userId) {
      const { since, used } = today(userId)
      return {
        total: startsPerDay,
        remaining: Math.max(0, startsPerDay - used),
        reset_after: Math.max(0, since + dayMs - now()),
        max_concurrency: maxConcurrency,
      }
    },
    mayIdentify(userId, shardId) {
      const bucket = shardId % maxConcurrency
      const starts = today(userId)
      const last = starts.lastByBucket.get(bucket)
      if (starts.used >= startsPerDay || (last !== undefined && now() - last < conditions.identifyEveryMs)) return false
      starts.lastByBucket.set(bucket, now())
      starts.used += 1
      return true
    },
  }
}
