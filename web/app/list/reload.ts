import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * Reloads everything below a query key. Waits for a further page that somebody has just requested: reloading would
 * cancel it, and the press would have had no effect. Retries of failed queries are not waited for, so that whoever
 * saved something sees at once that reloading failed.
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

/** Loads the next page of a list, after any reload that is under way: requesting the page would cancel the reload. */
export async function loadMore(list: List): Promise<void> {
  if (list.isFetching) await list.refetch({ cancelRefetch: false })
  await list.fetchNextPage()
}
