import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import type { GuildCard } from '#kernel/contract.ts'
import { isSignedOut } from './api.ts'
import { endedKey, noteEnded, sessionKey } from './ended-session.ts'
import { aboutKey, aboutQuery, endSession, readSession } from './queries.ts'
import { currentPath, pathOf, rememberPath } from './redirect.ts'
import { logToConsole } from './console-error.ts'
import { tabMemory } from './tab-memory.ts'

const signedInKey = 'palisade-signed-in'

/** Whether somebody was signed in when this browser last checked; false if storage is forbidden. */
function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(signedInKey) !== null
  } catch {
    return false
  }
}

/** Remembers it for the next page load, which then knows whether to ask for the session. */
function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(signedInKey, '1')
    else localStorage.removeItem(signedInKey)
  } catch {
    // Without storage, every page asks first.
  }
}

type Session = Awaited<ReturnType<typeof readSession>>
export type SessionUser = Session['user']

interface Auth {
  /** Undefined while loading and when signed out. */
  user: SessionUser | undefined
  /** The servers this user may manage, with and without the bot. */
  guilds: readonly GuildCard[]
  /** True until the first check has ended. */
  loading: boolean
  /** True while signing out on purpose: the page they leave is then not the one to return to. */
  leaving: boolean
  /** Goes to Discord's sign-in, and returns to `path`, or to the current page if given an event or nothing. */
  login(path?: unknown): void
  /** Signs out and goes to /login, even when the call fails. */
  logout(): Promise<void>
  /**
   * Reloads the user and their servers, unless that was done less than `afterMs` ago. If the server does not answer,
   * the last known state stays.
   */
  refresh(afterMs?: number): Promise<void>
}

const AuthContext = createContext<Auth | undefined>(undefined)

/**
 * Requests the session only if somebody was signed in: for a visitor the answer is 401, which browsers log as an error.
 */
async function askSession(client: QueryClient): Promise<Session | null> {
  if (!wasSignedIn() && !(await client.fetchQuery({ ...aboutQuery, staleTime: 0 })).signedIn) return null
  try {
    return await readSession()
  } catch (error) {
    if (isSignedOut(error)) return null
    throw error
  }
}

/**
 * The last known session stays during an outage, which must not sign anybody out, and below a page with unsaved
 * changes.
 */
async function checkSession(client: QueryClient): Promise<Session | null> {
  const known = client.getQueryData<Session>(sessionKey) ?? null
  try {
    const session = await askSession(client)
    rememberSignedIn(session !== null)
    if (session) {
      tabMemory.setOwner(session.user.id)
      client.setQueryData(endedKey, false)
    } else logToConsole('Not authenticated - need to login')
    return session ?? (known && noteEnded(client) ? known : null)
  } catch (error) {
    logToConsole('Auth check error', error)
    return known
  }
}

const noGuilds: readonly GuildCard[] = []

export function AuthProvider({ toLogin, children }: { toLogin(): Promise<void>; children: ReactNode }) {
  const client = useQueryClient()
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: () => checkSession(client),
    staleTime: Number.POSITIVE_INFINITY,
  })

  const [leaving, setLeaving] = useState(false)

  const login = useCallback((path?: unknown) => {
    rememberPath(pathOf(path, currentPath()))
    location.assign('/api/login')
  }, [])

  const logout = useCallback(async () => {
    setLeaving(true)
    try {
      await endSession()
    } catch (error) {
      logToConsole('Logout error', error)
    }
    rememberSignedIn(false)
    tabMemory.clear()
    // A check still in progress would sign the user in again.
    await client.cancelQueries({ queryKey: sessionKey })
    client.setQueryData(sessionKey, null)
    client.removeQueries({ predicate: ({ queryKey: [first] }) => first !== sessionKey[0] && first !== aboutKey[0] })
    await toLogin()
    setLeaving(false)
  }, [client, toLogin])

  const refresh = useCallback(
    async (afterMs = 0) => {
      const answeredAt = client.getQueryState(sessionKey)?.dataUpdatedAt ?? 0
      if (Date.now() - answeredAt >= afterMs) await client.refetchQueries({ queryKey: sessionKey })
    },
    [client],
  )

  const auth = useMemo<Auth>(
    () => ({
      user: session.data?.user,
      guilds: session.data?.data.guilds ?? noGuilds,
      loading: session.isPending,
      leaving,
      login,
      logout,
      refresh,
    }),
    [session.data, session.isPending, leaving, login, logout, refresh],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Who is signed in. @throws Error outside its provider */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
