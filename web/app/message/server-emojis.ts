import { useQuery } from '@tanstack/react-query'
import kernel from '#kernel/contract.ts'
import { call } from '../api.ts'
import { guildKey } from '../guild-key.ts'
import type { ServerEmoji } from './editor/context.ts'

const none: readonly ServerEmoji[] = []

/** The server's own emoji, for pages that have no others; empty until loaded. @param guildId undefined to load none */
export const useServerEmojis = (guildId: string | undefined): readonly ServerEmoji[] =>
  useQuery({
    queryKey: [...guildKey(guildId ?? ''), 'server-emojis'],
    queryFn: ({ signal }) => call(kernel, 'serverEmojis', { params: { guildId: guildId ?? '' }, signal }),
    enabled: guildId !== undefined,
  }).data?.emojis ?? none
