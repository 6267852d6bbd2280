import { queryOptions } from '@tanstack/react-query'
import general from '#features/general/contract.ts'
import { call } from './api.ts'

/** Every command with its usage, as the running bot has them. */
export const commandsQuery = queryOptions({
  queryKey: ['commands'],
  queryFn: ({ signal }) => call(general, 'commands', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
