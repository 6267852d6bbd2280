import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract'
import embeds, { draft as draftSchema, endpoints, listedPost } from '#features/embeds/contract.ts'
import { messageDraft } from '#kit/message/contract.ts'
import { address, call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import type { KeepFile } from '#web/app/message/editor/context.ts'
import { sendFile } from '#web/app/send-file.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { DraftContent } from './draft-history.ts'

type Endpoints = (typeof embeds)['endpoints']
const keyOf = (guildId: string, ...more: unknown[]) => [...guildKey(guildId), 'embeds', ...more]

/** Uploads a file for a message being written: to the server at once, and to Discord when the message is sent. */
export const keepFile =
  (guildId: string): KeepFile =>
  async (file, onProgress) => {
    const { path, reply } = endpoints.addFile
    const signal = new AbortController().signal
    return reply.loose().parse(await sendFile(address(path, { params: { guildId } }), file, { signal, onProgress }))
  }

/** The server with its channels, roles and emoji. */
export const useDesk = (guildId: string) =>
  useQuery({
    queryKey: keyOf(guildId, 'desk'),
    queryFn: ({ signal }) => call(embeds, 'desk', { params: { guildId }, signal }),
  })

export const useDrafts = (guildId: string) =>
  useQuery({
    queryKey: keyOf(guildId, 'drafts'),
    queryFn: ({ signal }) => call(embeds, 'drafts', { params: { guildId }, signal }),
  })

export const usePosts = (guildId: string) =>
  useInfiniteQuery({
    queryKey: keyOf(guildId, 'posts'),
    initialPageParam: undefined as { before: number; beforeId: string } | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const query = pageParam === undefined ? {} : { query: pageParam }
      const { posts, more } = await call(embeds, 'posts', { params: { guildId }, signal, ...query })
      return { posts: posts.map(post => listedPost.parse(post)), more }
    },
    getNextPageParam: ({ posts, more }) => {
      const last = more ? posts.at(-1) : undefined
      return last && { before: last.postedAt, beforeId: last.id }
    },
  })

/** How long typing has to pause before the server is asked about the message (ms). */
const settlesAfter = 400

/**
 * What only the server knows about a message: whether it may be sent there, and who it mentions. Asked again when the
 * window gets the focus.
 */
export function useCheck(guildId: string, content: DraftContent, enabled: boolean) {
  const settled = useDebounced(content, settlesAfter)
  const { channelId, sender, message } = settled
  const query = useQuery({
    queryKey: keyOf(guildId, 'check', channelId, sender, message),
    queryFn: async ({ signal }) => ({
      ...(await call(embeds, 'check', { params: { guildId }, body: { channelId, sender, message }, signal })),
      channelId,
    }),
    enabled,
    refetchOnWindowFocus: 'always',
    staleTime: 10_000,
    gcTime: 30_000,
    placeholderData: before => before,
    retry: false,
  })
  return {
    ...query,
    /** Whether the answer is about the current message. */
    isCurrent: settled === content && !query.isFetching && !query.isPlaceholderData,
  }
}

/** Calls for drafts and messages; lists update themselves. */
export function useEmbedCalls(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => void reload(client, keyOf(guildId))
  const lists = () => void Promise.all(['drafts', 'posts'].map(list => reload(client, keyOf(guildId, list))))
  return {
    save: useMutation({
      mutationFn: async (body: Body<Endpoints['saveDraft']>) =>
        draftSchema.parse((await call(embeds, 'saveDraft', { params: { guildId }, body })).draft),
      onSettled: lists,
    }),
    send: useMutation({
      mutationFn: async (body: Body<Endpoints['send']>) =>
        listedPost.parse((await call(embeds, 'send', { params: { guildId }, body })).post),
      onSettled: lists,
    }),
    edit: useMutation({
      mutationFn: async ({ postId, body }: { postId: string; body: Body<Endpoints['editPost']> }) =>
        listedPost.parse((await call(embeds, 'editPost', { params: { guildId, postId }, body })).post),
      onSettled: lists,
    }),
    removePost: useMutation({
      mutationFn: (postId: string) => call(embeds, 'deletePost', { params: { guildId, postId } }),
      onSettled,
    }),
    removeDraft: useMutation({
      mutationFn: (draftId: string) => call(embeds, 'deleteDraft', { params: { guildId, draftId } }),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: async (link: string) => {
        const answer = await call(embeds, 'restore', { params: { guildId }, body: { link } })
        return { ...answer, message: messageDraft.parse(answer.message) }
      },
    }),
    openDraft: async (draftId: string) =>
      draftSchema.parse((await call(embeds, 'draft', { params: { guildId, draftId } })).draft),
    openPost: async (postId: string) => {
      const { post, message, files } = await call(embeds, 'post', { params: { guildId, postId } })
      return { post: listedPost.parse(post), message: messageDraft.parse(message), files }
    },
  }
}

export type EmbedCalls = ReturnType<typeof useEmbedCalls>
