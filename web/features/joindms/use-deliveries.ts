import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import joindms from '#features/joindms/contract.ts'
import { call, failureText } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { useOutcome } from '#web/app/settings-form/use-outcome.ts'

/** What happened to the messages, and a function that sends one to the user. */
export function useDeliveries(guildId: string) {
  const queryKey = [...guildKey(guildId), 'joindm-deliveries']
  const client = useQueryClient()
  const [outcome, setOutcome] = useOutcome()
  const requests = useIdempotentRequests(`join-dm test ${guildId}`)
  const deliveries = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(joindms, 'deliveries', { params: { guildId }, signal }),
    staleTime: 0,
  })
  const test = useMutation({
    mutationFn: () => requests.send({}, key => call(joindms, 'test', { params: { guildId }, body: { key } })),
    onSuccess: ({ message }) => setOutcome({ tone: 'success', title: message }),
    onError: error => setOutcome({ tone: 'danger', title: failureText(error, 'It could not be sent. Try again.') }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return { deliveries, test, outcome, dismiss: () => setOutcome(undefined) }
}
