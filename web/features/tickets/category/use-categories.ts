import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import tickets from '#features/tickets/contract.ts'
import { call, failureText, isInDoubt, serverSentence } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'

export type CategoryType = 'open' | 'closed'

/** The two lists and all categories of the server. */
export const useCategories = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'ticket-categories'],
    queryFn: ({ signal }) => call(tickets, 'categories', { params: { guildId }, signal }),
  })

/** The data of {@link useCategories}. */
export type CategoryLists = NonNullable<ReturnType<typeof useCategories>['data']>

/** Changes the lists. `problem` is why the latest change failed. */
export function useCategoryChanges(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => reload(client, guildKey(guildId))
  const requests = useIdempotentRequests(`ticket-category ${guildId}`)
  const add = useMutation({
    mutationFn: (body: { type: CategoryType; categoryId: string | null; categoryName: string | null }) =>
      requests.send(body, key => call(tickets, 'addCategory', { params: { guildId }, body: { ...body, key } })),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id, type }: { id: string; type: CategoryType }) =>
      call(tickets, 'removeCategory', { params: { guildId, categoryId: id }, query: { type } }),
    onSettled,
  })
  const setDefault = useMutation({
    mutationFn: ({ id, type }: { id: string; type: CategoryType }) =>
      call(tickets, 'setDefaultCategory', { params: { guildId }, body: { categoryId: id, type } }),
    onSettled,
  })
  const failed = (error: unknown, fallback: string) =>
    isInDoubt(error) ? failureText(error, fallback) : error ? (serverSentence(error) ?? fallback) : undefined
  return {
    add,
    remove,
    setDefault,
    addProblem: failed(add.error, 'Failed to add category. Please try again.'),
    problem:
      failed(remove.error, 'Failed to remove category. Please try again.') ??
      failed(setDefault.error, 'Failed to set default category. Please try again.'),
    dismiss: () => {
      remove.reset()
      setDefault.reset()
    },
  }
}
