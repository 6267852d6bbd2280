import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadMore, reload } from './reload.ts'

/** A list of two pages whose server answers when told. */
function slowList() {
  const client = new QueryClient()
  const waiting: (() => void)[] = []
  let version = 1
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list', 'all'],
    queryFn: ({ pageParam }) =>
      new Promise<string>(done => waiting.push(() => done(`page ${pageParam}, version ${version}`))),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => (pages.length < 2 ? 2 : undefined),
  })
  observer.subscribe(() => undefined)
  const answer = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  return {
    client,
    list: () => observer.getCurrentResult(),
    answer,
    pages: () => observer.getCurrentResult().data?.pages,
    change: () => version++,
  }
}

test('a change that arrives while a further page loads does not cancel it', async () => {
  const { client, list, answer, pages, change } = slowList()
  await answer()
  await expect.poll(pages).toEqual(['page 1, version 1'])
  const more = loadMore(list())
  change()
  const anew = reload(client, ['list'])
  for (let answers = 0; answers < 3; answers++) await answer()
  await Promise.all([more, anew])
  await expect.poll(pages).toEqual(['page 1, version 2', 'page 2, version 2'])
})

test('a failed reload is retried without being waited for', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: true, retryDelay: 3_600_000 } } })
  let asked = 0
  const observer = new QueryObserver(client, {
    queryKey: ['list', 'all'],
    initialData: 'before',
    queryFn: () => {
      asked++
      return Promise.reject(new Error('unreachable'))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const end = observer.subscribe(() => undefined)
  await reload(client, ['list'])
  expect(asked).toBe(1)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'before', isFetching: true, failureCount: 1 })
  end()
  client.clear()
})

test('a further page requested while the list reloads does not cancel the reload', async () => {
  const { client, list, answer, pages, change } = slowList()
  await answer()
  await expect.poll(pages).toEqual(['page 1, version 1'])
  change()
  const anew = reload(client, ['list'])
  await expect.poll(() => list().isFetching).toBe(true)
  const more = loadMore(list())
  for (let answers = 0; answers < 2; answers++) await answer()
  await Promise.all([more, anew])
  await expect.poll(pages).toEqual(['page 1, version 2', 'page 2, version 2'])
})
