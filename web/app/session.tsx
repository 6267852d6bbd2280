import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import type { GuildCard } from '#kernel/contract.ts'
import { ApiError } from './api.ts'
import { aboutKey, endSession, readSession, sessionKey } from './queries.ts'
import { currentPath, pathOf, rememberPath } from './redirect.ts'
import { logToConsole } from './console-error.ts'

type Session = Awaited<ReturnType<typeof readSession>>
export type SessionUser = Session['user']

interface Auth {
  /** Undefined while loading and when signed out. */
  user: SessionUser | undefined
  /** The servers this user may manage, with and without the bot. */
  guilds: readonly GuildCard[]
  /** Until the first check has ended. */
  loading: boolean
  /** Signing out on purpose: the page they leave is not the one to come back to. */
  leaving: boolean
  /** Leaves for Discord's sign-in; comes back to `path`, or to the current page when given an event or nothing. */
  login(path?: unknown): void
  /** Signs out and goes to /login, even when the call fails. */
  logout(): Promise<void>
  /**
   * Asks the server again who we are and which servers there are; when it does not answer, the last known state stays.
   */
  refresh(): Promise<void>
}

const AuthContext = createContext<Auth | undefined>(undefined)

/** @param known what the last check found: an outage must not sign anybody out */
async function checkSession(known: Session | null): Promise<Session | null> {
  try {
    return await readSession()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      logToConsole('Not authenticated - need to login')
      return null
    }
    logToConsole('Auth check error', error)
    return known
  }
}

const noGuilds: readonly GuildCard[] = []

export function AuthProvider({ toLogin, children }: { toLogin(): Promise<void>; children: ReactNode }) {
  const client = useQueryClient()
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: () => checkSession(client.getQueryData<Session>(sessionKey) ?? null),
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
    // A check that is still in progress would sign the user in again.
    await client.cancelQueries({ queryKey: sessionKey })
    client.setQueryData(sessionKey, null)
    client.removeQueries({ predicate: ({ queryKey: [first] }) => first !== sessionKey[0] && first !== aboutKey[0] })
    await toLogin()
    setLeaving(false)
  }, [client, toLogin])

  const refresh = useCallback(async () => {
    await client.refetchQueries({ queryKey: sessionKey })
  }, [client])

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
