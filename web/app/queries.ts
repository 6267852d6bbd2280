import { MutationCache, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import { ApiError, isSignedOut, reader } from './api.ts'
import { endedKey, noteEnded, sessionKey } from './ended-session.ts'

const readKernel = reader<typeof kernel>()

export const aboutKey = ['about'] as const

/**
 * Creates the client for all data, shared by key. The first call that fails with 401 reports that the session has
 * ended.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) noteEnded(client)
  }
  // Somebody who had been signed out has signed in again.
  const onSuccess = () => {
    if (client.getQueryData(endedKey) === true) void client.refetchQueries({ queryKey: sessionKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The server may be on this machine or network and answers without an internet connection.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // After a minute and a half of waiting the failure is shown at once: the user can try again.
        retry: (failures, error) =>
          failures < 2 &&
          error instanceof ApiError &&
          error.code !== 'web.unanswered' &&
          (error.status === 0 || error.status > 500),
      },
      // Otherwise a save would wait for an internet connection, and show that it is saving for as long as there is
      // none.
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

export const aboutQuery = queryOptions({
  queryKey: aboutKey,
  queryFn: ({ signal }) => readKernel('/about', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const diskQuery = queryOptions({
  queryKey: ['disk'],
  queryFn: ({ signal }) => readKernel('/disk', { signal }),
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
})

/** Why nothing can be stored right now; undefined if it can, as far as is known. */
export const useDiskProblem = () => useQuery(diskQuery).data?.problem ?? undefined

/** The product's name, version and links; undefined until loaded. */
export const useAbout = () => useQuery(aboutQuery).data

const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: ({ signal }) => readKernel('/operator', { signal }),
  staleTime: 60_000,
})

/** What the operator of this copy says about it; undefined until loaded. */
export const useOperator = () => useQuery(operatorQuery).data

/** Like {@link useOperator}, with the state of the query. */
export const useOperatorQuery = () => useQuery(operatorQuery)

/** The product's name, Palisade until the server says otherwise. */
export const useProductName = () => useAbout()?.name ?? 'Palisade'

export const readSession = () => readKernel('/user')
export const endSession = () => readKernel('/logout')
