import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * Loads everything below a key anew. A further page of a list that somebody has just asked for arrives first: loading
 * anew would cancel it, and the press would have done nothing. What cannot be loaded is tried again without being waited
 * for: whoever saved something hears at once that it failed.
 */
export async function reload(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const further = client
    .getQueryCache()
    .findAll({ queryKey })
    .flatMap(({ state, promise }) =>
      state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore && promise ? [promise] : [],
    )
  await Promise.allSettled(further)
  const failed = Promise.withResolvers<void>()
  const end = client.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'failed' && matchQuery({ queryKey }, event.query))
      failed.resolve()
  })
  const loaded = client.invalidateQueries({ queryKey }).finally(end)
  await Promise.race([loaded, failed.promise])
}

interface List {
  isFetching: boolean
  refetch(options: { cancelRefetch: boolean }): Promise<unknown>
  fetchNextPage(): Promise<unknown>
}

/** Loads the next page of a list, after what is being loaded anew: the next page would cancel that. */
export async function loadMore(list: List): Promise<void> {
  if (list.isFetching) await list.refetch({ cancelRefetch: false })
  await list.fetchNextPage()
}
