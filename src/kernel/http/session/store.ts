import type { SessionStore } from '@fastify/session'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Session } from 'fastify'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import type { SessionUser } from '../../feature.ts'
import type { Database } from '../../storage/database.ts'
import { sessions } from '../../storage/table.ts'

declare module 'fastify' {
  interface Session {
    /** The user who signed in; undefined before that. */
    user?: SessionUser
    /** The OAuth2 access token, encrypted. It never leaves the server. */
    token?: string
    /** The sign-in in progress: usable once, and only by the browser that began it. */
    signIn?: { state: string; at: number }
  }
}

/** How long somebody stays signed in (ms); Discord's access token is valid for as long. */
export const sessionMs = 7 * 24 * 60 * 60_000

/** How long the session of an unfinished sign-in is kept (ms). */
const unfinishedMs = 60 * 60_000

/** How long an ended session is remembered (ms): longer than any request takes. */
const endedMs = 5 * 60_000

interface Sessions extends SessionStore {
  /** Whether the session is stored and has not expired; also while its sign-in is unfinished. */
  isOpen(id: string): boolean
  /** Whether the user is signed in anywhere. */
  hasOpen(userId: string): boolean
  /** Whether the session was ended a moment ago, for requests that began before. */
  hasEnded(id: string): boolean
}

/**
 * Creates the store that keeps sessions as rows, so that they survive a restart.
 * @param onEnd called for each session that its user ends
 */
export function createSessionStore(db: Database, now: () => number, onEnd: (id: string) => void = () => {}): Sessions {
  const read = db
    .select({ data: sessions.data })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('id')), gt(sessions.expiresAt, sql.placeholder('now'))))
    .prepare()

  // A request that began before a sign-out would save its session again.
  const ended = new LRUCache<string, true>({ ...entryLimit(10_000), ttl: endedMs })

  return {
    hasEnded: id => ended.has(id),
    hasOpen: userId =>
      db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
        .get() !== undefined,
    isOpen: id => read.get({ id, now: now() }) !== undefined,
    get(id, done) {
      try {
        const row = read.get({ id, now: now() })
        // Written by `set` below, from a session of the same type.
        done(null, row ? (JSON.parse(row.data) as Session) : null)
      } catch (error) {
        done(error)
      }
    },
    set(id, session, done) {
      if (ended.has(id)) return done()
      try {
        const row = {
          userId: session.user?.id ?? null,
          data: JSON.stringify(session),
          expiresAt: now() + (session.user ? sessionMs : unfinishedMs),
        }
        db.insert(sessions)
          .values({ id, ...row })
          .onConflictDoUpdate({ target: sessions.id, set: row })
          .run()
        done()
      } catch (error) {
        done(error)
      }
    },
    destroy(id, done) {
      ended.set(id, true)
      onEnd(id)
      try {
        db.delete(sessions).where(eq(sessions.id, id)).run()
        done()
      } catch (error) {
        done(error)
      }
    },
  }
}
