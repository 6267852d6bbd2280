import { useMutation } from '@tanstack/react-query'
import greetings, { type GreetingKind, titles } from '#features/greetings/contract.ts'
import { ApiError, call } from '#web/app/api.ts'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { useOutcome } from '#web/app/settings-form/use-outcome.ts'

/** The message about a preview that was not sent. */
export function previewFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 500) return 'Server error. The bot may not be properly configured.'
  return error instanceof Error && error.message !== '' ? error.message : 'Failed to send preview.'
}

/** Sends the saved greeting to its channel, one at a time, and shows the result for a while. */
export function useGreetingPreview(guildId: string, kind: GreetingKind) {
  const [outcome, setOutcome] = useOutcome()
  const requests = useIdempotentRequests(`preview ${guildId} ${kind}`)
  const sending = useMutation({
    mutationFn: () =>
      requests.send({}, key => call(greetings, 'preview', { params: { guildId }, body: { type: kind, key } })),
    onSuccess: ({ message }) => setOutcome({ tone: 'success', title: message || `${titles[kind]} preview sent!` }),
    onError: error => setOutcome({ tone: 'danger', title: previewFailure(error) }),
  })
  return {
    send: () => sending.mutate(),
    sending: sending.isPending,
    outcome,
    dismiss: () => setOutcome(undefined),
  }
}
