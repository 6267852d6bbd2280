import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import kernel from '#kernel/contract.ts'
import { reload } from '#web/app/list/reload.ts'
import { ApiError, call } from '../api.ts'
import { noteAppliedChanges } from '../many-changes/use-changes.ts'
import { guildKey } from '../guild-key.ts'

/** Where settings are imported from: the text of a file, or another server. */
export type SettingsSource = { file: string; name: string; chosenAt: number } | { server: string }

export interface ChosenTransfer {
  source: SettingsSource
  /** Replacements for the source's channels and roles, by their ids; null leaves them out. */
  choices: Readonly<Record<string, string | null>>
  without: readonly string[]
}

const transferKey = (guildId: string) => [...guildKey(guildId), 'transfer']

/** What is not copied, and the latest setup, import or copy. */
export const useTransferState = (guildId: string) =>
  useQuery({
    queryKey: transferKey(guildId),
    queryFn: ({ signal }) => call(kernel, 'transferState', { params: { guildId }, signal }),
  })

const sent = ({ source, choices, without }: ChosenTransfer) => ({
  ...('file' in source ? { file: source.file } : { server: source.server }),
  choices: Object.entries(choices).map(([from, to]) => ({ from, to })),
  without: [...without],
})

/** A file's text is too long for a query key. */
const nameOf = (source: SettingsSource) => ('file' in source ? [source.name, source.chosenAt] : source.server)

/** What the import would change. A refused file is not retried automatically. */
export const useTransferPlan = (guildId: string, wanted: ChosenTransfer) =>
  useQuery({
    queryKey: [...transferKey(guildId), 'plan', nameOf(wanted.source), wanted.choices, wanted.without],
    queryFn: ({ signal }) => call(kernel, 'planTransfer', { params: { guildId }, body: sent(wanted), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Applies the changes that were shown. */
export function useTransfer(guildId: string, wanted: ChosenTransfer) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mark: string) => call(kernel, 'transfer', { params: { guildId }, body: { ...sent(wanted), mark } }),
    onSuccess: applied => noteAppliedChanges(client, guildId, applied),
    onError: error =>
      error instanceof ApiError && error.status === 409 ? reload(client, transferKey(guildId)) : undefined,
  })
}
