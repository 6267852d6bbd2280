import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import emojis from '#features/emojis/contract.ts'
import { ApiError, address, call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import type { useIdempotentRequests } from '#web/app/idempotent-requests.ts'

/** How often to poll while something waits for Discord (ms). */
const whileWaitingMs = 5000

const listKey = (guildId: string) => [...guildKey(guildId), 'emojis']

export type EmojiList = Awaited<ReturnType<typeof readList>>
const readList = (guildId: string, signal?: AbortSignal) =>
  call(emojis, 'list', { params: { guildId }, ...(signal && { signal }) })

export const useEmojis = (guildId: string) =>
  useQuery({
    queryKey: listKey(guildId),
    queryFn: ({ signal }) => readList(guildId, signal),
    refetchInterval: query => (query.state.data?.waiting.length ?? 0) > 0 && whileWaitingMs,
  })

/** The server's message about a single field. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.fields[field] : undefined

export interface NewEmoji {
  name: string | undefined
  from: { source: string } | { file: File }
}

/** The part of a request that identifies it: for a file, what distinguishes it from others. */
const wantedBy = ({ name, from }: NewEmoji) =>
  'source' in from
    ? { name, source: from.source }
    : { name, file: [from.file.name, from.file.size, from.file.lastModified] }

/** Adds, changes and deletes emoji; the list updates itself. */
export function useEmojiCalls(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => reload(client, listKey(guildId))
  const params = { guildId }
  const add = useMutation({
    mutationFn: ({ requests, ...wanted }: NewEmoji & { requests: ReturnType<typeof useIdempotentRequests> }) =>
      requests.send(wantedBy(wanted), async key => {
        const { name, from } = wanted
        const body = { key, ...(name !== undefined && { name }) }
        return 'source' in from
          ? call(emojis, 'add', { params, body: { ...body, source: from.source } })
          : call(emojis, 'upload', { params, body: { ...body, file: from.file } })
      }),
    onSettled,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; roles?: string[] }) =>
      call(emojis, 'change', { params: { guildId, emojiId: id }, body }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) =>
      call(emojis, 'remove', { params, body: { ids: [...ids], confirm: ids.length } }),
    onSettled,
  })
  const restore = useMutation({
    mutationFn: (id: string) => call(emojis, 'restore', { params: { guildId, emojiId: id } }),
    onSettled,
  })
  const forget = useMutation({
    mutationFn: (id: string) => call(emojis, 'forget', { params: { guildId, emojiId: id } }),
    onSettled,
  })
  return { add, change, remove, restore, forget }
}

/** The URL of a deleted emoji's picture. */
export const keptPictureUrl = (guildId: string, emojiId: string): string =>
  address(emojis.endpoints.picture.path, { params: { guildId, emojiId } })
