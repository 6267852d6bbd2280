import { MutationCache, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import { ApiError, isSignedOut, reader } from './api.ts'
import { endedKey, noteEnded, sessionKey } from './ended-session.ts'

const readKernel = reader<typeof kernel>()

export const aboutKey = ['about'] as const

/** Data is shared by key; the first call that fails with 401 notices that the session has ended. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) noteEnded(client)
  }
  // Somebody who had been signed out is signed in again.
  const onSuccess = () => {
    if (client.getQueryData(endedKey) === true) void client.refetchQueries({ queryKey: sessionKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The server may be on this machine or this network: without the internet it still answers.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // Whoever has waited for a minute and a half is told so: they may try again themselves.
        retry: (failures, error) =>
          failures < 2 &&
          error instanceof ApiError &&
          error.code !== 'web.unanswered' &&
          (error.status === 0 || error.status > 500),
      },
      // Or it would wait for the internet, and say that it saves, for as long as there is none.
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

/** Why nothing can be stored right now; undefined when it can, as far as is known. */
export const useDiskProblem = () => useQuery(diskQuery).data?.problem ?? undefined

/** The product's name, version and links; undefined until loaded. */
export const useAbout = () => useQuery(aboutQuery).data

const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: ({ signal }) => readKernel('/operator', { signal }),
  staleTime: 60_000,
})

/** What the people who run this copy say of it; undefined until loaded. */
export const useOperator = () => useQuery(operatorQuery).data

/** The same with whether it is being asked, and why not. */
export const useOperatorQuery = () => useQuery(operatorQuery)

/** The product's name, Palisade until the server says otherwise. */
export const useProductName = () => useAbout()?.name ?? 'Palisade'

export const readSession = () => readKernel('/user')
export const endSession = () => readKernel('/logout')
