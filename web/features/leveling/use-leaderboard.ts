import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import leveling from '#features/leveling/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import type { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { reload } from '#web/app/list/reload.ts'
import { useBackgroundToast } from './use-background-toast.ts'

interface XpOrder {
  userId: string
  action: 'give' | 'take' | 'reset'
  amount?: number
}

/** The input of an earlier request whose outcome is in doubt. */
export function orderIn(content: string | undefined): Partial<XpOrder> {
  return content === undefined ? {} : (JSON.parse(content) as Partial<XpOrder>)
}

export const pageSize = 25

const key = (guildId: string) => [...guildKey(guildId), 'progression', 'board'] as const

/** One page of the board; the previous page stays while it loads. @param page counted from 1 */
export const useBoard = (guildId: string, search: string, page: number) =>
  useQuery({
    queryKey: [...key(guildId), 'rows', search, page],
    queryFn: ({ signal }) =>
      call(leveling, 'leaderboard', {
        params: { guildId },
        query: { search: search === '' ? undefined : search, limit: pageSize, offset: (page - 1) * pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const useChanges = (guildId: string) =>
  useInfiniteQuery({
    queryKey: [...key(guildId), 'changes'],
    queryFn: ({ pageParam, signal }) =>
      call(leveling, 'changes', { params: { guildId }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: last => (last.changes.length < 25 ? undefined : last.changes.at(-1)?.id),
  })

/** Changes XP by hand; the board and the list of changes are reloaded. */
export function useXpChanges(guildId: string) {
  const client = useQueryClient()
  const params = { guildId }
  const tell = useBackgroundToast(guildId)
  const onSuccess = () => reload(client, [...guildKey(guildId), 'progression'])
  const member = useMutation({
    mutationFn: ({ requests, userId, ...wanted }: XpOrder & { requests: ReturnType<typeof useIdempotentRequests> }) =>
      requests.send({ userId, ...wanted }, key =>
        call(leveling, 'changeMember', { params: { guildId, userId }, body: { ...wanted, key } }),
      ),
    onSuccess,
  })
  const everybody = useMutation({
    mutationFn: (takeRoles: boolean) =>
      call(leveling, 'resetAll', { params, body: { confirm: 'reset', take_roles: takeRoles } }),
    onSuccess({ batch }) {
      void tell.ofBatch(batch)
      return onSuccess()
    },
  })
  const undo = useMutation({
    mutationFn: (batch: string) => call(leveling, 'undo', { params, body: { batch } }),
    onSuccess(_reply, batch) {
      void tell.ofBatch(batch)
      return onSuccess()
    },
  })
  return { member, everybody, undo }
}
