import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import counters, { type CounterKind } from '#features/counters/contract.ts'
import { ApiError, call, readForms } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

const form = counters.forms.counters

/** The counters of a guild, from the same response as the form's. */
export const useCounters = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'form', form.address],
    queryFn: ({ signal }) => readForms(form, guildId, signal),
  }).data?.[form.under]?.list

/** Creates, renames and removes the counter of one kind. `problem` is the server's message, until the next attempt. */
export function useCounter(guildId: string, kind: CounterKind) {
  const client = useQueryClient()
  const params = { guildId, kind }
  const onSettled = () => reload(client, guildKey(guildId))
  const set = useMutation({
    mutationFn: (name: string) => call(counters, 'set', { params, body: { name } }),
    onSettled,
  })
  const remove = useMutation({ mutationFn: () => call(counters, 'remove', { params }), onSettled })
  const error = set.error ?? remove.error
  return {
    set: (name: string) => {
      remove.reset()
      set.mutate(name)
    },
    remove: () => {
      set.reset()
      remove.mutate()
    },
    setting: set.isPending,
    removing: remove.isPending,
    done: set.isSuccess,
    problem: error instanceof ApiError ? (error.fields['name'] ?? error.message) : error?.message,
  }
}
