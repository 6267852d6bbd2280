import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

/** The list's filter; `from` and `to` are days such as '2026-11-21'. */
export interface TranscriptFilter {
  search?: string | undefined
  panel?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const transcriptsKey = (guildId: string) => [...guildKey(guildId), 'tickets', 'transcripts'] as const
const transcriptKey = (guildId: string, id: string) => [...transcriptsKey(guildId), 'one', id] as const

/** The beginning or the end of a day in the reader's time zone (Unix ms); undefined for an invalid day. */
function momentOf(day: string | undefined, end: boolean): number | undefined {
  const at = day === undefined ? NaN : Date.parse(`${day}T${end ? '23:59:59.999' : '00:00:00.000'}`)
  return Number.isNaN(at) || at < 0 ? undefined : at
}

/** A server's transcripts, newest first, page by page. Earlier results stay until another search has been answered. */
export const useTranscripts = (guildId: string, filter: TranscriptFilter) =>
  useInfiniteQuery({
    queryKey: [...transcriptsKey(guildId), 'list', filter],
    queryFn: ({ pageParam: page, signal }) =>
      call(tickets, 'transcripts', {
        params: { guildId },
        query: {
          search: filter.search,
          panel: filter.panel,
          from: momentOf(filter.from, false),
          to: momentOf(filter.to, true),
          page,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.transcripts.length, 0)
      return shown < last.total && last.transcripts.length > 0 ? pages.length + 1 : undefined
    },
    placeholderData: keepPreviousData,
  })

/**
 * One transcript, a hundred messages at a time. Every request is logged as a viewing, so it is not refetched in
 * between.
 */
export const useTranscript = (guildId: string, transcriptId: string) =>
  useInfiniteQuery({
    queryKey: transcriptKey(guildId, transcriptId),
    queryFn: ({ pageParam: after, signal }) =>
      call(tickets, 'transcript', { params: { guildId, transcriptId }, query: { after }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** Who has read it, for people who manage it. */
export const useReaders = (guildId: string, transcriptId: string, enabled: boolean) =>
  useQuery({
    queryKey: [...transcriptKey(guildId, transcriptId), 'readers'],
    queryFn: ({ signal }) => call(tickets, 'transcriptReaders', { params: { guildId, transcriptId }, signal }),
    enabled,
  })

export function useDeleteTranscript(guildId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (transcriptId: string) => call(tickets, 'deleteTranscript', { params: { guildId, transcriptId } }),
    onSuccess: () => reload(client, transcriptsKey(guildId)),
  })
}
